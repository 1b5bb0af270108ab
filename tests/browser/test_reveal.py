"""The reveal: who takes a row and what it costs, at the pace one likes."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from sixth.rules.cards import HEADS
from tests.browser.axe import is_accessible
from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, meanwhile, play_a_turn


def _two(people: People, *, motion: bool, **options: str) -> tuple[Person, Person]:
    """Two at a table with rules of their own."""
    ana, bo = people.come("Ana", motion=motion), people.come("Bo")
    begin_together(ana, bo, **options)
    return ana, bo


class _Take(NamedTuple):
    who: str
    card: int
    row: int
    taken: tuple[int, ...]

    @property
    def heads(self) -> int:
        return sum(HEADS["classic"][card] for card in self.taken)


def _takes(page: Page) -> list[_Take]:
    """Of the last turn: who took which row with which card, and the cards that were taken."""
    said = " ".join(page.locator("#log li").all_inner_texts())
    found = re.findall(r"(You|Bo)r?(?:'s)? (\d+) (?:is too low and )?takes row (\d): ([\d ]+),", said)
    return [
        _Take(who, int(card), int(row), tuple(map(int, cards.split()))) for who, card, row, cards in found
    ]


def _shows_who_took_what(page: Page) -> None:
    takes = _takes(page)
    assert len(takes) == 2
    for take in takes:
        # In its place, which it has left, and on the row.
        place = page.locator(f"#played{take.card}")
        expect(place).to_contain_text(re.compile(rf"^{take.card}\+{take.heads}.*{take.who}$"))
    for take in {take.row: take for take in takes}.values():
        badge = page.locator(f"#row{take.row} .took")
        expect(badge).to_be_visible()
        expect(badge).to_contain_text(f"{take.who} +{take.heads}")
    mine = next(take for take in takes if take.who == "You")
    expect(page.locator("#why")).to_contain_text(f"You took row {mine.row}, {mine.heads} head")


def test_a_taken_row_flies_to_who_took_it_and_says_why_and_how_many_heads(people: People) -> None:
    # A row holds one card, so that whoever plays takes one.
    ana, bo = _two(people, motion=True, row_limit="1")
    ana.page.evaluate("window.moves.length = window.moments.length = 0")
    play_a_turn(ana, bo)
    _shows_who_took_what(ana.page)
    moves: list[dict[str, Any]] = ana.page.evaluate("window.moves")
    moments: list[dict[str, Any]] = ana.page.evaluate("window.moments")
    boxes = dict(zip(("You", "Bo"), map(_box, ana.page.locator(".player").all()), strict=True))
    scores = [0, 0]
    for take, moment in zip(_takes(ana.page), moments[1:], strict=True):
        left, top, right, bottom = boxes[take.who]
        swept = [each["to"] for each in moves if each["card"] == take.taken[0]][-1]
        assert left <= (swept[0] + swept[2]) / 2 <= right, (take, swept)
        assert top <= (swept[1] + swept[3]) / 2 <= bottom, (take, swept)
        # Why is said at once; the score is as it was until the cards have come to who took them.
        assert moment["event"] == ("taken-by-you" if take.who == "You" else "taken")
        assert moment["why"].startswith(f"{take.who} took row {take.row}") or take.who == "Bo"
        assert moment["scores"] == scores
        scores[take.who == "Bo"] += take.heads
    expect(ana.page.locator(".score b")).to_have_text([str(heads) for heads in scores])


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
    assert ana.page.evaluate("window.moves") == []
    assert ana.page.evaluate("document.getAnimations().length") == 0
    # It is told once more where one steps through the round.
    ana.page.get_by_role("link", name="What happened?").click()
    dialog = ana.page.get_by_role("dialog", name="What happened?")
    expect(dialog.locator(".pending .card")).to_have_count(2)
    expect(dialog.locator(".took")).to_have_count(0)
    for take in _takes(ana.page):
        ana.page.keyboard.press(".")
        badge = dialog.locator(".row").nth(take.row - 1).locator(".took")
        expect(badge).to_contain_text(f"{take.who} +{take.heads}")
    is_accessible(ana.page, "a step of the round")
    ana.page.keyboard.press("Escape")
    ana.menu().get_by_role("button", name="Options & shortcuts").click()
    expect(ana.page.get_by_text("Your device asks for reduced motion")).to_be_visible()


def _play_the_round(ana: Person, bo: Person) -> None:
    """A round of one turn."""
    for person in (ana, bo):
        person.asked("choose")
        person.do()
    meanwhile((ana, bo), lambda: ana.seen().asks == bo.seen().asks == "next")


def test_the_last_turn_of_a_round_is_seen_as_any_other_and_rounds_are_drawn_without_the_server(
    people: People,
) -> None:
    ana, bo = _two(people, motion=True, hand="1", row_limit="1")
    asked: list[str] = []
    ana.page.on("request", lambda request: asked.append(request.url.rpartition("/")[2].partition("?")[0]))
    ana.page.evaluate("window.moments.length = 0")
    _play_the_round(ana, bo)
    sheet = ana.page.locator("#sheet")
    expect(sheet.locator(".standings li")).to_have_count(2)
    moments: list[str] = ana.page.evaluate("window.moments.map(({event}) => event)")
    assert [each.removesuffix("-by-you") for each in moments] == ["shown", "taken", "taken"]
    is_accessible(ana.page, "the result of a round")
    for person in (ana, bo):
        person.do()
    ana.asked("choose")
    expect(sheet).to_be_hidden()
    assert "patch" not in asked
    _play_the_round(ana, bo)
    sheet.get_by_text("Round by round").click()
    expect(sheet.get_by_role("table", name="Heads by round").get_by_role("row")).to_have_count(3)
    expect(sheet.get_by_role("img", name="Totals by round")).to_be_visible()
    # What is opened stays as others get ready.
    bo.page.get_by_role("button", name="Ready").click()
    expect(sheet.get_by_role("button", name="1 of 2 ready")).to_be_visible()
    expect(sheet.get_by_role("table", name="Heads by round")).to_be_visible()


def test_the_table_stands_still_while_cards_are_placed(people: People) -> None:
    ana = people.come(viewport={"width": 360, "height": 740})
    ana.page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      window.tops = new Set();
      window.places = {};
      const top = (name) => Math.round(document.querySelector(name)?.getBoundingClientRect().top + scrollY);
      const both = () => `${top(".rows")} ${top("#hand")}`;
      document.addEventListener("sixth:shown", () => {
        window.tops.add(both());
        for (const place of document.querySelectorAll(".played"))
          (window.places[place.id] ??= new Set()).add(Math.round(place.getBoundingClientRect().left));
      });
    });""")
    ana.open(seats=10)
    ana.do()
    ana.play_until("choose", press=lambda buttons: buttons.last.click())
    assert len(ana.page.evaluate("[...window.tops]")) == 1
    # Each card has a place with a name, which neither moves nor goes when the card has left it.
    assert set(ana.page.evaluate("Object.values(window.places).map((lefts) => lefts.size)")) == {1}
    expect(ana.page.locator(".played.laid")).to_have_count(10)


