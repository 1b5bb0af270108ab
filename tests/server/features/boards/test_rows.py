"""Tries of the daily deal in the database, and their results."""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from sqlalchemy import select

from sixth.server.features.boards.chain import RULES
from sixth.server.features.boards.ends import keep_results
from sixth.server.features.boards.rows import ChainRow, DealRows, NewTry
from sixth.server.features.boards.tables import daily_tries
from sixth.server.store import ConflictError
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Opened
from tests.server.support.ends import game_end

DAY, NEXT = "2026-11-23", "2026-11-24"
HEADS = 1  # of a finished try


def begin(store: SqlStore, table: str, day: str = DAY, network: str = "here", most: int = 2) -> bool:
    """Begin the deal of a day."""
    return DealRows(store).begin(NewTry(table, day, network, day, day, (day,), most))


def open_table(store: SqlStore, table: str) -> None:
    """Write the first event of a table, unless it is there."""
    with suppress(ConflictError):
        store.append(table, 0, [Opened(RULES, "00" * 32)])


def finish(store: SqlStore, table: str) -> None:
    """Have the game at a table end."""
    open_table(store, table)
    end = game_end(1, ["ana"], table=table)._replace(daily="its day")
    store.writer.submit("x", partial(keep_results, ends=[end])).result()


def counted(store: SqlStore, table: str) -> bool:
    """Return whether the try at a table counts."""
    row = DealRows(store).at(table)
    return row is not None and row.counted


def counts(store: SqlStore, day: str) -> Mapping[int, int]:
    """Return the results of a day."""
    return DealRows(store).results([day])[day].counts


def test_all_processes_of_a_site_have_one_chain(store: SqlStore) -> None:
    one, two = ChainRow(DAY, "11" * 32), ChainRow(NEXT, "22" * 32)
    assert DealRows(store).chain(one) == one
    assert DealRows(store).chain(two) == one
    other = SqlStore(store.url)
    assert DealRows(other).chain(two) == one
    other.close()


def test_the_tries_of_a_network_that_count_on_a_day_are_limited(store: SqlStore) -> None:
    assert begin(store, "one")
    assert begin(store, "two")
    assert not begin(store, "three")
    assert begin(store, "four", network="there")
    assert begin(store, "five", NEXT)
    counts = {each: counted(store, each) for each in ("one", "three", "five", "none")}
    assert counts == {"one": True, "three": False, "five": True, "none": False}


def test_a_try_that_is_begun_twice_is_one(store: SqlStore) -> None:
    assert begin(store, "one", most=1)
    begin(store, "one", most=1)
    assert counted(store, "one")
    finish(store, "one")
    assert counts(store, DAY) == {HEADS: 1}


def test_of_two_tries_of_a_person_on_a_day_the_first_counts_finished_or_not(store: SqlStore) -> None:
    rows = DealRows(store)
    for table, day in (("b", DAY), ("a", DAY), ("d", NEXT), ("c", NEXT)):
        begin(store, table, day)
        open_table(store, table)
    finish(store, "b")
    finish(store, "c")
    assert rows.heads_at(["a", "b", "c", "d"]) == {DAY: HEADS}
    assert rows.heads_at(["a", "c"]) == {NEXT: HEADS}


def test_finished_tries_that_count_are_compared(store: SqlStore) -> None:
    for table in ("one", "two", "three", "late"):
        begin(store, table, most=2)
    begin(store, "other", NEXT)
    assert counts(store, DAY) == {}
    finish(store, "one")
    assert counts(store, DAY) == {HEADS: 1}
    for table in ("two", "three", "other", "stranger"):
        finish(store, table)
    assert counts(store, DAY) == {HEADS: 2}
    assert counts(store, NEXT) == {HEADS: 1}
    assert counts(store, "2026-11-25") == {}


def test_networks_of_players_are_deleted_when_the_next_day_begins(store: SqlStore) -> None:
    query = select(daily_tries.c.table_id, daily_tries.c.network)

    def networks() -> dict[str, str]:
        return dict(store.read(lambda connection: [tuple(row) for row in connection.execute(query)]))

    begin(store, "one")
    assert networks() == {"one": "here"}
    begin(store, "two", NEXT)
    assert networks() == {"one": "", "two": "here"}
