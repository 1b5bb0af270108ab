"""Ended games in both kinds of database: written with their last events, and read once and in order."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, insert, select, text

import sixth
from sixth.rules.events import Abandoned, Dealt
from sixth.server.store import ConflictError, pruning
from sixth.server.store.engine import make_engine, normalize_url
from sixth.server.store.game_ends import GameEnd, ends_of
from sixth.server.store.schema import chores, games, log
from sixth.server.store.seat_rows import SeatRows
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Began, Returned, StoodIn, TableEvent
from sixth.server.table.fold import fold, steps
from tests.server.support.logs import out_of_it, whole

GAME = whole(sixth.games["kids"].replace(seats=2), seed=1)


def log_of(table: str) -> Sequence[TableEvent]:
    """Return a log whose game is called like its table."""
    return [replace(each, game=table) if isinstance(each, Began) else each for each in GAME]


def ends(*log: TableEvent) -> Sequence[GameEnd]:
    """Return the ends of the games in a log."""
    return ends_of(steps(fold("table", log[:1]), log[1:]))


def finish(store: SqlStore, table: str) -> GameEnd:
    """Append the log of a game; return its end."""
    (end,) = ends(*log_of(table))
    end = end._replace(table_id=table)
    store.append(table, 0, log_of(table), seats=SeatRows(ends=[end]))
    return end


def read(store: SqlStore) -> Sequence[GameEnd]:
    """Return the ended games that are still to read, as they are read."""
    found = list[GameEnd]()
    while store.game_ends.read(lambda _, ends: found.extend(ends)):
        pass
    return found


def test_people_have_left_who_went_away_during_the_game_and_did_not_come_back() -> None:
    at = next(at for at, each in enumerate(GAME) if isinstance(each, Dealt)) + 1
    away = [StoodIn(seat, "Bot", "careful", "time") for seat in range(2)]

    def left(*changes: TableEvent, after: Sequence[TableEvent] = ()) -> tuple[Sequence[bool], bool]:
        (end,) = ends(*GAME[:at], *changes, *GAME[at:], *after)
        return [each.left for each in end.seats], end.deserted

    assert left(after=away) == left(away[1], Returned(1)) == ([False, False], False)
    assert left(away[1], after=[Returned(1)]) == ([False, True], False)
    assert left(*away) == ([True, True], True)
    assert not ends(*GAME[:-1], Abandoned("left"))
    out = fold("table", [*out_of_it(people=1), away[0]])
    assert not out.attendance.left, "the person was out of the game before"


def test_ended_games_are_read_once_and_in_order_by_one_of_several_processes(
    store: SqlStore, database_url: str
) -> None:
    finished = [finish(store, f"table {number:02}") for number in range(25, 0, -1)]
    with closing(SqlStore(database_url)) as other:
        found = read(other)
    assert [each._replace(ended_at="") for each in found] == finished
    assert [each.ended_at for each in found] == sorted({each.ended_at for each in found})
    assert not read(store)


def test_a_game_on_which_a_reader_fails_is_read_again_and_nothing_of_it_is_kept(store: SqlStore) -> None:
    def fail(connection: Connection, ends: Sequence[GameEnd]) -> None:
        connection.execute(insert(chores).values(chore=ends[0].game_id, done_at=1))
        raise ZeroDivisionError

    end = finish(store, "one")
    with pytest.raises(ZeroDivisionError):
        store.game_ends.read(fail)
    assert not store.read(lambda connection: connection.execute(select(chores)).all())
    assert len(read(store)) == 1
    with pytest.raises(ConflictError):
        store.append("one", 3, GAME[-1:], seats=SeatRows(ends=[end]))
    assert not read(store), "an append that is refused ends no game"


def test_a_table_is_not_deleted_before_its_games_are_read(store: SqlStore) -> None:
    finish(store, "one")
    late = datetime.now(UTC) + timedelta(days=1)
    assert not pruning.prune_one(store, "one", late)
    assert read(store)
    assert pruning.prune_one(store, "one", late)


def test_games_that_nobody_had_read_before_an_upgrade_are_read_after_it(released_url: str) -> None:
    engine = make_engine(normalize_url(released_url))
    with engine.begin() as connection:
        for table in ("daily", "nobody", "on"):
            row = {"table_id": table, "at": "2026-01-01T00:00:00.000000+00:00"}
            for version, event in enumerate(log_of(table), 1):
                values = row | {"version": version, "happening": dumps_event(event)}
                connection.execute(insert(log).values(**values))
            connection.execute(insert(games).values(table_id=table, game_id=table, over=table != "on"))
        tries = "INSERT INTO daily_tries (table_id, day, network, counted) VALUES ('daily', '', '', true)"
        connection.execute(text(tries))
    engine.dispose()
    with closing(SqlStore(released_url)) as store:
        found = read(store)
    assert [each.table_id for each in found] == ["daily"]
    assert {each.ended_at for each in found} == {row["at"]}
