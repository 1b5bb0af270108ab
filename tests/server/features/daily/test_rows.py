"""Tries of the daily deal in the database; their results come from the logs of tables."""

from dataclasses import replace

from sqlalchemy import select

import sixth
from sixth.rules.events import GameEnded
from sixth.rules.options import End
from sixth.server.features.daily.rows import ChainRow, DailyRows
from sixth.server.features.daily.tables import daily_tries
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began, TableEvent
from tests.server.support.logs import whole

DAY, NEXT = "2026-11-23", "2026-11-24"
GAME = whole(sixth.games["classic"].replace(seats=4, hand=2, end=End("rounds", 1)), seed=1)
HEADS = next(event.totals[0] for event in GAME if isinstance(event, GameEnded))


def game_of(table: str) -> tuple[TableEvent, ...]:
    """Return the log of the same game with a name of its own."""
    return tuple(replace(each, game=table) if isinstance(each, Began) else each for each in GAME)


def begin(store: SqlStore, table: str, day: str = DAY, network: str = "here", most: int = 2) -> bool:
    """Begin the deal of a day."""
    return DailyRows(store).begin(table, day, network, most)


def test_all_processes_of_a_site_have_one_chain(store: SqlStore) -> None:
    one, two = ChainRow(DAY, "11" * 32), ChainRow(NEXT, "22" * 32)
    assert DailyRows(store).chain(one) == one
    assert DailyRows(store).chain(two) == one
    other = SqlStore(store.url)
    assert DailyRows(other).chain(two) == one
    other.close()


def test_the_tries_of_a_network_that_count_on_a_day_are_limited(store: SqlStore) -> None:
    assert begin(store, "one")
    assert begin(store, "two")
    assert not begin(store, "three")
    assert begin(store, "four", network="there")
    assert begin(store, "five", NEXT)
    counts = {each: DailyRows(store).counted(each) for each in ("one", "three", "five", "none")}
    assert counts == {"one": True, "three": False, "five": True, "none": False}


def test_a_try_that_is_begun_twice_is_one(store: SqlStore) -> None:
    assert begin(store, "one", most=1)
    begin(store, "one", most=1)
    assert DailyRows(store).counted("one")
    store.append("one", 0, GAME)
    assert DailyRows(store).counts(DAY) == {HEADS: 1}


def test_of_two_tries_of_a_person_on_a_day_the_first_counts_finished_or_not(store: SqlStore) -> None:
    rows = DailyRows(store)
    for table, day, log in (
        ("b", DAY, GAME),
        ("a", DAY, game_of("a")[:-1]),
        ("d", NEXT, game_of("d")[:-1]),
        ("c", NEXT, game_of("c")),
    ):
        begin(store, table, day)
        store.append(table, 0, log)
    assert rows.heads_at(["a", "b", "c", "d"]) == {DAY: HEADS}
    assert rows.heads_at(["a", "c"]) == {NEXT: HEADS}


def test_results_come_from_the_logs_of_tables(store: SqlStore) -> None:
    for table in ("one", "two", "three", "late"):
        begin(store, table, most=2)
    begin(store, "other", NEXT)
    store.append("one", 0, GAME[:-1])
    assert DailyRows(store).counts(DAY) == {}
    store.append("one", len(GAME) - 1, GAME[-1:])
    assert DailyRows(store).counts(DAY) == {HEADS: 1}
    for table in ("two", "three", "other", "stranger"):
        store.append(table, 0, game_of(table))
    assert DailyRows(store).counts(DAY) == {HEADS: 2}
    assert DailyRows(store).counts(NEXT) == {HEADS: 1}
    assert DailyRows(store).counts("2026-11-25") == {}


def test_networks_of_players_are_deleted_when_the_next_day_begins(store: SqlStore) -> None:
    query = select(daily_tries.c.table_id, daily_tries.c.network)

    def networks() -> dict[str, str]:
        return dict(store.read(lambda connection: [tuple(row) for row in connection.execute(query)]))

    begin(store, "one")
    assert networks() == {"one": "here"}
    begin(store, "two", NEXT)
    assert networks() == {"one": "", "two": "here"}
