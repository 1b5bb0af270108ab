"""The daily deal on a phone: played by keyboard, compared, shared, missed for a day, and resumed."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import check_accessibility, check_languages
from tests.browser.conftest import People
from tests.browser.people import BUTTONS, NO_STORAGE, Person
from tests.server.support.hosting import Calendar, Site, hosting

PHONE: Any = {"width": 360, "height": 740}
_SHARE = "navigator.share = async (given) => { window.shared = given; };"
_GETS_ON = """(far) => !document.querySelector(".luck a").hidden
  || document.querySelector(".luck progress").value > far"""
_STORED = "JSON.parse(localStorage.getItem('sixth-daily'))"


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, calendar: Calendar) -> Iterator[Site]:
    """Start a site whose days pass as the tests say."""
    with hosting(tmp_path_factory.mktemp("daily"), wall=calendar) as site:
        yield site


def play(ana: Person) -> None:
    """Play today's deal by keyboard, from its page to its result."""
    page = ana.page
    page.get_by_role("button", name="Play today’s deal").press("Enter")
    ana.wait_until_ready()
    while True:
        table = ana.snapshot()
        if page.locator("#ended").count():
            break
        buttons = page.locator(BUTTONS.get(table.asks, "#none"))
        if table.asks == "choose" and not table.chosen:
            buttons.first.press("Enter")
            page.keyboard.press("Enter")
            ana.wait_until_chosen(table)
        else:
            if table.asks == "take":
                buttons.first.press("Enter")
            ana.wait_for_change(table)
    _show_result(ana)


def play_by_forms(ana: Person) -> None:
    """Play today's deal without a window, from its page to its result."""
    ana.page.get_by_role("button", name="Play today’s deal").press("Enter")
    ana.wait_until_ready()
    ana.end_game()
    _show_result(ana)


def _show_result(ana: Person) -> None:
    ana.page.locator("#fared").press("Enter")
    ana.page.wait_for_url("**/daily/*")


def days(page: Page) -> list[str]:
    """Return the heads of the last seven days, with gaps."""
    return page.locator("#week b").all_inner_texts()


def test_results_are_shared_and_a_missed_day_is_shown(people: People, site: Site, calendar: Calendar) -> None:
    # Nobody has played today's deal.
    calendar.forward()
    ana = people.come(home=site.url, viewport=PHONE)
    page, aside = ana.page, ana.tab()
    ana.forgive("favicon.ico")
    aside.goto(f"{site.url}/about")
    page.bring_to_front()
    page.add_init_script(_SHARE)
    page.goto(site.url)
    page.locator(".my-lines").get_by_role("link", name="Daily deal").press("Enter")
    page.wait_for_url("**/daily")
    check_accessibility(page, "before playing")
    expect(page.locator("#week")).to_be_hidden()
    play(ana)
    check_accessibility(page, "after playing")
    check_languages(aside, page.url, "after playing", ["de"])
    heads = [int(each) for each in page.locator(".turns [aria-hidden]").all_inner_texts()]
    assert len(heads) == 10
    expect(page.locator(".result")).to_contain_text(f"{sum(heads)} head")
    assert days(page) == ["–"] * 6 + [str(sum(heads))]
    expect(page.locator("#streak")).to_have_text("Days in a row: 1. Your best: 1.")
    page.get_by_role("button", name="Share").press("Enter")
    title, blocks, link = page.evaluate("window.shared.text").splitlines()
    assert title.startswith("Sixth · Daily deal, ")
    assert blocks == f"{blocks[:10]} {page.locator('.result').inner_text()}"
    assert [block == "⬜" for block in blocks[:10]] == [each == 0 for each in heads]
    assert link == f"{site.url}/daily/{calendar.day()}"
    page.locator("#fair summary").press("Enter")
    page.locator("#check").press("Enter")
    expect(page.locator("[data-what=chain]")).to_be_visible()
    expect(page.locator("#verdict .unfair")).to_have_count(0)
    page.get_by_role("button", name="Luck or skill? Ask the coach").press("Enter")
    while (link := page.locator(".luck a")).is_hidden():
        # The coach takes as long as the machine lets it, and gets on.
        far = page.locator(".luck progress").evaluate("(bar) => bar.value")
        page.wait_for_function(_GETS_ON, arg=far)
    expect(link).to_be_visible()
    account = page.locator(".luck .account").inner_text()
    page.reload()
    expect(page.locator(".luck .account")).to_have_text(account)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    calendar.forward()
    page.goto(f"{site.url}/daily")
    assert days(page) == ["–"] * 5 + [str(sum(heads)), "–"]
    expect(page.locator("#streak")).to_have_text("Days in a row: 1. Your best: 1.")
    play_by_forms(ana)
    expect(page.locator("#streak")).to_have_text("Days in a row: 2. Your best: 2.")

    calendar.forward(2)
    page.goto(f"{site.url}/daily")
    assert [each != "–" for each in days(page)] == [False] * 3 + [True, True, False, False]
    expect(page.locator("#streak")).to_have_text("Days in a row: 0. Your best: 2.")
    page.locator("#week a").nth(-2).press("Enter")
    page.wait_for_url(f"**/daily/{calendar.day(-1)}")
    expect(page.get_by_role("button", name="Practise this deal")).to_be_visible()
    check_accessibility(page, "a day that was missed")


