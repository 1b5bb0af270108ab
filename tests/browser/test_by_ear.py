"""A whole game through the accessibility tree alone: roles and names, as a screen reader has them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import People

_CARD = re.compile(r"^\d+ \(\d+ heads?\)$")


def _prompt(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def _log(page: Page) -> str:
    return page.get_by_role("log", name="What happened").inner_text()


def test_a_whole_game_is_played_through_the_accessibility_tree_alone(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    page.get_by_role("radio", name=re.compile("^Two halves")).check()
    page.get_by_text("Customise").click()
    page.get_by_role("textbox", name="Your name").fill("Ana")
    page.get_by_role("combobox", name="Seats", exact=True).select_option("10")
    page.get_by_role("radio", name="Level 1").check()
    page.get_by_text("Change the rules").click()
    page.get_by_role("combobox", name="Deck", exact=True).select_option("Custom number")
    page.get_by_role("textbox", name="Cards in the deck").fill("64")
    page.get_by_role("button", name="Play now Two halves").click()
    play_again = page.get_by_role("button", name="Play again")
    take = page.get_by_role("button", name=re.compile("^Take row"))
    # The first card is asked for when the scripts run.
    page.locator("#stream[data-live]").wait_for(state="attached")
    turns = 0
    while not play_again.is_visible():
        prompt = _prompt(page)
        if prompt == "Choose a card.":
            card = page.get_by_role("button", name=_CARD).first
            number = card.inner_text().split()[0]
            card.click()
            page.get_by_role("button", name=f"Play {number}", exact=True).click()
            turns += 1
            expect(page.get_by_role("button", name=re.compile(rf"^{number} \("))).to_have_count(0)
            assert f"You play {number}." in _log(page)
        elif take.count():
            take.first.click()
            expect(page.get_by_role("heading", level=1)).not_to_have_text(prompt)
        else:
            page.wait_for_timeout(50)
    assert turns == 6
    log = _log(page)
    assert log.count("You") >= 6
    assert "The game is over." in log
    play_again.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose a card.")
