"""Ended games in both kinds of database: written with their last events, and read once and in order."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, MetaData, Table, insert, select, text

import sixth
from sixth.rules.events import Abandoned
from sixth.server.features.daily.rows import DailyRows, keep_heads
from sixth.server.store import ConflictError, pruning, upgrade
from sixth.server.store.engine import make_engine, normalize_url
from sixth.server.store.schema import chores, log
from sixth.server.store.seat_rows import SeatRows
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Began, TableEvent
from sixth.server.table.fold import fold, steps
from sixth.server.table.game_end import GameEnd, ends_in, ends_of
from tests.server.support.logs import whole

LOG = whole(sixth.games["kids"].replace(seats=2), seed=1)
AT = "2026-01-01T00:00:00.000000+00:00"


def log_of(table: str) -> Sequence[TableEvent]:
    """Return a log whose game is called like its table."""
    return [replace(each, game=table) if isinstance(each, Began) else each for each in LOG]


def finish(store: SqlStore, table: str) -> GameEnd:
    """Append the log of a game in two pieces; return its end."""
    events = log_of(table)
    (end,) = ends_of(steps(fold(table, events[:1]), events[1:]))
    store.append(table, 0, events[:-1])
    store.append(table, len(events) - 1, events[-1:], seats=SeatRows(ends=[end]))
    return end


def read(store: SqlStore) -> Iterator[GameEnd]:
    """Yield the ended games that are still to read, as they are read."""
    found = list[GameEnd]()
    while store.game_ends.read(lambda _, ends: found.extend(ends)):
        pass
    yield from found


def test_an_ended_game_is_read_once_with_the_result_of_each_seat(store: SqlStore) -> None:
    end = finish(store, "one")
    (found,) = read(store)
    assert found == end._replace(ended_at=found.ended_at)
    rows = store.read(lambda c: c.execute(select(log.c.at, log.c.happening).order_by(log.c.version)).all())
    assert [found] == list(ends_in("one", [(at, body) for at, body in rows]))
    assert [each.name for each in found.seats] == ["Person 0", "Person 1"]
    assert not list(read(store))


def test_games_are_read_in_the_order_of_their_ends(store: SqlStore) -> None:
    tables = [f"table {number:02}" for number in range(50, 0, -1)]
    for table in tables:
        finish(store, table)
    assert [each.table_id for each in read(store)] == tables


def test_a_game_is_read_by_one_of_several_processes(store: SqlStore, database_url: str) -> None:
    with closing(SqlStore(database_url)) as other:
        finish(store, "one")
        finish(other, "two")
        assert [each.table_id for each in read(store)] == ["one", "two"]
        assert not list(read(other))


def test_a_game_that_a_reader_fails_on_is_read_again_and_nothing_of_it_is_kept(store: SqlStore) -> None:
    def fail(connection: Connection, ends: Sequence[GameEnd]) -> None:
        connection.execute(insert(chores).values(chore=ends[0].game_id, done_at=1))
        raise ZeroDivisionError

    finish(store, "one")
    with pytest.raises(ZeroDivisionError):
        store.game_ends.read(fail)
    assert store.read(lambda connection: connection.execute(select(chores)).all()) == []
    assert [each.game_id for each in read(store)] == ["one"]


def test_an_append_that_is_refused_ends_no_game(store: SqlStore) -> None:
    end = finish(store, "one")
    assert len(list(read(store))) == 1
    with pytest.raises(ConflictError):
        store.append("one", 3, LOG[-1:], seats=SeatRows(ends=[end]))
    store.append("two", 0, (*log_of("two")[:-1], Abandoned("left")))
    assert store.table_of("two") == "two"
    assert not list(read(store))


def test_a_table_is_not_deleted_before_its_games_are_read(store: SqlStore) -> None:
    finish(store, "one")
    late = datetime.now(UTC) + timedelta(days=1)
    assert not pruning.prune_one(store, "one", late)
    assert len(list(read(store))) == 1
    assert pruning.prune_one(store, "one", late)


def test_games_that_nobody_had_read_before_an_upgrade_are_read_after_it(empty_url: str) -> None:
    rows: dict[str, list[dict[str, Any]]] = {
        "log": [
            {"table_id": table, "version": version, "at": AT, "happening": dumps_event(event)}
            for table in ("daily", "person", "rated", "read", "nobody")
            for version, event in enumerate(log_of(table), 1)
        ],
        "games": [
            {"game_id": table, "table_id": table, "over": table != "on"}
            for table in ("daily", "person", "rated", "read", "nobody", "on", "gone")
        ],
        "person_seats": [
            {"table_id": table, "proof": "proof", "person_id": "ana"}
            for table in ("person", "rated", "read", "on", "gone")
        ],
        "rated_seats": [
            {"table_id": table, "game_id": table, "seat": 0, "person_id": "ana"}
            for table in ("rated", "read")
        ],
        "people_games_read": [{"game_id": table, "table_id": table} for table in ("rated", "read")],
        "rated_games_read": [{"game_id": "read", "table_id": "read", "counted": True}],
        "daily_tries": [{"table_id": "daily", "day": "2026-01-01", "network": "", "counted": True}],
        "chores": [{"chore": "ratings", "done_at": 1}],
    }
    engine = make_engine(normalize_url(empty_url))
    with engine.begin() as connection:
        upgrade.run_steps(connection, "0021")
        for name, values in rows.items():
            connection.execute(Table(name, MetaData(), autoload_with=connection).insert(), values)
    engine.dispose()
    with closing(SqlStore(empty_url)) as store:
        ends = list(read(store))
        assert [(each.table_id, each.ended_at) for each in ends] == [
            (table, AT) for table in ("daily", "person", "rated")
        ]
        daily = ends[0]._replace(daily="2026-01-01")
        store.writer.submit("x", lambda connection: keep_heads(connection, [daily])).result()
        assert DailyRows(store).counts("2026-01-01") == {daily.seats[0].heads: 1}
        with store.engine.connect() as connection:
            assert connection.scalar(text("SELECT count(*) FROM chores")) == 0
