"""Links that add devices, in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

from sixth.server.core.refusals import NotFound
from sixth.server.people.browsers import MAX_BROWSERS, NewBrowser, browsers_of
from sixth.server.people.device_links import make_link, use_link
from sixth.server.people.person import Person, Visitor, find_person, person_of_browser
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import hash_token
from tests.server.support.people import arrive, keep_names, read, write

NOW = 1_000_000


def found(store: SqlStore, person_id: str) -> Person:
    """Return the person with this id."""
    person = read(store, find_person, person_id)
    assert person is not None
    return person


def link_to(store: SqlStore, person_id: str) -> str:
    """Make a link that adds a device to this person; return the hash of its secret."""
    return hash_token(write(store, make_link, Visitor(found(store, person_id), "secret"), NOW))


def test_one_of_many_that_use_a_link_at_the_same_time_is_added(store: SqlStore) -> None:
    arrive(store, "a")
    keep_names(store, "a")
    link = link_to(store, "a")

    def use(number: int) -> bool:
        try:
            return write(store, use_link, link, None, NewBrowser(f"b{number}", "", NOW), ()) is not None
        except NotFound:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1
    assert len(read(store, browsers_of, "a")) == 2


def test_of_too_many_browsers_the_one_that_was_away_the_longest_is_signed_out(store: SqlStore) -> None:
    arrive(store, "a", since=NOW)
    keep_names(store, "a")
    for number in range(MAX_BROWSERS):
        browser = NewBrowser(f"b{number:02}", "", NOW + number + 1)
        assert write(store, use_link, link_to(store, "a"), None, browser, ())
    assert len(read(store, browsers_of, "a")) == MAX_BROWSERS
    assert read(store, person_of_browser, "a") is None


def test_a_guest_that_has_a_name_meanwhile_is_not_taken_over(store: SqlStore) -> None:
    arrive(store, "a", "b")
    keep_names(store, "a")
    guest = Visitor(found(store, "b"), "b")
    keep_names(store, "b")
    assert write(store, use_link, link_to(store, "a"), guest, NewBrowser("new", "", NOW), ())
    assert found(store, "b").name == "name b"
