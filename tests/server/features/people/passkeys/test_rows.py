"""Rows of passkeys in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sixth.server.features.people.passkeys.ceremonies import PasskeyKey
from sixth.server.features.people.passkeys.rows import PasskeyRows
from sixth.server.features.people.person import NewBrowser
from sixth.server.features.people.rows import PeopleRows
from sixth.server.store.sql import SqlStore
from tests.server.features.people.test_rows import NOW, guest

KEY = PasskeyKey("id", "key", 3)


@pytest.fixture
def people(store: SqlStore) -> PeopleRows:
    rows = PeopleRows(store)
    for name in ("a", "b"):
        guest(store, name)
        rows.keep_name(name, f"Person {name}", 0)
    return rows


@pytest.fixture
def rows(store: SqlStore, people: PeopleRows) -> PasskeyRows:
    rows = PasskeyRows(store)
    assert rows.add(KEY, "a", "Phone", NOW)
    return rows


def test_of_many_answers_to_one_challenge_at_the_same_time_one_counts(rows: PasskeyRows) -> None:
    rows.keep_challenge("proof", None, until=NOW + 1, now=NOW)
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda _: rows.take_challenge("proof", None, NOW), range(8))) == 1


def test_a_challenge_is_for_its_person_and_its_time(rows: PasskeyRows) -> None:
    for person_id, now in ((None, NOW), ("b", NOW), ("a", NOW + 1)):
        rows.keep_challenge("proof", "a", until=NOW + 1, now=NOW)
        assert not rows.take_challenge("proof", person_id, now)
    rows.keep_challenge("proof", "a", until=NOW + 1, now=NOW)
    assert rows.take_challenge("proof", "a", NOW)


def test_a_new_challenge_deletes_those_that_are_too_old(rows: PasskeyRows) -> None:
    rows.keep_challenge("old", None, until=NOW, now=NOW - 1)
    rows.keep_challenge("new", None, until=NOW + 1, now=NOW)
    assert not rows.take_challenge("old", None, NOW - 1)


def test_of_a_passkey_that_is_used_by_many_at_the_same_time_one_use_counts(
    rows: PasskeyRows, people: PeopleRows
) -> None:
    def use(number: int) -> bool:
        return rows.use(KEY, 4, NewBrowser(f"b{number}", "", NOW), None)

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1
    assert len(people.browsers("a")) == 2
    assert rows.find("id") == KEY._replace(sign_count=4)


def test_a_passkey_is_that_of_one_person(rows: PasskeyRows) -> None:
    assert not rows.add(KEY._replace(public_key="other"), "b", "Copy", NOW)
    assert rows.find("id") == KEY
    assert [each.name for each in rows.of_person("a")] == ["Phone"]
    assert not rows.of_person("b")


def test_a_passkey_that_was_removed_is_not_used(rows: PasskeyRows, people: PeopleRows) -> None:
    rows.remove("b", "id")
    assert rows.find("id") == KEY
    rows.remove("a", "id")
    assert not rows.use(KEY, 4, NewBrowser("thief", "", NOW), None)
    assert people.of_browser("thief") is None
