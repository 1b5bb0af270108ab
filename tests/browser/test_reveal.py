"""The reveal: who takes a row and what it costs, at the pace one likes."""

import re
import time
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from sixth.rules.cards import HEADS
from tests.browser.axe import is_accessible
from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, play_a_turn
from tests.server.support.serving import PATIENCE

_PACE: Final = """
// Of each transition in which something comes to be seen: what, how long the cards move, how long it took.
window.paces = [];
const begin = document.startViewTransition, stage = () => document.querySelector("#stage")?.dataset;
document.startViewTransition = function (update) {
  const at = performance.now(), pace = {};
  let seen;
  const begun = begin.call(document, async () => {
    const before = stage()?.at;
    await update();
    seen = stage()?.at !== before && (pace.event = stage().event);
  });
  begun.ready.then(() => {
    const moves = document.getAnimations().filter(({effect}) => /group\\(c/.test(effect.pseudoElement ?? ""));
    pace.moves = [...new Set(moves.map(({effect}) => effect.getTiming().duration))];
  });
  begun.finished.then(() => { pace.took = performance.now() - at; if (seen) window.paces.push(pace); });
  return begun;
};
"""


def _two(people: People, *, motion: bool, **options: str) -> tuple[Person, Person]:
    """Two at a table with rules of their own."""
    ana, bo = people.come("Ana", motion=motion), people.come("Bo")
    begin_together(ana, bo, **options)
    return ana, bo


def _takes(page: Page) -> list[tuple[str, int, tuple[int, ...]]]:
    """Of the last turn: who took which row, and the cards that were taken."""
    said = " ".join(page.locator(".told section:first-child li").all_inner_texts())
    found = re.findall(r"(You|Bo)r?(?:'s)? \d+ (?:is too low and )?takes row (\d): ([\d ]+),", said)
    return [(who, int(row), tuple(map(int, cards.split()))) for who, row, cards in found]


def _words(who: str, cards: tuple[int, ...]) -> str:
    return f"{who} +{sum(HEADS['classic'][card] for card in cards)}"


def _shows_who_took_what(page: Page) -> None:
    takes = _takes(page)
    assert len(takes) == 2
    for who, row, cards in {row: (who, row, cards) for who, row, cards in takes}.values():
        badge = page.locator(f"#row{row} .took")
        expect(badge).to_be_visible()
        expect(badge).to_contain_text(_words(who, cards))
        news = page.get_by_role("list", name="Taken in the last turn")
        expect(news).to_contain_text(_words(who, cards))


def test_a_taken_row_flies_to_who_took_it_and_says_how_many_heads(people: People) -> None:
    # A row holds one card, so that whoever plays takes one.
    ana, bo = _two(people, motion=True, row_limit="1")
    ana.page.evaluate("window.transitions.length = 0")
    play_a_turn(ana, bo)
    _shows_who_took_what(ana.page)
    transitions: list[dict[str, Any]] = ana.page.evaluate("window.transitions")
    boxes = dict(zip(("You", "Bo"), map(_box, ana.page.locator(".player").all()), strict=True))
    for who, _row, (card,) in _takes(ana.page):
        ends = [each["moved"][f"c{card}"][-1] for each in transitions if f"c{card}" in each["moved"]]
        left, top, right, bottom = boxes[who]
        # The transition before shows it where it lies; the one that takes it away ends in who took it.
        x, y = (float(part) for part in re.findall(r"-?[\d.]+", ends[-1])[-2:])
        assert left <= x <= right, (who, card, ends)
        assert top <= y <= bottom, (who, card, ends)


def _box(player: Locator) -> tuple[float, float, float, float]:
    box = player.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_who_wishes_no_motion_sees_at_once_who_took_what(people: People) -> None:
    ana, bo = _two(people, motion=False, row_limit="1")
    # Where the pointer was when the card was played hides nothing of it.
    ana.page.locator("#hand button").last.dblclick()
    expect(ana.page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    play_a_turn(ana, bo)
    for width in (1280, 360):
        ana.page.set_viewport_size({"width": width, "height": 740})
        _shows_who_took_what(ana.page)
    assert ana.page.evaluate("window.transitions") == []
    assert ana.page.evaluate("document.getAnimations().length") == 0
    # It is told once more where one steps through the round.
    ana.page.get_by_role("link", name="What happened?").click()
    dialog = ana.page.get_by_role("dialog", name="What happened?")
    expect(dialog.locator(".pending .card")).to_have_count(2)
    expect(dialog.locator(".took")).to_have_count(0)
    for who, row, cards in _takes(ana.page):
        ana.page.keyboard.press(".")
        expect(dialog.locator(".row").nth(row - 1).locator(".took")).to_contain_text(_words(who, cards))
    is_accessible(ana.page, "a step of the round")
    ana.page.keyboard.press("Escape")
    ana.menu().get_by_role("button", name="Options & shortcuts").click()
    expect(ana.page.get_by_text("Your system asks for no motion")).to_be_visible()


def test_the_table_stands_still_while_cards_are_placed(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    ana.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      window.tops = new Set();
      const top = (name) => Math.round(document.querySelector(name)?.getBoundingClientRect().top + scrollY);
      const both = () => `${top(".rows")} ${top("#hand")}`;
      document.addEventListener("sixth:shown", () => window.tops.add(both()));
    });""")
    ana.open(seats=10)
    ana.do()
    ana.play_until("choose", press=lambda buttons: buttons.last.click())
    assert len(ana.page.evaluate("[...window.tops]")) == 1


def _set_speed(page: Page, speed: str) -> None:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Options & shortcuts").click()
    page.get_by_label(speed, exact=True).check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Your system asks for no motion")).to_be_hidden()


def test_each_speed_of_the_reveal_has_its_pace_and_is_changed_while_one_plays(people: People) -> None:
    ana = people.come(motion=True)
    ana.page.add_init_script(_PACE)
    ana.open(seats=2)
    for speed, move in (("Slow", 1000), ("Fast", 220), ("At once", 0), ("Normal", 450)):
        _set_speed(ana.page, speed)
        ana.page.evaluate("window.paces.length = 0")
        turn = ana.seen().turn
        ana.do()
        ana.play_until("choose")
        # The last transition ends when the last card lies.
        deadline = time.monotonic() + PATIENCE
        while move and len(paces := ana.page.evaluate("window.paces")) < 3:
            assert time.monotonic() < deadline, paces
        if not move:
            assert ana.page.evaluate("window.paces") == []
            continue
        assert ana.seen().turn != turn
        shown, *placed = paces
        assert shown["event"] == "shown"
        assert {duration for pace in paces for duration in pace["moves"]} == {move}
        # What was played is seen for as long again before the first card moves on.
        assert shown["took"] >= 2 * move
        assert len(placed) == 2
        assert all(pace["took"] >= move for pace in placed)
    # What was chosen last is kept.
    ana.page.reload()
    ana.ready()
    assert ana.page.evaluate("document.documentElement.dataset.speed") == "normal"


def test_nothing_is_skipped_while_somebody_decides_for_a_row(people: People) -> None:
    # With as few rows and cards as this the lowest card nearly always fits nowhere.
    ana, bo = _two(people, motion=True, rows="2", deck="tactical")
    while not any(person.seen().asks == "take" for person in (ana, bo)):
        for person in (ana, bo):
            if (seen := person.seen()).asks in ("choose", "next") and not seen.chosen:
                person.do(seen)
    for person in (ana, bo):
        expect(person.page.locator("#table:has(.pending):has(.status.turn)")).to_be_visible()
        expect(person.page.get_by_role("button", name="Skip")).to_have_count(0)
