"""The names that people keep, in both kinds of database."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from sixth.rules.game import NotNow
from sixth.server.people.erasure import erase
from sixth.server.people.names import keep_name, named_people
from sixth.server.people.person import find_person, person_of_browser
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import clean_name
from tests.server.support.people import arrive, read, write


def test_of_two_who_want_one_name_at_the_same_time_one_has_it(store: SqlStore) -> None:
    people = [f"p{number}" for number in range(8)]
    arrive(store, *people)

    def keep(person_id: str) -> bool:
        try:
            write(store, keep_name, person_id, "Ana" if person_id < "p4" else "aNA", 1)
        except NotNow:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(keep, people)) == 1
    assert len(store.read(named_people)) == 1


@pytest.mark.parametrize("name", ["\ufdfa" * 24, "\ufdfb" * 24, "\ucb94" * 24, "\N{FAMILY}" * 24])
def test_any_name_that_a_table_accepts_can_be_kept_once(store: SqlStore, name: str) -> None:
    assert clean_name(name) == name
    arrive(store, "ana", "bo")
    write(store, keep_name, "ana", name, 0)
    found = read(store, named_people, name)
    assert [each.person.name for each in found] == [name]
    with pytest.raises(NotNow, match="already has that name"):
        write(store, keep_name, "bo", name, 0)


def test_a_name_is_free_again_when_its_person_is_erased(store: SqlStore) -> None:
    arrive(store, "a")
    write(store, keep_name, "a", "Ana", 0)
    write(store, erase, "a")
    assert read(store, find_person, "a") is None
    assert read(store, person_of_browser, "a") is None
    arrive(store, "b")
    assert write(store, keep_name, "b", "Ana", 0) == "Ana"
