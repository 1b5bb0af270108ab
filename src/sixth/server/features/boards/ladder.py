"""The ladder of a board: people who keep a name, want to be there and have played all its deals."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, insert, select

from sixth.server.features.boards.board import Board
from sixth.server.features.boards.results import DealScore
from sixth.server.features.boards.rows import results_of
from sixth.server.features.boards.tables import board_ladder, board_results, daily_tries
from sixth.server.store.people_schema import hand_over, lock_people, people, person_seats

MAX_ON_LADDER: Final = 100

_MAX_LOOKED_AT: Final = 2000
"""The best results of a version among which the people on the ladder are looked for."""


class LadderLine(NamedTuple):
    """A person on the ladder; `shown` is who may see their page, as in `people`."""

    person_id: str
    name: str
    mark: int
    shown: str
    score: float


def ladder_of(connection: Connection, board: Board, now: int) -> Sequence[LadderLine]:
    """Return the people on the ladder of a board, the highest score first."""
    lines: dict[str, LadderLine] = {}
    for version in board.versions:
        best = _best(connection, board.whole(version), now)
        deals = [board.deal(number, version) for number in range(1, board.deals + 1)]
        scores = _scores(connection, [row.player for row in best], deals) if best else {}
        for row in best:
            line = LadderLine(row.person_id, row.name, row.mark, row.shown, scores[row.player])
            other = lines.get(row.person_id)
            # A person merged into another may have played it twice, the second time with known cards.
            if other is None or line.score < other.score:
                lines[row.person_id] = line
    return sorted(lines.values(), key=lambda each: (-each.score, each.name))[:MAX_ON_LADDER]


def _best(connection: Connection, board: str, now: int) -> Sequence[Any]:
    columns = (people.c.person_id, people.c.name, people.c.mark, people.c.shown)
    first = select(board_results).where(board_results.c.board == board).order_by(board_results.c.heads)
    best = first.limit(_MAX_LOOKED_AT).subquery()
    query = (
        select(best.c.player, *columns)
        .join(person_seats, person_seats.c.table_id == best.c.table_id)
        .join(people, people.c.person_id == person_seats.c.person_id)
        .join(board_ladder, board_ladder.c.person_id == people.c.person_id)
        .where(people.c.name != "", people.c.barred_until <= now)
        .order_by(best.c.heads)
        .limit(MAX_ON_LADDER)
    )
    return connection.execute(query).all()


def _scores(connection: Connection, players: Collection[str], deals: Sequence[str]) -> Mapping[str, float]:
    """Return the scores of players in these deals."""
    fields, scores = results_of(connection, deals), dict.fromkeys(players, 0.0)
    columns = (daily_tries.c.player, daily_tries.c.day, daily_tries.c.heads)
    for row in connection.execute(select(*columns).where(daily_tries.c.player.in_(players))):
        scores[row.player] += DealScore(row.heads, fields[row.day].without(row.heads).mean).score
    return scores


def is_on_ladder(connection: Connection, person_id: str) -> bool:
    """Return whether a person wants to be on the ladder."""
    this = select(board_ladder.c.person_id).where(board_ladder.c.person_id == person_id)
    return connection.scalar(this) is not None


def put_on_ladder(connection: Connection, person_id: str, *, wished: bool) -> None:
    """Have a person who keeps a name on the ladder, or not."""
    is_here = lock_people(connection, (person_id,), named=True)
    connection.execute(delete(board_ladder).where(board_ladder.c.person_id == person_id))
    if wished and is_here:
        connection.execute(insert(board_ladder).values(person_id=person_id))


def merge_ladder(connection: Connection, person_id: str, into: str) -> None:
    """Have a person whom another becomes on the ladder if either was."""
    hand_over(connection, board_ladder.c.person_id, person_id, into)
