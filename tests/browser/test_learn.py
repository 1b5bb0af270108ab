"""The tutorial, from the first page to the first game, by keyboard alone."""

from itertools import pairwise

from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import HOLD, Person

_UNTIL_KEPT = """async () => {
  while (!await caches.match("/learn", {ignoreVary: true})) await new Promise((go) => setTimeout(go, 20));
}"""
_OVER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def _go(person: Person, selector: str) -> None:
    """Press Tab until the focus is there, then Enter; the first Tab starts from the page's question."""
    target = person.page.locator(selector)
    for _ in range(30):
        if target.evaluate("one => one === document.activeElement"):
            person.page.keyboard.press("Enter")
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}.")


def _try(person: Person, card: int, says: str) -> None:
    """Choose a card by arrows, lift it and play it, as at a table."""
    # Wait for the scripts; before they run, a press plays the card at once.
    person.page.locator("#tools").wait_for()
    expect(person.prompt).to_be_focused()
    assert person.prompt.evaluate("one => getComputedStyle(one).outlineStyle") == "solid"
    hand = person.hand()
    _go(person, f"button#h{hand[0]}")
    person.page.keyboard.press("Escape")
    for _ in range(hand.index(card)):
        person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    expect(person.page.get_by_role("button", name=f"Play {card}")).to_be_visible()
    person.page.keyboard.press("Enter")
    expect(person.prompt).to_contain_text(says)


