"""Rows of the daily puzzles that people have tried."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, case, func, select, update

from sixth.server.features.puzzles.tables import person_puzzles
from sixth.server.store.people_schema import hand_over, lock_people
from sixth.server.store.schema import insert_new


class PuzzleTry(NamedTuple):
    """A puzzle of a day (YYYY-MM-DD), by its level from 1: how many tries, and if the last one solved it.

    `answer` is the name of the first answer.
    """

    day: str
    level: int
    tries: int
    solved: bool
    answer: str


def merge_puzzles(connection: Connection, person_id: str, into: str) -> None:
    """Give the tries of a person to another, whose own stay."""
    hand_over(connection, person_puzzles.c.person_id, person_id, into)


def note_try(
    connection: Connection, person_id: str, day: str, level: int, answer: str, *, solved: bool
) -> None:
    """Count a try of a person, unless the puzzle is solved already."""
    if not lock_people(connection, (person_id,)):
        return
    key = {"person_id": person_id, "day": day, "level": level}
    insert_new(connection, person_puzzles, **key, tries=0, solved=False, answer=answer)
    same = [person_puzzles.c[name] == value for name, value in key.items()]
    values = {"tries": person_puzzles.c.tries + 1, "solved": solved}
    connection.execute(update(person_puzzles).where(*same, ~person_puzzles.c.solved).values(values))


def tries_of(connection: Connection, person_id: str) -> Sequence[PuzzleTry]:
    """Return the puzzles that a person has tried, the first day first."""
    columns = [person_puzzles.c[name] for name in PuzzleTry._fields]
    query = select(*columns).where(person_puzzles.c.person_id == person_id).order_by(*columns[:2])
    return [PuzzleTry(*row) for row in connection.execute(query)]


def field_of(connection: Connection, day: str, puzzles: int, but: str) -> Mapping[int, int]:
    """Return how many people solved each number of the puzzles of a day at the first try.

    People who have not tried all `puzzles` do not count, nor does the person `but`.
    """
    at_once = func.sum(case((person_puzzles.c.solved & (person_puzzles.c.tries == 1), 1), else_=0))
    query = (
        select(at_once)
        .where(person_puzzles.c.day == day, person_puzzles.c.person_id != but)
        .group_by(person_puzzles.c.person_id)
        .having(func.count() == puzzles)
    ).subquery()
    counted = select(query.c[0], func.count()).group_by(query.c[0])
    return Counter({int(right): count for right, count in connection.execute(counted)})
