"""Movements of cards, on by choice, during which nothing is lost."""

import time
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, box_of
from tests.server.support.serving import PATIENCE


def _moves(page: Page) -> list[dict[str, Any]]:
    moves: list[dict[str, Any]] = page.evaluate("window.moves")
    return moves


def _still(page: Page) -> None:
    """Wait until all movements end."""
    deadline = time.monotonic() + PATIENCE
    while not all("to" in each for each in _moves(page)):
        assert time.monotonic() < deadline, "a movement did not end"
        page.wait_for_timeout(50)


def _burst(ana: Person) -> list[int]:
    """Play one card and wait until all cards of the turn are placed; return them, lowest first."""
    count = len(_moves(ana.page))
    ana.do()
    ana.play_until("choose", "next")
    _still(ana.page)
    cards: list[int] = max((each["pending"] for each in _moves(ana.page)[count:]), key=len)
    return cards


def test_cards_are_placed_one_after_another_and_announced_in_that_order(people: People) -> None:
    """The cards really move, and the announcements come in a lasting region."""
    ana = people.come(motion=True)
    ana.open()
    ana.page.evaluate(
        "window.say = document.querySelector('#say'); window.table = document.querySelector('#table')"
    )
    cards = _burst(ana)
    assert len(cards) == 4
    assert cards == sorted(cards)
    moves = [each for each in _moves(ana.page) if each["card"]]
    # First all cards are turned over or leave the hand; then each moves at its turn.
    assert {each["card"] for each in moves if each["pending"] == cards} >= set(cards)
    for card in cards:
        assert any(each["from"] != each["to"] for each in moves if each["card"] == card), card
    assert sorted({len(each["pending"]) for each in moves}, reverse=True)[:4] == [4, 3, 2, 1]
    assert ana.page.evaluate(
        "window.say === document.querySelector('#say') && window.table === document.querySelector('#table')"
    )
    announcements = " ".join(ana.page.locator("#say p").all_inner_texts())
    entries = ana.page.locator(".told li").all_inner_texts()
    places = [announcements.find(sentence) for sentence in entries]
    assert len(entries) >= 1 + len(cards)
    assert -1 not in places
    assert places == sorted(places)
    # A reload repeats no announcement.
    ana.page.reload()
    expect(ana.page.locator("#say p")).to_have_count(0)


def test_a_click_on_a_card_while_other_cards_move_is_not_lost(people: People) -> None:
    ana = people.come(motion=True)
    ana.open()
    ana.wait_for_question("choose")
    # The cards of a hand stay in place, so the player can aim before.
    card = ana.hand()[5]
    ana.page.locator("#hand").scroll_into_view_if_needed()
    box = box_of(ana.page.locator(f"button#h{card}"))
    ana.hold_movements()
    ana.page.locator("#hand button").first.dblclick()
    ana.page.locator("#line.pending").wait_for()
    ana.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(ana.page.locator("#hand [aria-current=true]")).to_have_attribute("value", str(card))
    assert ana.page.evaluate("window.clicked_while_moving")


def test_a_double_click_plays_one_card_once(people: People) -> None:
    ana = people.come(motion=True)
    ana.open()
    card = ana.hand()[4]
    posts: list[str] = []
    ana.page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    ana.page.locator(f"button#h{card}").dblclick()
    ana.play_until("choose")
    ana.page.locator("#hand .gap").first.wait_for(state="attached")
    ana.play_until("choose")
    assert len(ana.hand()) == 9
    assert card not in ana.hand()
    assert len([url for url in posts if url.endswith("/choose")]) <= 2
    expect(ana.note).to_be_empty()


def test_of_two_tabs_that_choose_at_once_the_last_wins_and_both_show_it(people: People) -> None:
    ana, bo = people.come("Ana"), people.come("Bo")
    begin_together(ana, bo)
    other = ana.tab()
    other.goto(ana.page.url)
    first, last = ana.hand()[1], ana.hand()[7]
    ana.page.locator(f"button#h{first}").dblclick(no_wait_after=True)
    other.locator(f"button#h{last}").dblclick(no_wait_after=True)
    for page in (ana.page, other):
        expect(page.locator(f"button#h{last}[aria-pressed=true]")).to_have_count(1)
        expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    bo.do()
    for page in (ana.page, other):
        expect(page.locator(f"button#h{last}")).to_have_count(0)
        expect(page.locator(f"button#h{first}")).to_have_count(1)
