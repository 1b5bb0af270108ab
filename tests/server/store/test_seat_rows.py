"""Rows about seats: they are on disk with the events of their append, or neither is."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import select

import sixth
from sixth.server.people.erasure import erase
from sixth.server.people.merging import move_person
from sixth.server.people.person import find_person, person_of_browser
from sixth.server.store import ConflictError
from sixth.server.store.people_schema import people, person_browsers, person_seats, rated_seats
from sixth.server.store.seat_rows import RatedSeat, SeatRows
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import SeatTaker
from tests.server.support.logs import sitting
from tests.server.support.people import MERGES, arrive, join, keep_names, read, write

OPENING = sitting(sixth.games["kids"].replace(seats=2), 1)


def taken(*browsers: str) -> SeatRows:
    """Return the rows of browsers that take seats whose proofs, and whose guests, are called like them."""
    return SeatRows({each: SeatTaker(each, "Firefox", 7, f"guest-{each}", 3) for each in browsers})


def owners(store: SqlStore) -> Mapping[tuple[str, str], str | None]:
    """Return whose each seat is, by its table and proof."""
    rows = store.read(lambda connection: connection.execute(select(person_seats)).all())
    return {(row.table_id, row.proof): row.person_id for row in rows}


def rated(store: SqlStore) -> Sequence[tuple[str, int, str]]:
    """Return the seats of rated games, and whose they are."""
    query = (
        select(rated_seats.c.game_id, rated_seats.c.seat, people.c.person_id)
        .join(people, people.c.alias == rated_seats.c.alias)
        .order_by(rated_seats.c.seat)
    )
    return [tuple(row) for row in store.read(lambda connection: connection.execute(query).all())]


def test_a_seat_is_that_of_a_browser_s_person_who_may_be_a_new_guest(store: SqlStore) -> None:
    store.append("one", 0, OPENING, seats=taken("ana", "bo"))
    store.append("two", 0, OPENING, seats=taken("ana"))
    assert owners(store) == {
        ("one", "ana"): "guest-ana",
        ("one", "bo"): "guest-bo",
        ("two", "ana"): "guest-ana",
    }
    (ana, _) = store.read(lambda each: each.execute(select(people).order_by(people.c.person_id)).all())
    assert (ana.name, ana.mark, ana.shown, ana.since, ana.seen_at) == ("", 3, "hidden", 7, 7)
    labels = store.read(lambda each: each.execute(select(person_browsers.c.label)).scalars().all())
    assert labels == ["Firefox", "Firefox"]


def test_no_seat_is_noted_without_its_events(store: SqlStore) -> None:
    store.append("one", 0, OPENING)
    with pytest.raises(ConflictError):
        store.append("one", 0, OPENING, seats=taken("ana"))
    assert owners(store) == {}
    assert not store.read(lambda connection: find_person(connection, "guest-ana"))


def test_a_seat_stays_with_the_browser_that_took_it_first(store: SqlStore) -> None:
    store.append("one", 0, OPENING, seats=taken("ana"))
    thief = SeatTaker("eve", "", 0, "guest-eve", 0)
    store.append("one", len(OPENING), OPENING[1:2], seats=SeatRows({"ana": thief}))
    assert owners(store)["one", "ana"] == "guest-ana"


def test_a_new_browser_that_takes_many_seats_at_the_same_time_is_one_guest(store: SqlStore) -> None:
    takers = [SeatRows({"ana": SeatTaker("ana", "", 0, f"guest{each}", 0)}) for each in range(8)]

    def sit(number: int) -> None:
        while True:
            try:
                return store.append(f"t{number}", 0, OPENING, seats=takers[number])
            except ConflictError:
                # As if another process had been first; the door tries again.
                assert store.load(f"t{number}") == ()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(sit, range(8)))
    assert len(owners(store)) == 8
    assert len(set(owners(store).values())) == 1


def test_a_rated_game_counts_for_those_who_keep_a_name_when_it_begins(store: SqlStore) -> None:
    arrive(store, "ana", "guest", "gone", tables=["one"])
    keep_names(store, "ana", "gone")
    write(store, erase, "gone")
    seats = [RatedSeat("game", seat, proof) for seat, proof in enumerate(("ana", "guest", "gone", "program"))]
    store.append("one", 0, OPENING, seats=SeatRows(rated=seats))
    assert rated(store) == [("game", 0, "ana")]


def test_of_a_person_who_is_deleted_while_they_sit_down_no_seat_is_left(store: SqlStore) -> None:
    for number in range(20):
        name = f"p{number}"
        arrive(store, name, tables=["first"])
        keep_names(store, name)
        with ThreadPoolExecutor(2) as threads:
            sits = threads.submit(store.append, name, 0, OPENING, seats=taken(name))
            threads.submit(write, store, erase, name).result()
            sits.result()
        # Either the deletion knows the seat, or the browser is a new guest who can delete it.
        owner = owners(store)[name, name]
        person = read(store, person_of_browser, name)
        assert owner is None if person is None else owner == person.id == f"guest-{name}"


def test_a_rated_game_counts_for_whom_one_has_become_while_it_began(store: SqlStore) -> None:
    for number in range(20):
        one, other, table = f"a{number}", f"b{number}", f"t{number}"
        arrive(store, one, other, tables=[table])
        keep_names(store, one, other)
        with ThreadPoolExecutor(2) as threads:
            seats = SeatRows(rated=[RatedSeat(table, 0, one)])
            begins = threads.submit(store.append, table, 0, OPENING, seats=seats)
            threads.submit(write, store, move_person, one, other, MERGES).result()
            begins.result()
        assert [person for game, _, person in rated(store) if game == table] in ([], [other])


def test_a_guest_who_becomes_a_person_while_sitting_down_has_that_seat(store: SqlStore) -> None:
    arrive(store, "ana")
    keep_names(store, "ana")
    for number in range(20):
        guest = f"g{number}"
        arrive(store, guest)
        with ThreadPoolExecutor(2) as threads:
            sits = threads.submit(store.append, guest, 0, OPENING, seats=taken(guest))
            threads.submit(join, store, guest, "ana").result()
            sits.result()
        assert owners(store)[guest, guest] in ("ana", f"guest-{guest}")
