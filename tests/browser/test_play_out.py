"""Who is out in elimination, and alone with bots, comes to the end of the game by one press."""

import re
from random import Random

import httpx2
from playwright.sync_api import expect

from tests.browser.axe import is_accessible
from tests.browser.conftest import People
from tests.server.support.playing import Person, play_once
from tests.server.support.serving import PATIENCE

_GAMES = 40
"""So many games in which Ana is never out before the end do not happen."""


def _is_out(ana: Person, rng: Random) -> bool:
    """Play one game by forms until Ana is out and others play on; returns whether she was before the end."""
    ana.open("play", game="elimination", seats=4, hand="3", end_count="6", name="Ana")
    while ana.page.asks != "again":
        if "play-out" in ana.page.forms:
            return True
        if not play_once(ana, rng):
            ana.look()
    return False


def test_who_is_out_goes_to_the_end_by_one_press(people: People) -> None:
    ana = people.come("Ana")
    with httpx2.Client(base_url=ana.home, follow_redirects=True, timeout=PATIENCE) as client:
        by_forms, rng = Person(client), Random(1)
        assert any(_is_out(by_forms, rng) for _ in range(_GAMES))
        ana.sit_at(by_forms.table, by_forms.token())
    expect(ana.page.get_by_role("button", name="Next round")).to_be_visible()
    is_accessible(ana.page, "out of the game")
    ana.page.get_by_role("button", name="To the end").click()
    expect(ana.prompt).to_have_text(re.compile(r"^You came \d\w\w of 4 · \d+ heads?$"))
    expect(ana.page.get_by_role("button", name="To the end")).to_have_count(0)
