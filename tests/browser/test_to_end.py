"""Whoever is out in elimination sees the rest of the game at once, without being asked after each round."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import People
from tests.browser.people import Person

_GAMES = 8
"""So many games in which Ana is never out before the end do not happen."""


def _out(ana: Person) -> bool:
    """Play until Ana is out and others play on; returns whether she was before the end."""
    ana.open(game="elimination", seats=4, hand="3", end_count="6")
    while ana.seen().asks != "again":
        if ana.page.locator("#to-end").count():
            return True
        ana.do(press=lambda buttons: buttons.last.click())
    return False


def test_whoever_is_out_goes_to_the_end_by_one_press(people: People) -> None:
    ana = people.come("Ana")
    assert any(_out(ana) for _ in range(_GAMES))
    expect(ana.prompt).to_have_text(re.compile("[Oo]ut"))
    ana.page.get_by_role("button", name="To the end").click()
    ana.asked("again")
    expect(ana.prompt).to_have_text(re.compile(r"^You came \d\w\w of 4 · \d+ heads?$"))
