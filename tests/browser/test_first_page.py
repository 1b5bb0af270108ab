"""The first page: three ways to play and the idea of the game, in sight on any screen."""

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from sixth.i18n import LANGUAGES
from tests.browser.conftest import People

SHIFTS = """() => new Promise((done) => {
  let all = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) all += each.value; })
    .observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(all), 100);
})"""
"""The layout shift since the page was opened."""


def _finish(page: Page) -> None:
    page.evaluate("Promise.all(document.getAnimations().map((each) => each.finished))")


def _lefts(page: Page) -> list[float]:
    lefts: list[float] = page.locator(".idea .card").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().left)"
    )
    return lefts


def test_three_ways_to_play_are_in_sight_on_any_screen(people: People) -> None:
    ana = people.come()
    page = ana.page
    sizes = [(320, 568), (360, 640), (844, 390), (1366, 768)]
    # German words are the longest.
    for (width, height), language in product(sizes, ("en", "de")):
        page.set_viewport_size({"width": width, "height": height})
        page.context.add_cookies([{"name": "sixth-lang", "value": language, "url": ana.home}])
        page.goto(ana.home)
        for door in page.locator(".doors > :is(button, a)").all():
            expect(door).to_be_in_viewport(ratio=1)
        assert page.evaluate(SHIFTS) == 0


def test_play_now_stays_in_sight_during_the_choice_of_a_game(people: People) -> None:
    ana = people.come(viewport={"width": 1366, "height": 700})
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_text("Change the rules").click()
    page.locator("footer").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)


def test_nothing_moves_as_a_table_is_drawn(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 640})
    ana.open("play")
    ana.page.reload()
    ana.wait_until_ready()
    assert ana.page.evaluate(SHIFTS) == 0


def test_the_sixth_card_takes_the_five_and_lies_first_in_the_row(people: People) -> None:
    ana = people.come(motion=True)
    ana.page.goto(ana.home)
    _finish(ana.page)
    *five, sixth = _lefts(ana.page)
    assert sixth < min(five)
    assert ana.page.evaluate(SHIFTS) == 0
    # With reduced motion the picture shows five in a row and the sixth beside them.
    still = people.come()
    still.page.goto(still.home)
    assert still.page.evaluate("document.getAnimations().length") == 0
    assert _lefts(still.page) == sorted(_lefts(still.page))


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_an_invitation_asks_for_a_name(people: People, *, scripts: bool) -> None:
    ana = people.come("Zoë", java_script_enabled=scripts)
    page = ana.page
    page.goto(ana.home)
    expect(page.get_by_label("Your name")).to_be_hidden()
    page.locator(".game", has_text="Kids").click()
    page.get_by_role("button", name="Play with friends").click()
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Zoë")
    page.keyboard.press("Enter")
    expect(page.locator("#players")).to_contain_text("Zoë")
    page.goto(ana.home)
    expect(page.get_by_role("button", name="Play now Kids")).to_be_visible()
    page.get_by_role("region", name="Your tables").get_by_role("link", name="Kids").click()
    expect(page.locator("#players")).to_contain_text("Zoë")


def test_a_game_for_fewer_people_is_chosen_with_fewer_seats(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.get_by_label("Seats", exact=True).select_option("10")
    page.locator(".game", has_text="Kids").click()
    expect(page.get_by_label("Seats", exact=True)).to_have_value("6")


def test_the_header_links_fit_one_line_on_the_smallest_phone_in_every_language(people: People) -> None:
    ana = people.come(viewport={"width": 320, "height": 568})
    page = ana.page
    ways = page.locator(".top > .ways a")
    for language in LANGUAGES:
        page.context.add_cookies([{"name": "sixth-lang", "value": language, "url": ana.home}])
        page.goto(f"{ana.home}/puzzles/1")
        expect(ways).to_have_count(4)
        assert len(set(ways.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)"))) == 1
        assert page.evaluate("document.documentElement.scrollWidth") == 320
    expect(page.locator(".top > .ways [aria-current]")).to_have_attribute("href", "/puzzles")


def test_on_a_phone_the_menu_of_a_table_has_the_links_of_the_header(people: People) -> None:
    ana = people.come()
    ana.open()
    table = ana.page.url
    for width, height, in_menu in ((360, 640, True), (1280, 800, False)):
        ana.page.set_viewport_size({"width": width, "height": height})
        ana.page.goto(table)
        ana.wait_until_ready()
        link = (
            ana.menu().get_by_role("link", name="Puzzles")
            if in_menu
            else ana.page.locator(".top > .ways a").nth(2)
        )
        expect(ana.page.get_by_role("link", name="Puzzles")).to_have_count(1)
        link.click()
        expect(ana.page).to_have_url(f"{ana.home}/puzzles")