def test_the_tutorial_leads_by_keyboard_to_a_first_game_against_random(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    page = ana.page
    page.goto(ana.home)
    page.get_by_role("link", name="New here? Learn by playing").press("Enter")
    page.get_by_role("link", name="Start").press("Enter")
    _try(ana, 40, "Your 40 goes to row 2.")
    _go(ana, "#next")
    _try(ana, 45, "Your 45 goes to row 3.")
    _go(ana, "#next")
    _try(ana, 30, "Your 30 takes row 1")
    expect(page.locator("#verdict")).to_contain_text("That costs you 6 heads.")
    _go(ana, "#again")
    _try(ana, 39, "Your 39 goes to row 2.")
    _go(ana, "#next")
    _try(ana, 7, "Your 7 is too low: take a row.")
    _go(ana, "#row2 .take")
    expect(page.locator("#verdict")).to_contain_text("Well done: 1 head")
    _go(ana, "#next")
    _try(ana, 45, "Your 45 takes row 2")
    _go(ana, "#next")
    _try(ana, 62, "Your 62 takes row 2")
    _go(ana, "#next")
    _try(ana, 70, "Your 70 goes to row 3.")
    _go(ana, "#next")
    expect(page.get_by_role("heading", name="Your first game")).to_be_focused()
    _go(ana, "#first-game")
    ana.wait_until_ready()
    ana.wait_for_question("choose")
    expect(page.locator(".player .kind", has_text="random")).to_have_count(3)


def test_a_heading_has_a_focus_frame_by_keyboard_and_none_by_mouse(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(f"{ana.home}/learn")
    page.locator("a[href='/learn/1']").first.click()
    frame = "one => getComputedStyle(one).outlineStyle"
    for _ in range(2):
        expect(ana.prompt).to_be_focused()
        assert ana.prompt.evaluate(frame) == "none"
        page.get_by_role("link", name="Skip this step").click()
        page.locator("#prompt").wait_for()
    page.get_by_role("link", name="Skip this step").press("Enter")
    page.wait_for_url("**/learn/4")
    expect(ana.prompt).to_be_focused()
    assert ana.prompt.evaluate(frame) == "solid"


_ROWS = """[...document.querySelectorAll("#rows .row")].map(
  (row) => [...row.querySelectorAll(".card b")].map((card) => Number(card.textContent)))"""


def test_back_and_forward_lead_through_the_steps_and_their_answers(people: People) -> None:
    ana = people.come(motion=True)
    page = ana.page
    page.goto(f"{ana.home}/learn")
    page.get_by_role("link", name="Too low").click()
    page.locator("#h7").click()
    page.get_by_role("button", name="Play 7").click()
    page.locator("#row2 .take").click()
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.locator("#h45")).to_be_visible()
    expect(page).to_have_title("First trap: the closer row – Learn by playing – Sixth")
    # An animation that was seen is not repeated.
    for address, verdict in (
        ("4/7/1", "Your 7 is too low and takes row 2"),
        ("4/7", "Your 7 is too low: take a row."),
        ("4", "Play a card, and then take the row that costs least."),
    ):
        page.go_back()
        expect(page).to_have_url(f"{ana.home}/learn/{address}")
        expect(ana.prompt).to_contain_text(verdict)
        expect(ana.prompt).to_be_focused()
    assert ana.hand() == [3, 7, 20]
    page.go_back()
    expect(page.get_by_role("heading", name="Learn by playing")).to_be_visible()
    page.go_forward()
    page.go_forward()
    expect(page.locator("#row2 .take")).to_be_visible()
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_url("**/learn/4/7")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#row2 .take")).to_be_visible()


def test_a_press_during_an_animation_shows_the_next_step(people: People) -> None:
    ana = people.come(motion=True)
    page = ana.page
    page.add_init_script(HOLD)
    page.goto(f"{ana.home}/learn/6/62")
    page.locator("#table[data-revealing]").wait_for()
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#h45")).to_be_visible()
    page.locator("#table:not([data-revealing])").wait_for()
    expect(page.locator("#verdict")).to_be_hidden()
    assert page.evaluate(_ROWS) == [[38, 41], [31, 33, 36, 39, 42], [57], [80]]


def test_without_scripts_the_tutorial_is_questions_and_answers(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    page = ana.page
    page.goto(f"{ana.home}/learn")
    expect(page).to_have_url(f"{ana.home}/learn?text")
    page.get_by_role("link", name="Start").click()
    for card in (40, 45, 39, 7, 59, 75, 70):
        page.get_by_role("link", name=f"Play {card}").click()
        if card == 7:
            page.get_by_role("link", name="Take row 2, 1 head").click()
        expect(page.get_by_text("Well done")).to_be_visible()
        page.get_by_role("link", name="Next", exact=True).click()
    expect(page.get_by_role("button", name="Play your first game")).to_be_visible()
    page.goto(f"{ana.home}/learn/6/62")
    expect(page).to_have_url(f"{ana.home}/learn/6/62?text")
    expect(page.get_by_text("That costs you 9 heads.")).to_be_visible()


def test_the_tutorial_has_the_keys_of_the_table(people: People) -> None:
    ana = people.come()
    ana.page.goto(f"{ana.home}/learn/3")
    announcements = ana.page.locator("#say")
    for key, words in (
        ("h", "Your hand: 30"),
        ("1", "Row 1, 6 heads, full"),
        ("t", "play a card that"),
        (",", "Nothing"),
    ):
        ana.page.keyboard.press(key)
        expect(announcements).to_contain_text(words)
    ana.page.keyboard.press("?")
    expect(ana.page.get_by_role("dialog", name="Options & shortcuts")).to_be_visible()


def test_after_one_visit_the_whole_tutorial_works_without_a_connection(people: People) -> None:
    ana = people.come(service_workers="allow")
    ana.forgive("ERR_INTERNET_DISCONNECTED")
    ana.page.goto(f"{ana.home}/about")
    ana.wait_for_worker()
    # Its pages are kept though none has been open.
    ana.page.evaluate(_UNTIL_KEPT)
    ana.context.set_offline(True)
    ana.page.goto(f"{ana.home}/learn/2/45")
    expect(ana.page.locator("#verdict")).to_contain_text("Well done")
    ana.page.goto(f"{ana.home}/learn")
    ana.page.keyboard.press("Tab")
    ana.page.goto(f"{ana.home}/learn/4")
    _try(ana, 7, "Your 7 is too low: take a row.")
    _go(ana, "#row1 .take")
    expect(ana.page.locator("#verdict")).to_contain_text("That costs you 4 heads.")


def test_the_tutorial_is_accessible_and_fits_the_smallest_screens(people: People) -> None:
    ana = people.come(viewport={"width": 320, "height": 568})
    for where in ("", "/3", "/4/7", "/6/62", "/8", "?text", "/4/7?text", "/6/62?text"):
        ana.page.goto(f"{ana.home}/learn{where}")
        assert ana.page.evaluate(_OVER) <= 0, where
        if where in ("/3", "/4/7", "/4/7?text"):
            check_accessibility(ana.page, f"lesson {where}")


def test_each_step_fits_a_small_phone(people: People) -> None:
    """Task, explanation, rows and hand are in sight and do not overlap."""
    ana = people.come("Ana")
    ana.page.set_viewport_size({"width": 360, "height": 640})
    for step in range(1, 8):
        ana.page.goto(f"{ana.home}/learn/{step}")
        parts = [ana.page.locator(each) for each in ("#prompt", ".coach", "#row1", "#row4", "#hand button")]
        boxes = [part.first.bounding_box() for part in parts]
        edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
        assert len(edges) == len(parts), step
        assert all(end <= begin for (_, end), (begin, _) in pairwise(edges)), (step, edges)
        assert edges[-1][1] <= 640, (step, edges)
