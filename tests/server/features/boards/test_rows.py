"""Tries of the daily deal in the database, and their results."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import insert, select

from sixth.server.features.boards.chain import RULES
from sixth.server.features.boards.ends import keep_results
from sixth.server.features.boards.rows import ChainRow, DealRows, NewTry
from sixth.server.features.boards.tables import board_choices, daily_tries
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


def play_board(store: SqlStore, player: str, heads: Sequence[int], *, at: str = DAY) -> None:
    """Have a player begin and finish deals of the board of a day with these heads."""
    for number, each in enumerate(heads, 1):
        table, deal = f"{player}-{number}", f"{DAY}.{number}"
        open_table(store, table)
        DealRows(store).begin(NewTry(table, deal, "", DAY, DAY, (f"{DAY}.1",), None, player))
        end = game_end(number, ["ana"], table=table)
        seats = [end.seats[0]._replace(heads=each)]
        end = end._replace(daily=deal, seats=seats, ended_at=f"{at}T12:00:00.000000+00:00")
        # A game that is read again counts once.
        for _ in range(2):
            store.writer.submit("x", partial(keep_results, ends=[end])).result()


def test_a_board_counts_as_a_whole_once_all_its_deals_are_finished(store: SqlStore) -> None:
    play_board(store, "ana", [3, 5, 0, 7])
    play_board(store, "bo", [4, 4, 4])
    results = DealRows(store).results([DAY, f"{DAY}.0", f"{DAY}.1", f"{DAY}.4"])
    assert {name: dict(each.counts) for name, each in results.items()} == {
        # The deal of the day is another one.
        DAY: {},
        f"{DAY}.0": {15: 1},
        f"{DAY}.1": {3: 1, 4: 1},
        f"{DAY}.4": {7: 1},
    }
    tries = DealRows(store).of_player("ana")
    assert [(each.deal, each.heads) for each in tries] == [
        (f"{DAY}.{at}", heads) for at, heads in enumerate([3, 5, 0, 7], 1)
    ]


def test_a_game_that_ends_after_its_board_was_closed_is_compared_with_nobodys(store: SqlStore) -> None:
    play_board(store, "ana", [3, 5, 0, 7], at=NEXT)
    assert DealRows(store).results([f"{DAY}.1"])[f"{DAY}.1"].players == 0
    assert [each.counted for each in DealRows(store).of_player("ana")] == [False] * 4


def test_what_players_chose_is_deleted_after_months(store: SqlStore) -> None:
    deals = ("2026-08-30", "2026-08-31.2", "2026-W35.1a", "2026-W48.8d", "2025-W01.1a", "2025-12-31", DAY)
    rows = [
        {"deal": deal, "point": "", "choice": "23", "players": 1, "heads": 1, "squares": 1} for deal in deals
    ]
    with store.engine.begin() as connection:
        connection.execute(insert(board_choices), rows)
    begin(store, "one")
    left = select(board_choices.c.deal)
    assert set(store.read(lambda connection: connection.execute(left).scalars().all())) == {
        "2026-W48.8d",
        DAY,
    }
