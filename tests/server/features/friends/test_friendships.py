"""Rows of friends in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

from sixth.server.core.refusals import NotFound
from sixth.server.features.friends.friendships import ask, block, people_asking, people_of_kind, relation
from sixth.server.features.friends.links import make_friend_link, use_friend_link
from sixth.server.people.erasure import erase
from sixth.server.people.person import Visitor, find_person
from sixth.server.store.sql import SqlStore
from tests.server.support.people import arrive, keep_names, merge, read, write

NOW = 1_000_000


def keep(store: SqlStore, *ids: str) -> None:
    """Have people with these ids keep names."""
    arrive(store, *ids, since=NOW)
    keep_names(store, *ids)


def visitor(store: SqlStore, person_id: str) -> Visitor:
    """Return the visitor with the browser of a person."""
    person = read(store, find_person, person_id)
    assert person is not None
    return Visitor(person, person_id)


def befriend(store: SqlStore, one: str, other: str) -> None:
    """Make two people friends."""
    write(store, ask, one, other, NOW)
    write(store, ask, other, one, NOW)


def test_one_of_many_who_use_a_link_at_the_same_time_becomes_a_friend(store: SqlStore) -> None:
    keep(store, "a", *(f"p{number}" for number in range(8)))
    link = write(store, make_friend_link, visitor(store, "a"), NOW)

    def use(number: int) -> bool:
        try:
            write(store, use_friend_link, link, visitor(store, f"p{number}"), NOW)
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1
    assert len(read(store, people_of_kind, "a", "friend")) == 1


def test_two_who_ask_each_other_at_the_same_time_are_friends(store: SqlStore) -> None:
    keep(store, "a", "b")
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda pair: write(store, ask, pair[0], pair[1], NOW), (("a", "b"), ("b", "a"))))
    assert read(store, relation, "a", "b") == read(store, relation, "b", "a") == "friend"


def test_nobody_has_a_tie_to_a_deleted_person_who_is_asked_at_the_same_time(
    store: SqlStore,
) -> None:
    keep(store, "a", "b")
    with ThreadPoolExecutor(2) as threads:
        asked = threads.submit(write, store, ask, "a", "b", NOW)
        write(store, erase, "b")
        asked.result()
    assert read(store, relation, "a", "b") is None


def test_friends_requests_and_blocks_follow_a_person_who_becomes_another(
    store: SqlStore,
) -> None:
    keep(store, "old", "new", "friend", "asking", "blocked", "blocking", "both")
    befriend(store, "old", "friend")
    befriend(store, "old", "new")
    for one, other in (("old", "blocked"), ("blocking", "old"), ("old", "both"), ("new", "both")):
        befriend(store, one, other)
    write(store, block, "old", "blocked", NOW)
    write(store, block, "blocking", "old", NOW)
    write(store, block, "new", "both", NOW)
    write(store, ask, "asking", "old", NOW)
    merge(store, "old", "new")
    assert [each.id for each in read(store, people_of_kind, "new", "friend")] == ["friend"]
    assert [each.id for each in read(store, people_of_kind, "friend", "friend")] == ["new"]
    assert {each.id for each in read(store, people_of_kind, "new", "blocked")} == {"blocked", "both"}
    assert [each.id for each in read(store, people_of_kind, "blocking", "blocked")] == ["new"]
    assert [each.id for each in read(store, people_asking, "new")] == ["asking"]
    assert read(store, people_of_kind, "both", "friend") == read(store, people_of_kind, "new", "asked") == []
    for each in ("friend", "blocked", "blocking", "both"):
        assert read(store, relation, each, "old") is read(store, relation, "old", each) is None
