"""Hints that a host may allow: visible to players, audible to screen readers, and nowhere else."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import BUTTONS, Person, begin_together, meanwhile


def _helps(page: Page) -> Locator:
    return page.get_by_text("Cards seen so far, rows in danger")


def _shows_what_was_seen(page: Page, hand: list[int]) -> None:
    """Check that every card has its place, and each row the number of unseen cards that would come to it."""
    _helps(page).click()
    of = {
        where: page.locator(f".deck-seen:not(.key) [data-where={where}]").all_inner_texts()
        for where in ("hand", "row", "seen", "unseen")
    }
    assert [int(card) for card in of["hand"]] == hand
    assert sorted(of["row"], key=int) == sorted(page.locator(".row .card b").all_inner_texts(), key=int)
    assert sum(map(len, of.values())) == 104
    expect(page.locator("#helps")).to_contain_text(f"{len(of['unseen'])} cards not seen yet")
    ends = [int(row.locator(".card b").last.inner_text()) for row in page.locator(".row").all()]
    for end, row in zip(ends, page.locator(".row").all(), strict=True):
        coming = sum(
            max((each for each in ends if each < int(card)), default=0) == end for card in of["unseen"]
        )
        assert row.locator(".coming").inner_text() == str(coming)
        sentence = f"{coming} unseen card{'' if coming == 1 else 's'} would come here"
        expect(row.locator(".about")).to_contain_text(sentence)


def _begins_a_turn(ana: Person, bo: Person) -> bool:
    """Return whether Ana is to choose a card; Bo takes a row if his highest card was too low."""
    bo.page.goto(ana.page.url)
    if bo.table.get_attribute("data-asks") == "take":
        bo.page.locator(BUTTONS["take"]).first.click()
    table = ana.snapshot()
    return table.asks == "choose" and not table.chosen


def test_hints_are_shown_to_players_where_the_host_allows_them(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", java_script_enabled=False)
    ana.open("invite", seats=3, helps="true")
    bo.join(ana.page.url)
    ana.options().get_by_label("Everything").check()
    ana.page.get_by_role("button", name="Close").click()
    ana.page.get_by_role("button", name="Start the game").click()
    ana.wait_for_question("choose")
    # A listener to everything hears it before a choice, and every reader hears it with the row.
    expect(ana.page.locator("#say")).to_contain_text(
        re.compile(r"Unseen cards headed for each row: \d+, \d+, \d+, \d+\.")
    )
    ana.page.keyboard.press("1")
    expect(ana.page.locator("#say p").last).to_contain_text(
        re.compile(r"^Row 1, .*, \d+ unseen cards? would come here: ")
    )
    bo.page.goto(ana.page.url)
    bo.page.locator("#hand button").last.click()
    ana.do(press=lambda buttons: buttons.last.click())
    meanwhile([ana], lambda: _begins_a_turn(ana, bo))
    _shows_what_was_seen(ana.page, ana.hand())
    check_accessibility(ana.page, "helps")
    # An opened hint stays open.
    ana.do(press=lambda buttons: buttons.last.click())
    expect(ana.page.locator("#helps[open]")).to_be_visible()
    # Hints work without scripts, too.
    bo.page.goto(ana.page.url)
    expect(bo.page.get_by_text(re.compile(r"^\d+ cards not seen yet: \d"))).to_be_visible()
    # A spectator has no hints.
    eve = people.come("Eve")
    eve.page.goto(ana.page.url)
    expect(eve.page.locator(".row")).to_have_count(4)
    expect(_helps(eve.page)).to_have_count(0)
    expect(eve.page.locator(".coming")).to_have_count(0)


def test_without_the_hosts_permission_there_are_no_hints(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo", java_script_enabled=False)
    begin_together(ana, bo)
    for person in (ana, bo):
        expect(person.page.locator(".row, #table.plain .rows li")).to_have_count(4)
        expect(_helps(person.page)).to_have_count(0)
        expect(person.page.locator(".coming")).to_have_count(0)
        assert "unseen" not in person.page.content()
