"""After a game the coach says what each choice was worth: asked by a press, and read by anybody."""

import re
import time

from playwright.sync_api import expect

from tests.browser.axe import is_accessible
from tests.browser.conftest import People
from tests.server.support.serving import PATIENCE


def test_whoever_has_played_asks_the_coach_and_reads_the_account(people: People) -> None:
    ana = people.come("Ana")
    ana.open(seats=2, end="rounds", end_count="1")
    ana.play_until("again")
    page = ana.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_role("button", name="Ask the coach").press("Enter")
    expect(page.get_by_role("progressbar")).to_be_visible()
    is_accessible(page, "the coach thinks")
    said = page.locator(".luck [role=status]")
    expect(said).to_be_focused()
    expect(said).to_contain_text("your choices", timeout=120_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    is_accessible(page, "the coach's sentence")
    # It is there again for whoever comes back.
    page.reload()
    expect(said).to_contain_text("your choices")
    sentence = said.inner_text()
    page.get_by_role("link", name="Move by move").click()
    expect(page.get_by_role("heading", name="Turn by turn")).to_be_visible()
    # The same heads, as a picture and by their names.
    luck, own = (int(each.split()[0]) for each in page.locator(".whole").first.locator("b").all_inner_texts())
    numbers = [int(each) for each in re.findall(r"\d+", sentence)]
    assert numbers == [each for each in (luck, own) if each]
    par = page.locator("details.par")
    expect(par.get_by_text("Par is the average")).to_be_hidden()
    par.locator("summary").press("Enter")
    expect(par.get_by_text("Par is the average")).to_be_visible()
    is_accessible(page, "par explained")
    drawn = page.locator(".adds-up").first.locator("text:not(.name)").all_text_contents()
    drawn_par, *changes, result = (float(figure.replace("−", "-")) for figure in drawn)
    assert abs(drawn_par + sum(changes) - result) < 0.01
    assert page.locator(".account").inner_text().startswith(f"{result:.0f} head")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    # A costly choice names the better card at once; what each was worth is one level deeper.
    costly = page.locator(".decision:has(.better)").first
    if costly.count():
        expect(costly.locator("> summary")).to_contain_text(re.compile("Played.*Better.*Cost", re.DOTALL))
        expect(costly.get_by_role("table")).to_be_hidden()
        costly.get_by_text("Exact figures").press("Enter")
        expect(costly.get_by_role("table")).to_be_visible()
    for each in page.locator("details").all():
        each.evaluate("each => { each.open = true; }")
    is_accessible(page, "the account")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_whoever_wishes_hears_after_each_turn_what_it_was_worth(people: People) -> None:
    ana = people.come("Ana")
    page = ana.page
    page.goto(ana.home)
    page.get_by_text("Customise").click()
    page.locator("input[name=helps]").check()
    page.locator("button[name=how][value=play]").click()
    ana.ready()
    # Just after its start a server has no coach yet.
    end = time.monotonic() + PATIENCE
    while "would play" not in ana.note.inner_text():
        assert time.monotonic() < end
        page.locator("#coach").get_by_role("button", name="Ask the coach").click()
        expect(ana.note).not_to_be_empty()
    page.get_by_role("button", name="rate my turns").press("Enter")
    expect(page.get_by_role("button", name="stop rating my turns")).to_be_focused()
    while ana.seen().turn != "2":
        ana.do()
    said = page.locator("#worth1-1")
    expect(said).to_contain_text(".")
    expect(said.get_by_role("link")).to_have_count(0)
    is_accessible(page, "a turn was worth")
