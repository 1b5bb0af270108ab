"""Names that look alike, in any script, of which a table accepts only one."""

import pytest

import sixth
from sixth.rules.game import Refusal
from sixth.server.table import seating, state as at_table
from sixth.server.table.events import Opened, Sat
from sixth.server.table.fold import fold
from sixth.server.table.lookalikes import look_alike, skeleton

SAME = {
    "in capitals": ("Ana", "ANA"),
    "as capitals are written": ("Straße", "STRASSE"),
    "a joiner": ("Ana", "A\u200dna"),
    "a non-joiner": ("Ana", "An\u200ca"),
    "a variation selector": ("Ana", "A\ufe0fna"),
    "a selector of ideographs": ("Ana", "Ana\U000e0101"),
    "a combining grapheme joiner": ("Ana", "A\u034fna"),
    "a Hangul filler": ("Ana", "An\u3164a"),
    "a half width filler": ("Ana", "An\uffa0a"),
    "full width": ("Ana", "\uff21\uff4e\uff41"),
    "letters of mathematics": ("Ana", "\U0001d400\U0001d427\U0001d41a"),
    "letters in circles": ("Ana", "\u24b6\u24dd\u24d0"),
    "a Cyrillic capital": ("Ana", "\u0410na"),
    "a Cyrillic letter": ("Ana", "An\u0430"),
    "a Greek capital": ("Ana", "\u0391na"),
    "Cyrillic letters only": ("cope", "\u0441\u043e\u0440\u0435"),
    "a capital i for an l": ("lan", "Ian"),
    "a one for an l": ("Alma", "A1ma"),
    "two letters for one": ("Mira", "rnira"),
    "a zero": ("Otto", "0tto"),
    "accents apart": ("Zo\u00eb", "Zoe\u0308"),
    "another accent like it": ("\u010dapek", "c\u0306apek"),
    "Arabic": ("\u0643\u0631\u064a\u0645", "\u06a9\u0631\u064a\u0645"),
}
OTHERS = {
    "one letter": ("Ana", "Anna"),
    "an accent": ("Zoe", "Zo\u00eb"),
    "a number": ("Alma", "Alma 2"),
    "scripts": ("Ana", "\u0410\u043d\u044f"),
    "Devanagari": ("\u0930\u093e\u092e", "\u0936\u094d\u092f\u093e\u092e"),
    "Chinese": ("\u674e\u660e", "\u738b\u660e"),
    "emoji": ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f466"),
}


@pytest.mark.parametrize("how", SAME)
def test_names_that_look_alike_are_the_same_and_a_table_accepts_one(how: str) -> None:
    one, other = SAME[how]
    assert look_alike(one, other)
    assert look_alike(other, one)
    with pytest.raises(Refusal, match="already has that name"):
        seating.sit(sitting(one), other, "token")
    assert seating.sit(sitting(one), "Xaver", "token")


@pytest.mark.parametrize("how", OTHERS)
def test_names_that_look_different_are_different(how: str) -> None:
    assert not look_alike(*OTHERS[how])


def sitting(name: str) -> at_table.Table:
    """Return a table with a person of that name."""
    rules = sixth.games["classic"].replace(seats=4)
    return fold("table", (Opened(rules, "00"), Sat(0, name, "human", "first")))


@pytest.mark.parametrize("name", ["\u0410lma", "ALMA", "A\u200dlma", "\uff21lma"])
def test_a_bot_gets_no_name_that_looks_like_a_persons(name: str) -> None:
    bots = seating.fill(sitting(name), "nearest")
    assert [bot.name for bot in bots] == ["Bruno", "Clio", "Dario"]


def test_skeletons_follow_the_standard() -> None:
    """Examples of UTS 39, with the skeletons of ICU."""
    assert skeleton("p\u0430yp\u0430l") == skeleton("paypal")
    assert skeleton("\u0455\u0441\u043e\u0440\u0435") == skeleton("scope")
    assert skeleton("m") == "rn"
    assert skeleton("\u1ea1") == "a\u0323"
    assert skeleton("\u00ad\u200b\u2060\ufe0f\U000e0100") == ""
