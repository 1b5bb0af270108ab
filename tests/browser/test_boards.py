"""A deal of a board on a phone: begun and left by keyboard, and read after it is over."""

from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

from sixth import bots
from sixth.server.web.middleware.preferences import PLAIN_COOKIE
from tests.browser.axe import check_accessibility, check_languages
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.hosting import Calendar, hosting
from tests.server.support.playing import Person as PlainPerson, play_on

PHONE: Any = {"width": 360, "height": 740}


def finish(person: PlainPerson, board: str, style: int) -> None:
    """Play the next deal of a board to its end, by forms."""
    person.go(f"/boards/{board}")
    person.send("/boards")
    play_on([person], Random(style))


def be_the_same(person: Person, visitor: PlainPerson) -> None:
    """Give a window the cookies of a visitor, but for the one that stands for a browser without scripts."""
    person.context.add_cookies(
        [
            {"name": name, "value": value, "url": person.home}
            for name, value in visitor.client.cookies.items()
            if name != PLAIN_COOKIE
        ]
    )


def test_a_board_is_read_and_gone_on_with_by_keyboard_on_a_phone(people: People, tmp_path: Path) -> None:
    calendar = Calendar()
    bots.get_ready()
    with hosting(tmp_path, wall=calendar) as site:
        plain, board = site.person(), calendar.day()
        for number in range(6):
            finish(site.person(f"198.51.{number}.7"), board, number)
        finish(plain, board, 1)
        ana = people.come(home=site.url, viewport=PHONE)
        be_the_same(ana, plain)
        page, aside = ana.page, ana.tab()
        aside.goto(f"{site.url}/about")
        page.bring_to_front()
        page.goto(f"{site.url}/boards")
        check_accessibility(page, "boards")
        page.get_by_role("link", name="Board of ").first.press("Enter")
        page.wait_for_url("**/boards/2*")
        check_accessibility(page, "a board")
        check_languages(aside, page.url, "a board")
        page.get_by_role("link", name="Deal 1").press("Enter")
        page.wait_for_url("**/1")
        check_accessibility(page, "a deal of a board")
        check_languages(aside, page.url, "a deal of a board")
        page.get_by_role("button", name="Luck or skill? Ask the coach").press("Enter")
        expect(page.locator(".luck progress, .luck a").first).to_be_visible()
        page.get_by_role("button", name="Check the deal").press("Enter")
        expect(page.locator("#verdict")).to_contain_text("All deals are fair")
        expect(page.locator("#verdict [data-what=sealed]")).to_be_visible()
        check_accessibility(page, "a deal of a board that was checked")
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        expect(page.locator(".choices tbody tr").first).to_contain_text(" of 7")
        page.set_viewport_size(PHONE)
        page.get_by_role("button", name="Play deal 2").press("Enter")
        page.wait_for_url("**/t/*")
        ana.wait_until_ready()


_FORGED = """async () => {
  const answer = window.fetch;
  window.fetch = async (address, ...more) => {
    const got = await answer(address, ...more);
    if (!address.includes("/api/v1/boards/")) return got;
    const facts = await got.json();
    return new Response(JSON.stringify({...facts, ...window.forged}));
  };
}"""


def test_a_browser_checks_that_a_deal_was_fixed_before_its_board_was_played(
    people: People, tmp_path: Path
) -> None:
    calendar = Calendar()
    bots.get_ready()
    with hosting(tmp_path, wall=calendar) as site:
        plain, board = site.person(), calendar.day()
        # The chain begins some days before the board.
        plain.go("/boards")
        calendar.forward(3)
        board = calendar.day()
        finish(plain, board, 1)
        calendar.forward(1)
        ana = people.come(home=site.url, viewport=PHONE)
        be_the_same(ana, plain)
        page = ana.page
        page.goto(f"{site.url}/boards/{board}/1")
        check, last = page.get_by_role("button", name="Check the deal"), page.locator("#verdict li").last
        check.press("Enter")
        expect(last).to_have_text(
            "The secret follows from that of the board, which leads to the number that was published"
            " before the first board."
        )
        expect(page.locator("#verdict .unfair")).to_have_count(0)
        # The page of the replay says the same.
        page.get_by_role("link", name="Watch replay").press("Enter")
        page.wait_for_url("**/g/*")
        check.press("Enter")
        expect(last).to_contain_text("The secret follows from that of the board")
        page.evaluate(_FORGED)
        for forged in ({"secret": "00" * 32}, {"anchor": "00" * 32}, {"begins": "2020-01-01"}):
            page.evaluate("(forged) => { window.forged = forged; }", forged)
            check.press("Enter")
            expect(page.locator("#verdict .unfair")).to_have_text(
                "The secret does not follow from that of the board."
            )
            expect(check).to_be_enabled()
