"""Puzzles in a browser: by keyboard, counted as in a terminal, and without a connection once loaded."""

import json

from playwright.sync_api import expect

from sixth.puzzles import shipped
from sixth.puzzles.rating import Standing, next_one
from tests.browser.axe import is_accessible
from tests.browser.conftest import People

_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
_KEPT = """async (page) => {
  while (!await caches.match(page, {ignoreVary: true})) await new Promise((go) => setTimeout(go, 20));
}"""
_STANDING = "JSON.parse(localStorage.getItem('sixth-puzzles'))"


def test_puzzles_are_solved_by_keyboard_and_counted_as_in_a_terminal(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    page, found = ana.page, shipped()
    difficulties = [each.difficulty for each in found]
    page.goto(f"{ana.home}/puzzles")
    is_accessible(page, "puzzles")
    standing, tried = Standing(), set[int]()
    for solves in (True, False, True):
        number = next_one(difficulties, tried, standing.rating)
        assert number is not None
        page.locator("#next").press("Enter")
        page.wait_for_url(f"**/puzzles/{number + 1}")
        best = found[number].best
        right = [each.answer for each in found[number].answers].index(best)
        at = right if solves else (right + 1) % len(found[number].answers)
        choice = page.locator(".choices a").nth(at)
        # Other parts of the page are out of sight until then.
        expect(page.locator(".answer:visible, .solution:visible")).to_have_count(0)
        choice.press("Enter")
        expect(page.locator(".answer:visible")).to_be_focused()
        expect(page.locator(".answer.right:visible")).to_have_count(int(solves))
        expect(page.locator(".solution")).to_be_visible()
        tried.add(number)
        standing = standing.after(found[number].difficulty, solved=solves)
        expect(page.locator("#standing")).to_have_text(
            f"Rating {standing.rating}, {standing.streak} in a row."
        )
        # A second try does not count.
        page.locator(".choices a").nth(right).press("Enter")
        expect(page.locator(".answer.right:visible")).to_have_count(1)
        if not solves:
            # Or it takes the focus from what is pressed next.
            expect(page.locator(".answer:visible")).to_be_focused()
        kept = page.evaluate(_STANDING)
        assert (kept["rating"], kept["streak"], kept["longest"]) == (
            standing.rating, standing.streak, standing.longest,
        )  # fmt: skip
        assert kept["tried"] == [*(each for each in kept["tried"][:-1]), number + 1]
    is_accessible(page, "puzzles")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_without_scripts_an_answer_is_a_link_to_what_there_is_to_say(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    page = ana.page
    page.goto(f"{ana.home}/puzzles/1")
    page.locator(".choices a").first.click()
    expect(page.locator(".answer:visible")).to_have_count(1)
    expect(page.locator(".solution")).to_be_visible()
    page.locator("#next").click()
    page.wait_for_url("**/puzzles/2")


def test_what_comes_next_opens_without_a_connection(people: People) -> None:
    ana = people.come(service_workers="allow")
    page = ana.page
    page.goto(f"{ana.home}/puzzles")
    page.wait_for_function(_CONTROLLED)
    page.reload()
    page.locator("#next").click()
    page.locator(".choices a").first.click()
    after = page.locator("#next").get_attribute("href")
    page.evaluate(_KEPT, after)
    page.context.set_offline(True)
    page.locator("#next").click()
    page.wait_for_url(f"**{after}")
    page.locator(".choices a").first.click()
    expect(page.locator(".solution")).to_be_visible()
    assert len(page.evaluate(_STANDING)["tried"]) == 2
    page.context.set_offline(False)


def test_a_standing_that_is_spoilt_begins_anew(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(f"{ana.home}/puzzles")
    for spoilt in ("{", json.dumps({"rating": "many"}), json.dumps([1])):
        page.evaluate("spoilt => localStorage.setItem('sixth-puzzles', spoilt)", spoilt)
        page.goto(f"{ana.home}/puzzles/1")
        page.locator(".choices a").first.click()
        expect(page.locator("#standing")).to_contain_text("Rating 1")
