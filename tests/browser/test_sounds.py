"""Sounds: off by default, one for each event, and made by the browser itself."""

from itertools import combinations
from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile, play_a_turn
from tests.browser.sounds import Measurement, measure, render

_SPY: Final = """
// How long every sound is that is started, in milliseconds, which tells them apart; it comes to its end only
// where it is really played, and is neither silence nor too loud.
window.sounds = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (at) {
  const length = Math.round(this.buffer.duration * 1000);
  const peak = Math.max(...this.buffer.getChannelData(0).map(Math.abs));
  if (peak < 0.02 || peak > 1) throw new Error(`A sound whose peak is ${peak}`);
  window.sounds.push(length);
  this.addEventListener("ended", () => { document.documentElement.dataset.played = length; });
  return start.call(this, at);
};
"""
_REVEAL: Final = 198
_TURN: Final = 960
_PLACED: Final = 108
_TAKE: Final = 460
_OWN_TAKE: Final = 600
_ROUND_END: Final = 1240


def _plays(page: Page, expected: list[int]) -> None:
    """Check that these are the sounds since the last call."""
    # The module that makes them is imported for each, so they come a moment after what they tell of.
    page.wait_for_function("(count) => window.sounds.length >= count", arg=len(expected))
    assert page.evaluate("window.sounds.splice(0)") == expected


def _of_the_turn(page: Page, then: int = _TURN) -> list[int]:
    """Return the sounds for the events of the last turn, and for the next question."""
    sounds = [_REVEAL]
    for event in page.locator("#log li").all_inner_texts()[1:]:
        if event.startswith("Your") and "too low" in event:
            # She was asked for a row.
            sounds.append(_TURN)
        take = _OWN_TAKE if event.startswith("Your") else _TAKE
        sounds.append(take if "takes row" in event else _PLACED)
    return [*sounds, then]


def _switch(person: Person, *, on: bool) -> None:
    person.options().get_by_label("Sounds", exact=True).set_checked(on)
    person.page.get_by_role("button", name="Close").click()


def _two(people: People, **options: str) -> tuple[Person, Person]:
    ana, bo = people.come("Ana"), people.come("Bo")
    ana.context.add_init_script(_SPY)
    begin_together(ana, bo, **options)
    return ana, bo


def test_each_event_has_one_sound_if_sounds_are_on(people: People) -> None:
    ana, bo = _two(people, hand="4")
    offer = ana.page.locator("#offer")
    expect(offer).to_be_hidden()
    play_a_turn(ana, bo)
    _plays(ana.page, [])
    # Sounds are offered when the first one would have played, and never again after an answer.
    offer.get_by_role("button", name="No").click()
    expect(offer).to_be_hidden()
    _switch(ana, on=True)
    # A sound confirms that sounds are on.
    expect(ana.page.locator("html")).to_have_attribute("data-played", str(_TURN))
    _plays(ana.page, [_TURN])
    play_a_turn(ana, bo)
    _plays(ana.page, _of_the_turn(ana.page))
    expect(offer).to_be_hidden()
    # Another player's choice is news, but makes no sound.
    table = ana.snapshot()
    bo.do()
    ana.wait_for_change(table)
    _plays(ana.page, [])
    _switch(ana, on=False)
    play_a_turn(ana, bo)
    _plays(ana.page, [])
    # The end of a round has a sound, too.
    _switch(ana, on=True)
    _plays(ana.page, [_TURN])
    for person in (ana, bo):
        person.do()
    meanwhile((ana, bo), lambda: ana.snapshot().asks == "next")
    _plays(ana.page, _of_the_turn(ana.page, _ROUND_END))


def test_a_row_that_is_taken_has_a_sound_of_its_own(people: People) -> None:
    ana, bo = _two(people, row_limit="1", hand="2")
    _switch(ana, on=True)
    _plays(ana.page, [_TURN])
    play_a_turn(ana, bo)
    due = _of_the_turn(ana.page)
    _plays(ana.page, due)
    assert {_TAKE, _OWN_TAKE} <= set(due)


def _differences(one: Measurement, other: Measurement) -> int:
    """Return in how many of length, pitch and onsets two sounds differ."""
    pairs = [(one.length_s, other.length_s, 1.25), (one.centroid_hz, other.centroid_hz, 1.4)]
    apart = sum(max(a, b) >= ratio * min(a, b) for a, b, ratio in pairs)
    return apart + (one.onsets != other.onsets)


def test_no_sound_clips_and_all_are_equally_loud_and_distinct(browser: Browser) -> None:
    figures = {name: measure(wave) for name, wave in render(browser).items()}
    assert {*figures} == {"shown", "placed", "taken", "taken-by-you", "turn", "counted"}
    assert all(0.1 < each.peak < 0.9 for each in figures.values()), figures
    assert all(each.length_s <= 1.3 for each in figures.values()), figures
    loudness = [each.loudness_db for each in figures.values()]
    assert max(loudness) - min(loudness) <= 6, figures
    for one, other in combinations(figures, 2):
        assert _differences(figures[one], figures[other]) >= 2, (one, other)