def _set_speed(page: Page, speed: str) -> None:
    page.get_by_text("Menu", exact=True).click()
    page.get_by_role("button", name="Options & shortcuts").click()
    page.get_by_label(speed, exact=True).check()
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_text("Your device asks for reduced motion")).to_be_hidden()


def test_each_speed_of_the_reveal_has_its_pace_and_is_changed_while_one_plays(people: People) -> None:
    ana = people.come(motion=True)
    ana.open(seats=2)
    paces: dict[str, list[float]] = {}
    for speed in ("Slow", "Fast", "At once", "Normal"):
        _set_speed(ana.page, speed)
        ana.page.evaluate("window.moves.length = 0")
        turn = ana.seen().turn
        ana.do()
        ana.play_until("choose")
        assert ana.seen().turn != turn
        moves: list[dict[str, Any]] = ana.page.evaluate("window.moves")
        paces[speed] = [each["duration"] for each in moves if each["card"]][:2]
    assert paces["At once"] == []
    assert 2 * paces["Slow"][0] > 4 * paces["Normal"][0] > 6 * paces["Fast"][0] > 0
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


_PUT = """at => {
  const old = document.querySelector(at), put = old.cloneNode(true);
  document.body.offsetHeight;
  performance.mark(at);
  old.replaceWith(put);
  document.body.offsetHeight;
}"""


def test_what_is_put_on_the_table_leaves_the_style_of_all_else_alone(
    people: People, browser: Browser, tmp_path: Path
) -> None:
    """A rule that looks deep, such as `body:has(.door)`, has a browser compute nearly all styles anew."""
    ana = people.come(viewport={"width": 360, "height": 800})
    ana.open(seats=10)
    ana.do()
    ana.play_until("choose")
    parts = ("#score3 b", "#status3", ".row", ".row .card b", ".played", ".was", "#hand button", "#say p")
    trace, kinds = tmp_path / "trace.json", ["blink.user_timing", "devtools.timeline"]
    browser.start_tracing(page=ana.page, path=trace, categories=kinds)
    for part in parts:
        ana.page.evaluate(_PUT, part)
    browser.stop_tracing()
    events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    styled, part = dict.fromkeys(parts, 0), ""
    for event in sorted(events, key=lambda event: int(event["ts"])):
        if event["name"] in parts:
            part = event["name"]
        elif event["name"] == "UpdateLayoutTree" and part and event["ph"] == "X":
            styled[part] += event["args"]["elementCount"]
    # A page has more than five hundred elements.
    assert max(styled.values()) < 60, styled