def test_the_countdown_to_the_next_deal_uses_the_clock_of_the_site(people: People, site: Site) -> None:
    ana = people.come(home=site.url)
    page = ana.page
    page.clock.install(time="2001-01-01T23:59:00")
    page.goto(f"{site.url}/daily")
    expect(page.locator("#next b")).to_contain_text(re.compile(r"^1[01]:\d\d:\d\d$"))
    expect(page.locator("#renewed")).to_be_empty()
    page.clock.fast_forward("13:00:00")
    expect(page.locator("#renewed")).to_contain_text("There is a new deal.")
    expect(page.locator("#renewed a")).to_have_attribute("href", "/daily")
    expect(page.locator("#next")).to_be_hidden()


def test_damaged_days_are_ignored(people: People, site: Site) -> None:
    ana = people.come(home=site.url)
    page = ana.page
    page.goto(f"{site.url}/daily")
    for stored in (
        "{",
        "null",
        "[1]",
        '{"days": 1}',
        '{"days": null, "anchor": 7}',
        '{"days": {"2026-02-31": 3, "x": 1, "2026-01-01": "3", "2026-01-02": -1, "2026-01-03": 1e9}}',
    ):
        page.evaluate("(stored) => localStorage.setItem('sixth-daily', stored)", stored)
        page.reload()
        expect(page.locator("#next b"), stored).to_contain_text(":")
        assert page.evaluate(_STORED)["days"] == {}, stored
        assert len(page.evaluate(_STORED)["anchor"]) == 64, stored


def test_a_browser_without_storage_plays_the_daily_deal(people: People, site: Site) -> None:
    ana = people.come(home=site.url)
    ana.context.add_init_script(NO_STORAGE)
    ana.page.goto(f"{site.url}/daily")
    expect(ana.page.locator("#next b")).to_contain_text(":")
    ana.page.get_by_role("button", name="Play today’s deal").click()
    ana.wait_until_ready()


def test_a_changed_promise_is_detected(people: People, site: Site) -> None:
    """The site publishes another chain than before; a browser that was here before detects it."""
    ana = people.come(home=site.url)
    page = ana.page
    page.add_init_script("localStorage.setItem('sixth-daily', JSON.stringify({anchor: '0'.repeat(64)}))")
    page.goto(f"{site.url}/daily")
    play_by_forms(ana)
    page.locator("#fair summary").click()
    page.locator("#check").click()
    expect(page.locator("[data-what=unnoted]")).to_be_visible()
