"""Checks by axe-core: it finds nothing on any page in any phase and theme, and in each language on some."""

import pytest
from playwright.sync_api import expect

from sixth.rules.games import GAMES
from tests.browser.axe import Inspection, check_accessibility
from tests.browser.conftest import People

_PAGES = (
    *("", "tables", "mine", "pad", "settings", "offline", "daily"),
    *("learn", "learn/3", "learn/4/7", "learn/8", "you"),
)
_WITHOUT_SCRIPTS = (
    *("join", "about", "t/no-such-table", "boards", "rules", "privacy"),
    *(f"rules/{game}" for game in GAMES),
)
"""Pages that scripts do not change."""


def test_axe_finds_nothing_on_any_page(people: People) -> None:
    ana = people.come()
    ana.forgive("404|422")
    looking, page = Inspection(ana), ana.page
    for path in _PAGES:
        page.goto(f"{ana.home}/{path}")
        looking.find_nothing(f"/{path}")
    for path in _WITHOUT_SCRIPTS:
        looking.read(f"/{path}")
    page.goto(ana.home)
    page.get_by_label("Kids").check()
    page.get_by_text("Customise").click()
    page.get_by_label("Seats", exact=True).select_option("10")
    expect(page.locator("#verdict .clash")).to_be_visible()
    check_accessibility(page, "clash")
    page.get_by_role("button", name="Play now Kids").click()
    ana.note.wait_for()
    check_accessibility(page, "refused form")


@pytest.mark.parametrize(("game", "asks"), [("logic", "pick"), ("kids", "flip"), ("both-ends", "choose")])
def test_axe_finds_nothing_at_other_games(people: People, game: str, asks: str) -> None:
    ana = people.come()
    ana.open(game=game)
    ana.wait_for_question(asks)
    check_accessibility(ana.page, f"{game}, {asks}")
    ana.do()
    ana.play_until(asks)
    check_accessibility(ana.page, f"{game}, {asks} once more")
    if game == "kids":
        ana.menu().get_by_role("button", name="Leave the table").click()
        ana.wait_for_question("back")
        check_accessibility(ana.page, "a bot plays for me")


def test_high_contrast_looks_the_same_by_choice_and_by_system_setting(people: People) -> None:
    looks = set()
    for contrast in ("no-preference", "more"):
        person = people.come(contrast=contrast, color_scheme="dark")
        page = person.page
        if contrast == "no-preference":
            page.context.add_cookies([{"name": "sixth-theme", "value": "contrast", "url": person.home}])
        page.goto(f"{person.home}/learn/3")
        looks.add(page.screenshot())
    assert len(looks) == 1
