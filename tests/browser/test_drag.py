"""Cards dragged to the rows: by mouse and by finger, also with one-press sending, and none by mistake."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, box_of

_LIFTED = "#hand [aria-current=true]"
_PRESSED = "#hand [aria-pressed=true]"
_AIMED = re.compile(r"\baimed\b")


def _alone(people: People) -> Person:
    ana = people.come("Ana")
    begin_together(ana, idle="Bo")
    return ana


def _middle(part: Locator) -> tuple[float, float]:
    part.scroll_into_view_if_needed()
    box = box_of(part)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _drag(person: Person, card: int, to: Locator) -> None:
    mouse = person.page.mouse
    mouse.move(*_middle(person.page.locator(f"button#h{card}")))
    mouse.down()
    mouse.move(*_middle(to), steps=6)


def test_a_card_dropped_on_the_rows_is_played_and_one_dropped_on_the_hand_is_not(people: People) -> None:
    ana = _alone(people)
    posts: list[str] = []
    ana.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    card, other = ana.hand()[3], ana.hand()[8]
    for once in (False, True):
        if once:
            ana.page.evaluate("localStorage.setItem('sixth-table', JSON.stringify({once: true}))")
            ana.page.reload()
            ana.wait_until_ready()
        _drag(ana, card, ana.page.locator(f"button#h{other}"))
        expect(ana.page.locator(_LIFTED)).to_have_attribute("value", str(card))
        expect(ana.page.locator("#rows")).not_to_have_class(_AIMED)
        ana.page.mouse.up()
        expect(ana.page.locator(_LIFTED)).to_have_attribute("value", str(card))
        assert posts == []
    ana.page.evaluate("localStorage.removeItem('sixth-table')")
    ana.page.reload()
    ana.wait_until_ready()
    _drag(ana, card, ana.page.locator("#row2"))
    expect(ana.page.locator("#rows")).to_have_class(_AIMED)
    expect(ana.page.locator(_PRESSED)).to_have_count(0)
    ana.page.mouse.up()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(card))
    expect(ana.page.locator("#rows")).not_to_have_class(_AIMED)
    # The next press replaces it.
    _drag(ana, other, ana.page.locator("#row2"))
    ana.page.mouse.up()
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(other))


def test_a_finger_drags_a_card_and_not_the_page(people: People) -> None:
    ana = _alone(people)
    ana.page.set_viewport_size({"width": 360, "height": 640})
    session = ana.page.context.new_cdp_session(ana.page)
    card = ana.hand()[4]
    (x, y), (to_x, to_y) = _middle(ana.page.locator(f"button#h{card}")), _middle(ana.page.locator("#row2"))
    scroll = ana.page.evaluate("scrollY")

    def touch(kind: str, *points: dict[str, float]) -> None:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for step in range(1, 7):
        touch("touchMove", {"x": x + (to_x - x) * step / 6, "y": y + (to_y - y) * step / 6})
    touch("touchEnd")
    expect(ana.page.locator(_PRESSED)).to_have_attribute("value", str(card))
    assert ana.page.evaluate("scrollY") == scroll
