"""Rows of people in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sixth.server.features.people.person import DeviceLink, NewBrowser, Person
from sixth.server.features.people.rows import MAX_BROWSERS, NameTakenError, PeopleRows
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import clean_name
from tests.server.support.people import arrive

NOW = 1_000_000


@pytest.fixture
def rows(store: SqlStore) -> PeopleRows:
    return PeopleRows(store)


def guest(store: SqlStore, name: str) -> Person:
    """Return a guest whose id and browser have this name."""
    arrive(store, name, since=NOW)
    return Person(name, "", 0, "hidden", NOW)


def link_to(rows: PeopleRows, person: Person, proof: str) -> None:
    """Make a link that adds a device to this person."""
    rows.make_link(DeviceLink(person.id, "1", NOW + 100, None), proof, NOW)


def test_of_two_who_want_one_name_at_the_same_time_one_has_it(rows: PeopleRows, store: SqlStore) -> None:
    people = [guest(store, f"p{number}") for number in range(8)]

    def keep(person: Person) -> bool:
        try:
            rows.keep_name(person.id, "Ana" if person.id < "p4" else "aNA", 1)
        except NameTakenError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(keep, people)) == 1
    names = [found.name for each in people if (found := rows.find(each.id))]
    assert len([name for name in names if name]) == 1


def test_one_of_many_that_use_a_link_at_the_same_time_is_added(rows: PeopleRows, store: SqlStore) -> None:
    ana = guest(store, "a")
    rows.keep_name("a", "Ana", 0)
    link_to(rows, ana, "link")

    def use(number: int) -> bool:
        return rows.use_link("link", NewBrowser(f"b{number}", "", NOW), None)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1
    assert len(rows.browsers("a")) == 2


def test_of_too_many_browsers_the_one_that_was_away_the_longest_is_signed_out(
    rows: PeopleRows, store: SqlStore
) -> None:
    ana = guest(store, "a")
    rows.keep_name("a", "Ana", 0)
    for number in range(MAX_BROWSERS):
        link_to(rows, ana, f"link{number}")
        assert rows.use_link(f"link{number}", NewBrowser(f"b{number:02}", "", NOW + number + 1), None)
    assert len(rows.browsers("a")) == MAX_BROWSERS
    assert rows.of_browser("a") is None


def test_a_guest_that_has_a_name_meanwhile_is_not_taken_over(rows: PeopleRows, store: SqlStore) -> None:
    ana, bo = guest(store, "a"), guest(store, "b")
    for person_id, name in (("a", "Ana"), ("b", "Bo")):
        rows.keep_name(person_id, name, 0)
    link_to(rows, ana, "link")
    assert rows.use_link("link", NewBrowser("new", "", NOW), bo)
    before = rows.of_browser("b")
    assert before is not None
    assert before.name == "Bo"


@pytest.mark.parametrize("name", ["\ufdfa" * 24, "\ufdfb" * 24, "\ucb94" * 24, "\N{FAMILY}" * 24])
def test_any_name_that_a_table_accepts_can_be_kept_once(rows: PeopleRows, store: SqlStore, name: str) -> None:
    assert clean_name(name) == name
    ana, bo = guest(store, "ana"), guest(store, "bo")
    rows.keep_name(ana.id, name, 0)
    assert [each.person.name for each in rows.named(name)] == [name]
    with pytest.raises(NameTakenError):
        rows.keep_name(bo.id, name, 0)


def test_a_name_is_free_again_when_its_person_is_erased(rows: PeopleRows, store: SqlStore) -> None:
    guest(store, "a")
    rows.keep_name("a", "Ana", 0)
    rows.erase("a")
    assert rows.find("a") is None
    assert rows.of_browser("a") is None
    guest(store, "b")
    rows.keep_name("b", "Ana", 0)
    found = rows.find("b")
    assert found is not None
    assert found.name == "Ana"
