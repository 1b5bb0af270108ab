"""What processes tell one another of an append: all of it where there is room, and else that it happened."""

from sys import maxsize

import pytest

import sixth
from sixth.rules.codec import dumps, loads
from sixth.server.store.words import Word, understood_word, word_of
from sixth.server.table.codec import dumps_event
from tests.server.support.logs import whole

LOG = [dumps_event(event) for event in whole(sixth.games["classic"].replace(seats=4), seed=1, rounds=1)]


def test_a_word_says_what_happened() -> None:
    word = understood_word(str(word_of("table", 12, "me", LOG[4:7])))
    assert (word.table, word.version, word.by) == ("table", 12, "me")
    assert [dumps(each) for each in loads(word.happenings)] == LOG[4:7]


def test_of_more_than_a_database_carries_only_table_and_version_are_told() -> None:
    umlauts = dumps("ä" * 3_000)
    for happenings in ([*LOG, *LOG], [umlauts, umlauts]):
        told = str(word_of("table", 12, "me", happenings))
        assert understood_word(told) == Word("table", 12, "me")


def test_a_word_without_happenings_names_table_and_version() -> None:
    assert str(word_of("table", 12, "me", ())) == "table 12 me"


@pytest.mark.parametrize(
    ("told", "version"), [("table 12", 12), ("table", maxsize), ("table twelve", maxsize)]
)
def test_a_program_of_another_version_may_say_less(told: str, version: int) -> None:
    assert understood_word(told) == Word("table", version)
