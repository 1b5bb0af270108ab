"""Puzzles in a browser: played out on the board, judged at once, rated as in a terminal, and cached."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from sixth.puzzles import Puzzle, shipped
from sixth.puzzles.rating import PuzzleStanding, next_one
from sixth.rules.events import Action, Take
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person
from tests.server.support.hosting import Calendar, hosting

_CONTROLLED = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
_CACHED = """async (page) => {
  while (!await caches.match(page, {ignoreVary: true})) await new Promise((go) => setTimeout(go, 20));
}"""
_STANDING = "JSON.parse(localStorage.getItem('sixth-puzzles'))"
_PLACES = """() => [...document.querySelectorAll("#question, .play, .row, .reach, .actions")].map((each) => {
  const {x, y, width, height} = each.getBoundingClientRect();
  return [x, y, width, height];
})"""
_ROWS = """() => [...document.querySelectorAll(".row")].map((row) =>
  [...row.querySelectorAll(".card b")].map((card) => Number(card.textContent)))"""


def first(*, theme: str) -> int:
    """Return the number of the first puzzle of a theme."""
    return next(number for number, each in enumerate(shipped(), 1) if each.theme == theme)


def name_of(answer: Action) -> str:
    """Return the label of an answer on the page."""
    return f"row{answer.row + 1}{answer.end or ''}" if isinstance(answer, Take) else f"card{answer.card}"


def choice(page: Page, answer: Action) -> Locator:
    """Return the part of the page that is pressed to give an answer."""
    return page.locator(f':is(.choices, #rows) [data-answer="{name_of(answer)}"]')


def tap(page: Page, answer: Action) -> None:
    choice(page, answer).click()


def worst(puzzle: Puzzle) -> Action:
    return max(puzzle.answers, key=lambda each: each.loss).answer


def test_puzzles_are_solved_by_keyboard_and_rated_as_in_a_terminal(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    page, by_number = ana.page, shipped()
    difficulties = [each.difficulty for each in by_number]
    page.goto(f"{ana.home}/puzzles")
    check_accessibility(page, "puzzles")
    standing, tried = PuzzleStanding(), set[int]()
    for solves in (True, False, True):
        number = next_one(difficulties, tried, standing.rating)
        if not tried:
            # A newcomer begins with the best-known game.
            number = next(at for at, each in enumerate(by_number) if each.game == "classic")
        assert number is not None
        page.locator("#next").press("Enter")
        page.wait_for_url(f"**/puzzles/{number + 1}")
        best = by_number[number].best
        answer = best if solves else worst(by_number[number])
        # Other parts of the page, and the way on, are out of sight before an answer.
        expect(page.locator(".answer:visible, .solution:visible, #next:visible")).to_have_count(0)
        expect(page.locator("#skip")).to_be_visible()
        choice(page, answer).press("Enter")
        expect(page.locator(".answer:visible h2")).to_be_focused()
        expect(page.locator(".answer.right:visible")).to_have_count(int(solves))
        expect(page.locator("#say")).to_contain_text("more head")
        tried.add(number)
        standing = standing.after(by_number[number].difficulty, solved=solves)
        # Few puzzles say little of a player.
        expect(page.locator("#standing")).to_have_text(f"Finding your rating: {len(tried)} of 10")
        if not solves:
            # A second try does not count.
            page.locator(".answer:visible .again a").first.press("Enter")
            expect(page.locator(".tried")).to_be_focused()
            tap(page, best)
            expect(page.locator(".answer.right:visible h2")).to_be_focused()
        saved = page.evaluate(_STANDING)
        assert (saved["rating"], saved["streak"], saved["longest"]) == (
            standing.rating, standing.streak, standing.longest,
        )  # fmt: skip
        assert saved["tried"][-1] == number + 1
    check_accessibility(page, "puzzles")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("theme", ["row", "count", "too-low", "solved"])
def test_an_answer_is_played_out_while_nothing_else_moves_on_a_small_phone(
    people: People, theme: str
) -> None:
    ana = people.come(viewport={"width": 360, "height": 640})
    page, number = ana.page, first(theme=theme)
    puzzle = shipped()[number - 1]
    page.goto(f"{ana.home}/puzzles/{number}")
    places, rows = page.evaluate(_PLACES), page.evaluate(_ROWS)
    assert rows == [list(row) for row in puzzle.view.rows]
    requests = []
    page.on("request", lambda request: requests.append(request.url))
    tap(page, worst(puzzle))
    expect(page.locator(".answer:visible")).to_contain_text("Not the best.")
    # The verdict does not wait for the cards.
    page.wait_for_function(f"(rows) => JSON.stringify(({_ROWS})()) !== JSON.stringify(rows)", arg=rows)
    assert page.evaluate(_PLACES) == places
    page.get_by_role("link", name="Try again").click()
    assert page.evaluate(_ROWS) == rows
    tap(page, worst(puzzle))
    page.get_by_role("link", name="Show the best").click()
    expect(page.locator("#best")).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert page.locator("#next").evaluate("(next) => next.getBoundingClientRect().bottom <= innerHeight")
    assert page.locator("#best").evaluate("(best) => best.getBoundingClientRect().bottom <= innerHeight")
    assert not requests


def test_cards_end_where_the_rules_place_them_with_and_without_motion(people: People) -> None:
    ana = people.come(motion=True, viewport={"width": 1280, "height": 800})
    page, number = ana.page, first(theme="count")
    puzzle = shipped()[number - 1]
    page.goto(f"{ana.home}/puzzles/{number}")
    ana.hold_movements()
    tap(page, puzzle.best)
    page.wait_for_function("() => window.held_moves.length")
    # The verdict does not wait for the card.
    expect(page.locator(".answer.right.shown")).to_be_visible()
    ana.release_movements()
    page.wait_for_function("() => !document.getAnimations().length")
    assert page.evaluate("window.moves.length") == 1
    expect(page.locator(".laid")).to_have_count(1)


def test_without_scripts_an_answer_is_a_link_to_its_verdict(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    page = ana.page
    page.goto(f"{ana.home}/puzzles/1")
    tap(page, worst(shipped()[0]))
    expect(page.locator(".answer:visible")).to_have_count(1)
    expect(page.locator(".solution")).to_be_visible()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(".answer:visible")).to_have_count(0)
    tap(page, shipped()[0].best)
    expect(page.locator(".answer.right:visible")).to_have_count(1)
    page.locator("#next").click()
    page.wait_for_url("**/puzzles/2")


def test_an_address_that_names_an_answer_shows_it(people: People) -> None:
    ana = people.come()
    ana.page.goto(f"{ana.home}/puzzles/1#{name_of(shipped()[0].best)}")
    expect(ana.page.locator(".answer.right:visible")).to_have_count(1)


def test_a_theme_and_a_level_lead_to_the_next_untried_puzzle(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(f"{ana.home}/puzzles")
    page.get_by_role("link", name=re.compile("Count the cards")).click()
    page.get_by_role("link", name=re.compile(r"^Level 2 \d+")).click()
    page.wait_for_url("**/puzzles?theme=count&level=2")
    both = [at for at, each in enumerate(shipped(), 1) if (each.theme, each.difficulty) == ("count", 2)]
    page.locator("#next").click()
    page.wait_for_url(f"**/puzzles/{both[0]}?theme=count&level=2")
    tap(page, shipped()[both[0] - 1].best)
    page.goto(f"{ana.home}/puzzles?theme=count&level=2")
    expect(page.locator("#next")).to_have_attribute("href", f"/puzzles/{both[1]}?theme=count&level=2")


def test_five_puzzles_by_keyboard_end_with_a_result_to_share(people: People, tmp_path: Path) -> None:
    # No day ends during the test.
    with hosting(tmp_path / "data", wall=Calendar()) as site:
        _play_the_five_of_a_day(people.come(home=site.url))
        people.go()


def _play_the_five_of_a_day(ana: Person) -> None:
    page = ana.page
    page.add_init_script("navigator.share = async (shared) => { window.shared = shared; }")
    page.goto(f"{ana.home}/puzzles/today")
    five = [int(each) for each in (page.locator("#puzzles").get_attribute("data-five") or "").split()]
    for at, number in enumerate(five):
        page.locator("#next").press("Enter")
        page.wait_for_url(f"**/puzzles/{number}?today")
        best = shipped()[number - 1].best
        choice(page, worst(shipped()[number - 1]) if at == 1 else best).press("Enter")
        if at == 1:
            # A second try does not count.
            page.locator(".answer:visible .again a").first.press("Enter")
            choice(page, best).press("Enter")
    expect(page.locator("#next")).to_have_text("Your result")
    page.locator("#next").press("Enter")
    page.wait_for_url("**/puzzles/today#done")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_contain_text("4 of 5 right")
    expect(page.locator(".turns .t0")).to_have_count(4)
    # By the reader's own clock.
    expect(page.locator("#wait time")).to_have_text(re.compile(r"^\(\d+:\d\d.*\)$"))
    page.get_by_role("button", name="Share").press("Enter")
    assert page.evaluate("window.shared.text").startswith("Sixth 5 · ")
    check_accessibility(page, "the end of today's five")
    page.goto(f"{ana.home}/puzzles")
    expect(page.locator(".mark-of")).to_have_text(["✓", "✗", "✓", "✓", "✓"])


def test_the_next_puzzle_opens_without_a_connection(people: People) -> None:
    ana = people.come(service_workers="allow")
    page = ana.page
    page.goto(f"{ana.home}/puzzles")
    page.wait_for_function(_CONTROLLED)
    page.goto(f"{ana.home}/puzzles?level=2")
    page.locator("#next").click()
    page.wait_for_url("**/puzzles/*?level=2")
    page.locator(".play [data-answer]").first.click()
    following = page.locator("#next").get_attribute("href")
    assert following is not None
    page.evaluate(_CACHED, following.partition("?")[0])
    page.context.set_offline(True)
    page.locator("#next").click()
    page.wait_for_url(f"**{following}")
    page.locator(".play [data-answer]").first.click()
    expect(page.locator(".solution")).to_be_visible()
    assert len(page.evaluate(_STANDING)["tried"]) == 2
    page.context.set_offline(False)


def test_a_damaged_standing_begins_anew(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(f"{ana.home}/puzzles")
    for spoilt in ("{", json.dumps({"rating": "many"}), json.dumps([1])):
        page.evaluate("spoilt => localStorage.setItem('sixth-puzzles', spoilt)", spoilt)
        page.goto(f"{ana.home}/puzzles/1")
        page.locator(".play [data-answer]").first.click()
        expect(page.locator("#standing")).to_have_text("Finding your rating: 1 of 10")
    # After some puzzles the rating is a number, and says what the last answer moved.
    settled = {"rating": 1173, "streak": 0, "longest": 2, "tried": [*range(2, 12)]}
    settled["set"] = page.locator("#puzzles").get_attribute("data-set") or ""
    page.evaluate("kept => localStorage.setItem('sixth-puzzles', JSON.stringify(kept))", settled)
    page.reload()
    expect(page.locator("#standing")).to_have_text("Rating 1173")
    tap(page, shipped()[0].best)
    after = PuzzleStanding(rating=1173).after(shipped()[0].difficulty, solved=True).rating
    expect(page.locator("#standing")).to_have_text(f"Rating {after} (+{after - 1173})")
