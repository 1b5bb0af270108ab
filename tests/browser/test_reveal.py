"""The reveal: the player and the price of each take, at a pace of one's choice."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect

from sixth.rules.cards import HEADS
from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.people import Person, begin_together, box_of, meanwhile, play_a_turn


def _two(people: People, *, motion: bool, **options: str) -> tuple[Person, Person]:
    """Seat two people at a table with these rules."""
    ana, bo = people.come("Ana", motion=motion), people.come("Bo")
    begin_together(ana, bo, **options)
    return ana, bo


class _Take(NamedTuple):
    who: str
    card: int
    row: int
    cards: tuple[int, ...]

    @property
    def heads(self) -> int:
        return sum(HEADS["classic"][card] for card in self.cards)


def _takes(page: Page) -> list[_Take]:
    """Return the takes of the last turn: player, card, row, and the cards of the row."""
    sentences = " ".join(page.locator("#log li").all_inner_texts())
    matches = re.findall(r"(You|Bo)r?(?:'s)? (\d+) (?:is too low and )?takes row (\d): ([\d ]+),", sentences)
    return [
        _Take(who, int(card), int(row), tuple(map(int, cards.split()))) for who, card, row, cards in matches
    ]


def _shows_who_took_what(page: Page) -> None:
    takes = _takes(page)
    assert len(takes) == 2
    for take in takes:
        # The card is marked in its place, which it has left, and on the row.
        place = page.locator(f"#played{take.card}")
        expect(place).to_contain_text(re.compile(rf"^{take.card}\+{take.heads}.*{take.who}$"))
    for take in {take.row: take for take in takes}.values():
        badge = page.locator(f"#row{take.row} .took")
        expect(badge).to_be_visible()
        expect(badge).to_contain_text(f"{take.who} +{take.heads}")
    mine = next(take for take in takes if take.who == "You")
    expect(page.locator("#why")).to_contain_text(f"You took row {mine.row}, {mine.heads} head")


def test_a_taken_row_flies_to_its_player_with_the_reason_and_the_heads(people: People) -> None:
    # A row holds one card, so that every card takes one.
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
        swept = [each["to"] for each in moves if each["card"] == take.cards[0]][-1]
        assert left <= (swept[0] + swept[2]) / 2 <= right, (take, swept)
        assert top <= (swept[1] + swept[3]) / 2 <= bottom, (take, swept)
        # The reason is shown at once; the score changes when the cards have reached the player.
        assert moment["event"] == ("taken-by-you" if take.who == "You" else "taken")
        assert moment["why"].startswith(f"{take.who} took row {take.row}") or take.who == "Bo"
        assert moment["scores"] == scores
        scores[take.who == "Bo"] += take.heads
    expect(ana.page.locator(".score b")).to_have_text([str(heads) for heads in scores])


def _box(player: Locator) -> tuple[float, float, float, float]:
    box = box_of(player)
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_with_reduced_motion_takes_are_shown_at_once(people: People) -> None:
    ana, bo = _two(people, motion=False, row_limit="1")
    # The pointer stays where the card was, and hides nothing of it.
    ana.page.locator("#hand button").last.dblclick()
    expect(ana.page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    play_a_turn(ana, bo)
    for width in (1280, 360):
        ana.page.set_viewport_size({"width": width, "height": 740})
        _shows_who_took_what(ana.page)
    assert ana.page.evaluate("window.moves") == []
    assert ana.page.evaluate("document.getAnimations().length") == 0
    # The steps of the round tell it once more.
    ana.page.get_by_role("link", name="What happened?").click()
    dialog = ana.page.get_by_role("dialog", name="What happened?")
    expect(dialog.locator(".pending .card")).to_have_count(2)
    expect(dialog.locator(".took")).to_have_count(0)
    for take in _takes(ana.page):
        ana.page.keyboard.press(".")
        badge = dialog.locator(".row").nth(take.row - 1).locator(".took")
        expect(badge).to_contain_text(f"{take.who} +{take.heads}")
    check_accessibility(ana.page, "a step of the round")
    ana.page.keyboard.press("Escape")
    expect(ana.options().get_by_text("Your device asks for reduced motion")).to_be_visible()


def _play_the_round(ana: Person, bo: Person) -> None:
    """Play a round of one turn."""
    for person in (ana, bo):
        person.wait_for_question("choose")
        person.do()
    meanwhile((ana, bo), lambda: ana.snapshot().asks == bo.snapshot().asks == "next")


def test_the_last_turn_is_shown_like_any_other_and_rounds_are_drawn_without_the_server(
    people: People,
) -> None:
    ana, bo = _two(people, motion=True, hand="1", row_limit="1")
    _set_speed(ana, "Fast")
    requests: list[str] = []
    ana.page.on("request", lambda request: requests.append(request.url.rpartition("/")[2].partition("?")[0]))
    ana.page.evaluate("window.moments.length = 0")
    _play_the_round(ana, bo)
    sheet = ana.page.locator("#sheet")
    expect(sheet.locator(".standings li")).to_have_count(2)
    moments: list[str] = ana.page.evaluate("window.moments.map(({event}) => event)")
    assert [each.removesuffix("-by-you") for each in moments] == ["shown", "taken", "taken"]
    check_accessibility(ana.page, "the result of a round")
    for person in (ana, bo):
        person.do()
    ana.wait_for_question("choose")
    expect(sheet).to_be_hidden()
    assert "patch" not in requests
    _play_the_round(ana, bo)
    sheet.get_by_text("Round by round").click()
    expect(sheet.get_by_role("table", name="Heads by round").get_by_role("row")).to_have_count(3)
    expect(sheet.get_by_role("img", name="Totals by round")).to_be_visible()
    # An opened part stays open while other players get ready.
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
    # Each card has a place with a name, which neither moves nor disappears when the card leaves it.
    assert set(ana.page.evaluate("Object.values(window.places).map((lefts) => lefts.size)")) == {1}
    expect(ana.page.locator(".played.laid")).to_have_count(10)


def _set_speed(person: Person, speed: str) -> None:
    dialog = person.options()
    dialog.get_by_label(speed, exact=True).check()
    expect(dialog.get_by_text("Your device asks for reduced motion")).to_be_hidden()
    dialog.get_by_role("button", name="Close").click()


def test_each_speed_of_the_reveal_has_its_pace_and_can_change_during_a_game(people: People) -> None:
    ana = people.come(motion=True)
    ana.open(seats=2)
    paces: dict[str, list[float]] = {}
    for speed in ("Slow", "Fast", "At once", "Normal"):
        _set_speed(ana, speed)
        ana.page.evaluate("window.moves.length = 0")
        turn = ana.snapshot().turn
        ana.do()
        ana.play_until("choose")
        assert ana.snapshot().turn != turn
        moves: list[dict[str, Any]] = ana.page.evaluate("window.moves")
        paces[speed] = [each["duration"] for each in moves if each["card"]][:2]
    assert paces["At once"] == []
    assert 2 * paces["Slow"][0] > 4 * paces["Normal"][0] > 6 * paces["Fast"][0] > 0
    # The last choice is saved.
    ana.page.reload()
    ana.wait_until_ready()
    assert ana.page.evaluate("document.documentElement.dataset.speed") == "normal"


def test_the_reveal_cannot_be_skipped_while_a_player_chooses_a_row(people: People) -> None:
    # With so few rows and cards the lowest card nearly always fits nowhere.
    ana, bo = _two(people, motion=True, rows="2", deck="tactical")
    while not any(person.snapshot().asks == "take" for person in (ana, bo)):
        ana.pause()
        for person in (ana, bo):
            if (table := person.snapshot()).asks in ("choose", "next") and not table.chosen:
                person.do(table)
    for person in (ana, bo):
        expect(person.page.locator("#table:has(.pending):has(.status.turn)")).to_be_visible()
        expect(person.page.get_by_role("button", name="Skip")).to_have_count(0)


_PATCH = """at => {
  const old = document.querySelector(at), put = old.cloneNode(true);
  document.body.offsetHeight;
  performance.mark(at);
  old.replaceWith(put);
  document.body.offsetHeight;
  performance.mark("end");
}"""


def test_a_change_of_the_table_restyles_few_other_elements(
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
        ana.page.evaluate(_PATCH, part)
    browser.stop_tracing()
    events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    styled, part = dict.fromkeys(parts, 0), ""
    for event in sorted(events, key=lambda event: int(event["ts"])):
        # What the page does by itself between two changes does not count.
        if event["name"] in (*parts, "end"):
            part = event["name"].removeprefix("end")
        elif event["name"] == "UpdateLayoutTree" and part and event["ph"] == "X":
            styled[part] += event["args"]["elementCount"]
    # A page has more than five hundred elements.
    assert max(styled.values()) < 60, styled
