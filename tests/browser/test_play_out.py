"""Elimination with bots alone: one press leads a player who is out to the end of the game."""

import re
from random import Random

from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.server.support.playing import Person, play_once, visiting

_GAMES = 40
"""In so many games Ana is out before the end at least once."""


def _is_out(ana: Person, rng: Random) -> bool:
    """Play one game by forms until Ana is out and bots play on, or to its end; return whether she was out."""
    ana.open("play", game="elimination", seats=4, hand="3", end_count="6", name="Ana")
    while ana.page.asks != "again":
        if "play-out" in ana.page.forms:
            return True
        if not play_once(ana, rng):
            ana.look()
    return False


def test_a_player_who_is_out_goes_to_the_end_by_one_press(people: People) -> None:
    ana = people.come("Ana")
    rng = Random(1)
    with visiting(ana.home) as by_forms:
        assert any(_is_out(by_forms, rng) for _ in range(_GAMES))
        ana.sit_at(by_forms.table, by_forms.token())
    expect(ana.page.get_by_role("button", name="Next round")).to_be_visible()
    check_accessibility(ana.page, "out of the game")
    ana.page.get_by_role("button", name="To the end").click()
    expect(ana.prompt).to_have_text(re.compile(r"^You came \d\w\w of 4 · \d+ heads?$"))
    expect(ana.page.get_by_role("button", name="To the end")).to_have_count(0)
