"""The ladder of a board in the database."""

from datetime import date

from sqlalchemy import insert, update

from sixth.server.features.boards.board import board_of
from sixth.server.features.boards.ladder import (
    is_on_ladder,
    ladder_of,
    merge_ladder,
    put_on_ladder,
)
from sixth.server.features.boards.tables import board_counts, board_results, daily_tries
from sixth.server.store.people_schema import people, person_seats
from sixth.server.store.sql import SqlStore

BOARD = board_of(date(2026, 12, 3), weekly=True)


def add_person(store: SqlStore, name: str, heads: int, *, player: str = "", version: str = "a") -> None:
    """Have a person finish all deals of a version of the board, each with these heads."""
    player = player or name
    rows = [
        {
            "table_id": f"{player}-{number}",
            "day": BOARD.deal(number, version),
            "network": "",
            "counted": True,
            "heads": heads,
            "player": player,
            "until": BOARD.last.isoformat(),
        }
        for number in range(1, BOARD.deals + 1)
    ]
    last, person = rows[-1]["table_id"], {"mark": 0, "shown": "hidden", "since": 0, "seen_at": 0}
    result = {"player": player, "table_id": last, "heads": heads * BOARD.deals}
    with store.engine.begin() as connection:
        connection.execute(insert(daily_tries), rows)
        connection.execute(insert(board_results).values(**result, board=BOARD.whole(version)))
        if player == name:
            connection.execute(insert(people).values(person_id=name, name=name, **person))
            put_on_ladder(connection, name, wished=True)
        connection.execute(insert(person_seats).values(table_id=last, proof="x", person_id=name))


def add_field(store: SqlStore, version: str, *heads: int) -> None:
    """Count players with these heads in all deals of a version."""
    rows = [
        {"subject": BOARD.deal(number, version), "heads": each, "players": 1}
        for number in range(1, BOARD.deals + 1)
        for each in heads
    ]
    with store.engine.begin() as connection:
        connection.execute(insert(board_counts), rows)


def ladder(store: SqlStore, now: int = 0) -> list[tuple[str, float]]:
    """Return the names and scores on the ladder."""
    return [
        (each.name, each.score) for each in store.read(lambda connection: ladder_of(connection, BOARD, now))
    ]


def test_people_of_all_versions_are_ordered_by_what_they_are_better_than_others_with_their_cards(
    store: SqlStore,
) -> None:
    add_field(store, "a", 2, 6)
    add_field(store, "b", 3, 11)
    add_person(store, "Ana", 2)
    add_person(store, "Bo", 6)
    add_person(store, "Cy", 3, version="b")
    assert ladder(store) == [("Cy", 64.0), ("Ana", 32.0), ("Bo", -32.0)]


def test_of_two_results_of_a_person_the_worse_counts(store: SqlStore) -> None:
    add_field(store, "a", 2, 6)
    add_person(store, "Ana", 6)
    add_person(store, "Ana", 2, player="known cards")
    assert ladder(store) == [("Ana", -32.0)]


def test_guests_people_whom_a_host_has_barred_and_those_who_do_not_wish_are_not_on_the_ladder(
    store: SqlStore,
) -> None:
    add_field(store, "a", 2, 3, 4, 6)
    for name, heads in (("Ana", 2), ("Bo", 3), ("Cy", 4), ("Di", 6)):
        add_person(store, name, heads)
    with store.engine.begin() as connection:
        connection.execute(update(people).where(people.c.person_id == "Ana").values(name=""))
        connection.execute(update(people).where(people.c.person_id == "Bo").values(barred_until=9))
        put_on_ladder(connection, "Cy", wished=False)
    assert [name for name, _score in ladder(store, now=5)] == ["Di"]
    assert [name for name, _score in ladder(store, now=9)] == ["Bo", "Di"]


def test_who_becomes_another_has_that_one_on_the_ladder(store: SqlStore) -> None:
    add_person(store, "Ana", 2)
    add_person(store, "Bo", 3)
    with store.engine.begin() as connection:
        put_on_ladder(connection, "Bo", wished=False)
        merge_ladder(connection, "Ana", "Bo")
        assert is_on_ladder(connection, "Bo")
        assert not is_on_ladder(connection, "Ana")
