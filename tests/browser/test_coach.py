"""The coach's review of a game: a press asks for it, and anybody can read it."""

import re
import time

from playwright.sync_api import Route, expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.server.support.serving import PATIENCE


def test_a_player_reads_the_review_of_a_game(people: People) -> None:
    ana = people.come("Ana")
    ana.open(seats=2, hand="4", end="rounds", end_count="1")
    page, late = ana.page, list[Route]()
    page.route("**/view/apart.js*", lambda route: late.append(route))  # noqa: PLW0108 - Playwright wants a function
    ana.play_until("again")
    # What is drawn after a game may come later than the end of the game.
    for route in late:
        route.continue_()
    page.unroute("**/view/apart.js*")
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Ask the coach").press("Enter")
    expect(page.get_by_role("progressbar")).to_be_visible()
    check_accessibility(page, "the coach thinks")
    region = page.locator(".luck [role=status]")
    expect(region).to_be_focused()
    expect(region).to_contain_text("your choices", timeout=120_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check_accessibility(page, "the coach's sentence")
    # It is there after a reload.
    page.reload()
    expect(region).to_contain_text("your choices")
    sentence = region.inner_text()
    page.get_by_role("link", name="Move by move").click()
    page.wait_for_url("**/g/*/coach?*")
    expect(page.get_by_role("heading", name="Turn by turn")).to_be_visible()
    # The chart has the same heads, with their labels.
    luck, own = (int(each.split()[0]) for each in page.locator(".whole").first.locator("b").all_inner_texts())
    numbers = [int(each) for each in re.findall(r"\d+", sentence)]
    assert numbers == [each for each in (luck, own) if each]
    par = page.locator("details.par")
    expect(par.get_by_text("Par is the average")).to_be_hidden()
    par.locator("summary").press("Enter")
    expect(par.get_by_text("Par is the average")).to_be_visible()
    check_accessibility(page, "par explained")
    labels = page.locator(".adds-up").first.locator("text:not(.name)").all_text_contents()
    par_label, *changes, result = (float(figure.replace("−", "-")) for figure in labels)
    assert abs(par_label + sum(changes) - result) < 0.01
    assert page.locator(".account").inner_text().startswith(f"{result:.0f} head")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # A costly choice names the better card at once; the value of each card is one level deeper.
    costly = page.locator(".decision:has(.better)").first
    if costly.count():
        expect(costly.locator("> summary")).to_contain_text(re.compile("Played.*Better.*Cost", re.DOTALL))
        expect(costly.get_by_role("table")).to_be_hidden()
        costly.get_by_text("Exact figures").press("Enter")
        expect(costly.get_by_role("table")).to_be_visible()
    for each in page.locator("details").all():
        each.evaluate("each => { each.open = true; }")
    check_accessibility(page, "the account")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_player_can_read_the_value_of_each_turn(people: People) -> None:
    ana = people.come("Ana")
    page = ana.page
    ana.open(helps="true")
    # Just after its start a server has no coach yet.
    end = time.monotonic() + PATIENCE
    while "would play" not in ana.note.inner_text():
        assert time.monotonic() < end
        page.locator("#coach").get_by_role("button", name="Ask the coach").click()
        expect(ana.note).not_to_be_empty()
    page.get_by_role("button", name="rate my turns").press("Enter")
    expect(page.get_by_role("button", name="stop rating my turns")).to_be_focused()
    while ana.snapshot().turn == "1":
        ana.do()
    sentence = page.locator("[id^=worth1-]")
    expect(sentence).to_contain_text(".")
    expect(sentence.get_by_role("link")).to_have_count(0)
    check_accessibility(page, "a turn was worth")
