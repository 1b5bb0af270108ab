"""The beginning and end of a game on a phone and on a big screen: parts in sight, and parts that stay."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import People
from tests.browser.people import begin_together, box_of, play_a_turn

PHONE: Any = {"width": 360, "height": 640}
SHORT = {"hand": "3", "end": "rounds", "end_count": "1"}


def _top(part: Locator) -> float:
    box = box_of(part)
    return box["y"]


def _bottom(part: Locator) -> float:
    box = box_of(part)
    return box["y"] + box["height"]


@pytest.mark.parametrize("seats", [2, 6])
def test_a_player_sees_their_place_first(people: People, seats: int) -> None:
    ana = people.come("Ana")
    ana.page.set_viewport_size(PHONE)
    ana.open(seats=seats, **SHORT)
    ana.play_until("again")
    prompt = ana.prompt.inner_text()
    place = re.fullmatch(
        r"(You won! · |You won, together .+ · |You came (\d+)\w\w of \d · )\d+ heads?", prompt
    )
    assert place is not None
    own = ana.page.locator(".podium .you, .podium .below")
    expect(own).to_contain_text("Ana")
    expect(own).to_contain_text(place[2] or "1")
    play_again = ana.page.get_by_role("button", name="Play again")
    assert ana.page.evaluate("scrollY") == 0
    assert 0 < _top(ana.prompt) < _top(own) < _bottom(own) <= _top(play_again) < PHONE["height"]
    # Bots are not cheered.
    expect(ana.page.locator(".podium.cheers")).to_have_count(0 if place[2] else 1)
    easier = ana.page.get_by_role("button", name="Play easier bots")
    if place[2]:
        easier.click()
        ana.wait_for_question("choose", "take")
        expect(ana.page.locator(".player .kind").first).to_have_text("bot: Level 4")
        assert len(ana.hand()) == 3
    else:
        expect(easier).to_have_count(0)


def test_questions_move_no_row_on_a_phone(people: People) -> None:
    ana, bo = people.come("Bartholomäus"), people.come("Maximiliane")
    ana.page.set_viewport_size(PHONE)
    begin_together(ana, bo)
    assert ana.page.evaluate("scrollY") == 0
    first = _top(ana.page.locator("#row1"))
    ana.do()
    expect(ana.prompt).to_contain_text("Waiting for Maximiliane")
    assert _top(ana.page.locator("#row1")) == first
    bo.do()
    ana.wait_for_question("choose", "take", "wait")
    assert _top(ana.page.locator("#row1")) == first


def test_a_big_screen_gives_most_of_its_width_to_the_rows_and_each_card_one_size(people: People) -> None:
    ana, bo, room = people.come("Ana"), people.come("Bo"), people.come("Room")
    begin_together(ana, bo)
    room.page.set_viewport_size({"width": 1920, "height": 1080})
    room.page.goto(f"{ana.page.url}/screen")
    rows, card = room.page.locator("#rows"), room.page.locator("#row1 .card").first

    def size() -> tuple[int, int]:
        box = box_of(card)
        return round(box["width"]), round(box["height"])

    expect(rows).to_be_visible()
    box = box_of(rows)
    assert box["width"] >= 0.6 * 1920
    first = size()
    font = room.page.locator("#row1 .card b").first.evaluate(
        "card => parseFloat(getComputedStyle(card).fontSize)"
    )
    assert font >= 70
    bo.page.locator("#talk").get_by_role("button", name="Hello!").click()
    expect(room.page.locator("#said")).to_contain_text("Hello!")
    assert size() == first
    play_a_turn(ana, bo)
    expect(room.page.locator(".progress")).to_contain_text("turn 2")
    assert size() == first
    # The talk goes, and the page of the room stays.
    last_line = room.page.locator("#said p").last
    assert last_line.evaluate("line => line.getAnimations()[0].effect.getTiming().delay") == 20_000
    last_line.evaluate("line => line.getAnimations()[0].finish()")
    expect(last_line).to_be_hidden()
