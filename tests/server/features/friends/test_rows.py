"""Rows of friends in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sixth.server.features.friends.friend import FriendLink
from sixth.server.features.friends.rows import FriendRows
from sixth.server.people.erasure import erase
from sixth.server.store.sql import SqlStore
from tests.server.support.people import arrive, keep_names, merge, write

NOW = 1_000_000


@pytest.fixture
def rows(store: SqlStore) -> FriendRows:
    return FriendRows(store)


def keep(store: SqlStore, *ids: str) -> None:
    """Have people with these ids keep names."""
    arrive(store, *ids, since=NOW)
    keep_names(store, *ids)


def befriend(rows: FriendRows, one: str, other: str) -> None:
    """Make two people friends."""
    rows.ask(one, other, NOW)
    rows.ask(other, one, NOW)


def test_one_of_many_who_use_a_link_at_the_same_time_becomes_a_friend(
    rows: FriendRows, store: SqlStore
) -> None:
    keep(store, "a", *(f"p{number}" for number in range(8)))
    link = FriendLink("a", "1", "proof")
    rows.make_link(link, until=NOW + 100, now=NOW)
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda number: rows.use_link(link, f"p{number}", NOW), range(8))) == 1
    assert len(rows.of_kind("a", "friend")) == 1


def test_two_who_ask_each_other_at_the_same_time_are_friends(rows: FriendRows, store: SqlStore) -> None:
    keep(store, "a", "b")
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(rows.ask, ("a", "b"), ("b", "a"), (NOW, NOW)))
    assert rows.tie("a", "b") == rows.tie("b", "a") == "friend"


def test_nobody_has_a_tie_to_a_deleted_person_who_is_asked_at_the_same_time(
    rows: FriendRows, store: SqlStore
) -> None:
    keep(store, "a", "b")
    with ThreadPoolExecutor(2) as threads:
        asked = threads.submit(rows.ask, "a", "b", NOW)
        write(store, erase, "b")
        asked.result()
    assert rows.tie("a", "b") is None


def test_friends_requests_and_blocks_follow_a_person_who_becomes_another(
    rows: FriendRows, store: SqlStore
) -> None:
    keep(store, "old", "new", "friend", "asking", "blocked", "blocking", "both")
    befriend(rows, "old", "friend")
    befriend(rows, "old", "new")
    for one, other in (("old", "blocked"), ("blocking", "old"), ("old", "both"), ("new", "both")):
        befriend(rows, one, other)
    rows.block("old", "blocked", NOW)
    rows.block("blocking", "old", NOW)
    rows.block("new", "both", NOW)
    rows.ask("asking", "old", NOW)
    merge(store, "old", "new")
    assert [each.id for each in rows.of_kind("new", "friend")] == ["friend"]
    assert [each.id for each in rows.of_kind("friend", "friend")] == ["new"]
    assert {each.id for each in rows.of_kind("new", "blocked")} == {"blocked", "both"}
    assert [each.id for each in rows.of_kind("blocking", "blocked")] == ["new"]
    assert [each.id for each in rows.asking("new")] == ["asking"]
    assert rows.of_kind("both", "friend") == rows.of_kind("new", "asked") == []
    for each in ("friend", "blocked", "blocking", "both"):
        assert rows.tie(each, "old") is rows.tie("old", each) is None
