"""Checks by axe-core: it finds nothing on any page in any phase and theme, and in each language on some."""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from sixth.i18n import LANGUAGES, SOURCE
from sixth.rules.games import GAMES
from tests.browser.axe import check_accessibility, check_languages
from tests.browser.conftest import People
from tests.browser.people import BUTTONS, Person

_PAGES = (
    *("", "tables", "join", "mine", "pad", "settings", "about", "offline", "t/no-such-table", "daily"),
    *("rules", "rules/classic", "rules/logic", "learn", "learn/3", "learn/4/7", "learn/8"),
    *("you", "privacy"),
)
_LIKE_OTHERS = tuple(f"rules/{game}" for game in GAMES if game not in ("classic", "logic"))
"""Pages that differ from other listed pages in words and pictures only."""


_OTHERS = tuple(code for code in LANGUAGES if code != SOURCE)
"""The languages for the second tab; the first one has the source language."""


class Inspection:
    """A person, and a tab of the same browser for their pages in other languages."""

    def __init__(self, person: Person) -> None:
        self._languages = cycle(_OTHERS)
        person.forgive("favicon.ico")
        self._aside = person.tab()
        self._aside.goto(f"{person.home}/about")
        self.page = person.page
        # A browser draws a page behind another one once a second.
        self.page.bring_to_front()

    def find_nothing(self, where: str, page: Page | None = None) -> None:
        """Check the page (or another of this browser) in two themes, and in the next language."""
        page = page or self.page
        check_accessibility(page, where)
        check_languages(self._aside, page.url, where, [next(self._languages)])

    def read(self, address: str, where: str) -> None:
        """Check this address in the next language."""
        check_languages(self._aside, address, where, [next(self._languages)])


def test_axe_finds_nothing_on_any_page(people: People) -> None:
    ana = people.come()
    ana.forgive("404|422")
    looking, page = Inspection(ana), ana.page
    for path in _PAGES:
        page.goto(f"{ana.home}/{path}")
        looking.find_nothing(f"/{path}")
    for path in _LIKE_OTHERS:
        looking.read(f"{ana.home}/{path}", f"/{path}")
    page.goto(ana.home)
    page.get_by_label("Kids").check()
    page.get_by_text("Customise").click()
    page.get_by_label("Seats", exact=True).select_option("10")
    expect(page.locator("#verdict .clash")).to_be_visible()
    check_accessibility(page, "clash")
    page.get_by_role("button", name="Play now Kids").click()
    ana.note.wait_for()
    check_accessibility(page, "refused form")


def _invite(ana: Person) -> str:
    """Set up a table for three, for two rounds of five turns each."""
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label("Seats", exact=True).select_option("3")
    page.get_by_text("Change the rules").click()
    page.get_by_label("Cards in each hand").fill("5")
    page.get_by_label("Length", exact=True).select_option("own")
    page.get_by_label("End of the game").select_option("rounds")
    page.get_by_label("Limit or rounds").fill("2")
    page.get_by_role("button", name="Play with friends").click()
    ana.wait_until_ready()
    return page.url


def test_axe_finds_nothing_from_the_lobby_to_the_end_of_a_game(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    # A busy machine may leave a replay before its scripts have read the game.
    ana.forgive("preloaded using link preload")
    hers = Inspection(ana)
    table, other_tab = _invite(ana), ana.tab()
    hers.find_nothing("lobby, host")
    for path in ("screen", "house"):
        other_tab.goto(f"{table}/{path}")
        check_accessibility(other_tab, f"lobby, {path}")
    ana.page.bring_to_front()
    bo.page.goto(table)
    check_accessibility(bo.page, "before sitting down")
    bo.join(table)
    check_accessibility(bo.page, "waiting for the host")
    bo.page.get_by_role("button", name="I am ready").click()
    expect(ana.status_of("Bo")).to_have_text("is ready")
    ana.page.get_by_role("button", name="Start the game").click()
    for person in (ana, bo):
        person.wait_for_question("choose")
    hers.find_nothing("choose")
    ana.page.locator("#hand button").last.click()
    check_accessibility(ana.page, "a card lifted")
    ana.do()
    check_accessibility(ana.page, "chosen, while another thinks")
    ana.page.locator("#hand button:not([aria-pressed])").first.click()
    ana.page.locator("#keep").click()
    check_accessibility(ana.page, "a card kept")
    ana.page.locator("#unlift").click()
    ana.page.keyboard.press("?")
    check_accessibility(ana.page, "the keys")
    ana.page.keyboard.press("Escape")
    unseen = {"take", "next"}
    while unseen or ana.snapshot().asks != "again":
        for person, other in ((ana, bo), (bo, ana)):
            now = person.snapshot()
            if now.asks in unseen:
                unseen.remove(now.asks)
                check_accessibility(person.page, now.asks)
                if now.asks == "take":
                    other.page.locator(".pending:visible").wait_for()
                    check_accessibility(other.page, "another takes a row")
                    other_tab.goto(f"{table}/screen")
                    check_accessibility(other_tab, "screen, another takes a row")
                else:
                    other_tab.goto(f"{table}/screen")
                    check_accessibility(other_tab, "screen, end of a round")
                    person.page.bring_to_front()
                    person.page.keyboard.press(",")
                    person.page.locator("#past[open]").wait_for()
                    check_accessibility(person.page, "what just happened")
                    person.page.keyboard.press("Escape")
                    other_tab.goto(f"{table}/history")
                    check_accessibility(other_tab, "what just happened, as a page")
            if now.asks in BUTTONS and not now.chosen and (unseen or now.asks != "again"):
                person.do(now)
    hers.find_nothing("again")
    other_tab.goto(f"{table}/screen")
    check_accessibility(other_tab, "screen, end of the game")
    # Everybody's heads are in sight on a screen that nobody scrolls.
    cards = other_tab.locator(".wall-cards")
    assert cards.evaluate("part => part.scrollHeight - part.clientHeight") <= 1
    assert cards.get_by_role("listitem").count() == 3
    ana.page.bring_to_front()
    desk = ana.page.viewport_size
    assert desk is not None
    ana.page.set_viewport_size({"width": 360, "height": 740})
    talk = ana.page.get_by_role("link", name="Chat")
    talk.click()
    check_accessibility(ana.page, "talk over the result, on a phone")
    ana.page.keyboard.press("Escape")
    expect(talk).to_be_focused()
    ana.page.set_viewport_size(desk)
    ana.page.get_by_role("link", name="Watch replay").click()
    ana.page.locator("#next").click()
    hers.find_nothing("replay")
    other_tab.goto(f"{table}/house")
    check_accessibility(other_tab, "settings of the next game")
    other_tab.get_by_label("Spectators allowed").uncheck()
    other_tab.get_by_role("button", name="Back to lobby").click()
    other_tab.get_by_role("button", name="Start the game").click()
    other_tab.locator("#hand button").first.wait_for()
    eve = people.come("Eve")
    eve.forgive("403")
    eve.page.goto(table)
    expect(eve.prompt).to_have_text("This table is private")
    check_accessibility(eve.page, "closed table")


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
