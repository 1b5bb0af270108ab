"""Passkeys, in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sixth.rules.game import NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.people.browsers import NewBrowser, browsers_of
from sixth.server.people.passkey_ceremonies import PasskeyKey
from sixth.server.people.passkeys import (
    add_passkey,
    find_key,
    keep_challenge,
    passkeys_of,
    remove_passkey,
    take_challenge,
    use_passkey,
)
from sixth.server.people.person import person_of_browser
from sixth.server.store.sql import SqlStore
from tests.server.support.people import arrive, keep_names, read, write

NOW = 1_000_000
KEY = PasskeyKey("id", "key", 3)


@pytest.fixture
def people(store: SqlStore) -> SqlStore:
    """Return a store with two people, of whom the first has a passkey."""
    arrive(store, "a", "b")
    keep_names(store, "a", "b")
    write(store, add_passkey, KEY, "a", "Phone", NOW)
    return store


def key_of(store: SqlStore) -> PasskeyKey | None:
    """Return the key of that passkey."""
    return read(store, find_key, "id")


def test_of_many_answers_to_one_challenge_at_the_same_time_one_counts(people: SqlStore) -> None:
    write(people, keep_challenge, "proof", None, until=NOW + 1, now=NOW)
    with ThreadPoolExecutor(8) as threads:
        taken = threads.map(lambda _: write(people, take_challenge, "proof", None, NOW), range(8))
        assert sum(taken) == 1


def test_a_challenge_is_for_its_person_and_its_time(people: SqlStore) -> None:
    for person_id, now in ((None, NOW), ("b", NOW), ("a", NOW + 1)):
        write(people, keep_challenge, "proof", "a", until=NOW + 1, now=NOW)
        assert not write(people, take_challenge, "proof", person_id, now)
    write(people, keep_challenge, "proof", "a", until=NOW + 1, now=NOW)
    assert write(people, take_challenge, "proof", "a", NOW)


def test_a_new_challenge_deletes_those_that_are_too_old(people: SqlStore) -> None:
    write(people, keep_challenge, "old", None, until=NOW, now=NOW - 1)
    write(people, keep_challenge, "new", None, until=NOW + 1, now=NOW)
    assert not write(people, take_challenge, "old", None, NOW - 1)


def test_of_a_passkey_that_is_used_by_many_at_the_same_time_one_use_counts(people: SqlStore) -> None:
    def use(number: int) -> bool:
        try:
            write(people, use_passkey, KEY, 4, NewBrowser(f"b{number}", "", NOW), None, merges=())
        except NotFound:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(use, range(8))) == 1
    assert len(read(people, browsers_of, "a")) == 2
    assert key_of(people) == KEY._replace(sign_count=4)


def test_a_passkey_is_that_of_one_person(people: SqlStore) -> None:
    with pytest.raises(NotNow, match="in use here already"):
        write(people, add_passkey, KEY._replace(public_key="other"), "b", "Copy", NOW)
    assert key_of(people) == KEY
    assert [each.name for each in read(people, passkeys_of, "a")] == ["Phone"]
    assert not read(people, passkeys_of, "b")


def test_a_passkey_that_was_removed_is_not_used(people: SqlStore) -> None:
    write(people, remove_passkey, "b", "id")
    assert key_of(people) == KEY
    write(people, remove_passkey, "a", "id")
    with pytest.raises(NotFound):
        write(people, use_passkey, KEY, 4, NewBrowser("thief", "", NOW), None, merges=())
    assert read(people, person_of_browser, "thief") is None
