"""Sounds: none until asked for, then one for each thing that happens, made by the browser itself."""

from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile, play_a_turn

_SPY: Final = """
// The frequency of every tone that is started; a tone comes to its end only where it is really played.
window.tones = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.frequency.value);
  this.addEventListener("ended", () => { document.documentElement.dataset.played = this.frequency.value; });
  return start.call(this, at);
};
"""
_TURN: Final = [660, 880]
_PLACED: Final = [190]
_TAKEN: Final = [240, 180]
_TAKEN_BY_YOU: Final = [220, 147]
_COUNTED: Final = [523, 659, 784]


def _heard(page: Page) -> list[int]:
    """The tones since they were asked for last."""
    heard: list[int] = page.evaluate("window.tones.splice(0)")
    return heard


def _of_the_turn(page: Page, then: list[int] = _TURN) -> list[int]:
    """The tones that belong to what the page tells of the last turn, and to what comes then."""
    tones = []
    for event in page.locator(".told section:first-child li").all_inner_texts()[1:]:
        if event.startswith("Your") and "too low" in event:
            # She was asked for a row.
            tones += _TURN
        taken = _TAKEN_BY_YOU if event.startswith("Your") else _TAKEN
        tones += taken if "takes row" in event else _PLACED
    return [*tones, *then]


def _switch(page: Page, *, on: bool) -> None:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Options & shortcuts").click()
    page.get_by_label("Sounds").set_checked(on)
    page.get_by_role("button", name="Close").click()


def _two(people: People, **options: str) -> tuple[Person, Person]:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.context.add_init_script(_SPY)
    begin_together(ana, bo, **options)
    return ana, bo


@pytest.mark.parametrize("row_limit", ["5", "1"])
def test_once_asked_for_each_thing_that_happens_is_heard_once(people: People, row_limit: str) -> None:
    ana, bo = _two(people, row_limit=row_limit, hand="4")
    play_a_turn(ana, bo)
    assert _heard(ana.page) == []
    _switch(ana.page, on=True)
    # One hears at once what one has switched on.
    expect(ana.page.locator("html")).to_have_attribute("data-played", "880")
    assert _heard(ana.page) == _TURN
    play_a_turn(ana, bo)
    assert _heard(ana.page) == _of_the_turn(ana.page)
    # That somebody has chosen is news, but makes no sound.
    seen = ana.seen()
    bo.do()
    ana.changed(seen)
    assert _heard(ana.page) == []
    _switch(ana.page, on=False)
    play_a_turn(ana, bo)
    assert _heard(ana.page) == []
    # The end of a round is heard, too.
    _switch(ana.page, on=True)
    assert _heard(ana.page) == _TURN
    for person in (ana, bo):
        person.do()
    meanwhile((ana, bo), lambda: ana.seen().asks == "next")
    assert _heard(ana.page) == _of_the_turn(ana.page, _COUNTED)
