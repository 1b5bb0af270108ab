"""The daily deal on a phone: played by keyboard, compared, shared, missed for a day, and taken up again."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import is_accessible, reads_well
from tests.browser.conftest import People
from tests.browser.people import BUTTONS, Person
from tests.server.support.hosting import Calendar, Site, hosting

PHONE: Any = {"width": 360, "height": 740}
_SHARE = "navigator.share = async (given) => { window.shared = given; };"
_KEPT = "JSON.parse(localStorage.getItem('sixth-daily'))"


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, calendar: Calendar) -> Iterator[Site]:
    """A site whose days go by as the tests say."""
    with hosting(tmp_path_factory.mktemp("daily"), wall=calendar) as site:
        yield site


def play(ana: Person) -> None:
    """Play today's deal by keyboard, from its page to its result."""
    page = ana.page
    page.get_by_role("button", name="Play today’s deal").press("Enter")
    ana.ready()
    while True:
        seen = ana.seen()
        if page.locator("#ended").count():
            break
        buttons = page.locator(BUTTONS.get(seen.asks, "#none"))
        if seen.asks == "choose" and not seen.chosen:
            buttons.first.press("Enter")
            page.keyboard.press("Enter")
            ana.done(seen)
        else:
            if seen.asks == "take":
                buttons.first.press("Enter")
            ana.changed(seen)
    page.locator("#fared").press("Enter")
    page.wait_for_url("**/daily/*")


def days(page: Page) -> list[str]:
    """The heads of the last seven days, and gaps."""
    return page.locator("#week b").all_inner_texts()


def test_somebody_plays_shares_comes_back_misses_a_day_and_comes_again(
    people: People, site: Site, calendar: Calendar
) -> None:
    ana = people.come(home=site.url, viewport=PHONE)
    page, aside = ana.page, ana.tab()
    ana.forgive("favicon.ico")
    aside.goto(f"{site.url}/about")
    page.bring_to_front()
    page.add_init_script(_SHARE)
    page.goto(site.url)
    page.locator(".daily-door").press("Enter")
    page.wait_for_url("**/daily")
    is_accessible(page, "before playing")
    expect(page.locator("#week")).to_be_hidden()
    play(ana)
    is_accessible(page, "after playing")
    reads_well(aside, page.url, "after playing", ["de"])
    heads = [int(each) for each in page.locator(".turns [aria-hidden]").all_inner_texts()]
    assert len(heads) == 10
    expect(page.locator(".result")).to_contain_text(f"{sum(heads)} head")
    assert days(page) == ["–"] * 6 + [str(sum(heads))]
    expect(page.locator("#streak")).to_have_text("Days in a row: 1. Your best: 1.")
    page.locator("#share").press("Enter")
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
    expect(page.locator(".luck a")).to_be_visible()
    said = page.locator(".luck .account").inner_text()
    page.reload()
    expect(page.locator(".luck .account")).to_have_text(said)
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0

    calendar.forward()
    page.goto(f"{site.url}/daily")
    assert days(page) == ["–"] * 5 + [str(sum(heads)), "–"]
    expect(page.locator("#streak")).to_have_text("Days in a row: 1. Your best: 1.")
    play(ana)
    expect(page.locator("#streak")).to_have_text("Days in a row: 2. Your best: 2.")

    calendar.forward(2)
    page.goto(f"{site.url}/daily")
    assert [each != "–" for each in days(page)] == [False] * 3 + [True, True, False, False]
    expect(page.locator("#streak")).to_have_text("Days in a row: 0. Your best: 2.")
    page.locator("#week a").nth(-2).press("Enter")
    page.wait_for_url(f"**/daily/{calendar.day(-1)}")
    expect(page.get_by_role("button", name="Practise this deal")).to_be_visible()
    is_accessible(page, "a day that was missed")


def test_the_next_deal_is_waited_for_by_the_clock_of_the_site(people: People, site: Site) -> None:
    ana = people.come(home=site.url)
    page = ana.page
    page.clock.install(time="2001-01-01T23:59:00")
    page.goto(f"{site.url}/daily")
    expect(page.locator("#next b")).to_contain_text("11:5")
    expect(page.locator("#renewed")).to_be_empty()
    page.clock.fast_forward("13:00:00")
    expect(page.locator("#renewed")).to_contain_text("There is a new deal.")
    expect(page.locator("#renewed a")).to_have_attribute("href", "/daily")
    expect(page.locator("#next")).to_be_hidden()


@pytest.mark.parametrize(
    "kept",
    [
        "{", "null", "[1]", '{"days": 1}', '{"days": null, "anchor": 7}',
        '{"days": {"2026-02-31": 3, "x": 1, "2026-01-01": "3", "2026-01-02": -1, "2026-01-03": 1e9}}',
    ],
)  # fmt: skip
def test_days_that_are_spoilt_are_passed_over(people: People, site: Site, kept: str) -> None:
    ana = people.come(home=site.url)
    page = ana.page
    page.add_init_script(f"localStorage.setItem('sixth-daily', {kept!r})")
    page.goto(f"{site.url}/daily")
    expect(page.locator("#next b")).to_contain_text(":")
    assert page.evaluate(_KEPT)["days"] == {}
    assert len(page.evaluate(_KEPT)["anchor"]) == 64


def test_a_browser_that_keeps_nothing_plays_all_the_same(people: People, site: Site) -> None:
    ana = people.come(home=site.url)
    ana.context.add_init_script(
        "Object.defineProperty(window, 'localStorage',"
        " {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    ana.page.goto(f"{site.url}/daily")
    expect(ana.page.locator("#next b")).to_contain_text(":")
    ana.page.get_by_role("button", name="Play today’s deal").click()
    ana.ready()


def test_a_number_that_is_not_the_one_noted_is_found(people: People, site: Site) -> None:
    """Whoever publishes another chain than before is caught by a browser that was here before."""
    ana = people.come(home=site.url)
    page = ana.page
    page.add_init_script("localStorage.setItem('sixth-daily', JSON.stringify({anchor: '0'.repeat(64)}))")
    page.goto(f"{site.url}/daily")
    play(ana)
    page.locator("#fair summary").click()
    page.locator("#check").click()
    expect(page.locator("[data-what=unnoted]")).to_be_visible()
