"""A phone of 360 pixels, and one of 320: nothing overflows, is cut or covered; all controls can be touched.

Nothing overflows with letters twice as large either.
"""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.axe import check_accessibility
from tests.browser.conftest import People
from tests.browser.layout import PHONE, check_layout, layout_faults
from tests.browser.pads import Pad
from tests.browser.people import BUTTONS, Person
from tests.server.support.playing import visiting
from tests.server.support.serving import Server


def fits(person: Person, where: str) -> None:
    """Check the layout of a person's page on small phones."""
    check_layout(person.page, where)


def fits_and_is_accessible(person: Person, where: str) -> None:
    """Check that a page is accessible and fits on a phone."""
    check_accessibility(person.page, where)
    fits(person, where)


@pytest.mark.parametrize(("game", "seats"), [("tactical", 2), ("classic", 4), ("halves", 10)])
def test_a_game_fits_on_a_phone(people: People, game: str, seats: int) -> None:
    ana = people.come("A name of twenty-four ab", viewport=PHONE, has_touch=True, is_mobile=True)
    # The classic game has an end of a round and of a game, and more rounds than there is room for.
    own = {
        "classic": {"end": "rounds", "end_count": "7", "hand": "1"},
        "tactical": {"hand": "4"},
        "halves": {"deck": "number", "deck_size": "64"},
    }
    ana.open("invite", game=game, seats=seats, **own[game])
    fits(ana, "lobby")
    ana.menu().locator(".fair summary").click()
    fits(ana, "lobby with the proof of a fair deal")
    ana.page.get_by_role("button", name="Start the game").click()
    reached: set[str] = set()
    last = "next" if game == "tactical" else "again"
    while last not in reached:
        table = ana.snapshot()
        if table.asks not in reached:
            fits(ana, f"{game}, {seats} seats, {table.asks}")
            reached.add(table.asks)
        if table.asks != last:
            ana.do(table, press=lambda buttons: buttons.first.tap())


# A card is rarely as close to two places, so the page is shown as if it were.
_ASK_FOR_SIDE = """() => {
  for (const slot of document.querySelectorAll(".rows .row:nth-child(-n+2) .slot:not(.slot ~ .slot)"))
    slot.outerHTML = '<button class="slot here main"><span>Take</span></button>';
}"""


@pytest.mark.parametrize("game", ["logic", "kids", "both-ends"])
def test_other_games_fit_on_a_phone(people: People, game: str) -> None:
    ana = people.come(viewport=PHONE)
    ana.open(game=game, seats=6)
    reached: set[str] = set()
    for _ in range(8):
        table = ana.snapshot()
        if table.asks in BUTTONS and table.asks not in reached:
            fits(ana, f"{game}, {table.asks}")
            reached.add(table.asks)
        ana.do(table)
    # Rows have grown meanwhile.
    fits(ana, f"{game}, after a while")
    ana.page.evaluate(_ASK_FOR_SIDE)
    fits(ana, f"{game}, two places to choose from")


# A turn that does not end during the test.
_CLOCK = {"pace": "own", "turn_time": "9", "turn_unit": "min"}

_CUT = """() => [...document.querySelectorAll(".who, .score")]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map((one) => one.textContent.trim())"""


def test_the_longest_names_are_shown_whole(people: People, server: Server) -> None:
    names = ["Wilhelmina Featherstonee", "W" * 24, "Bartholomäus-Konstantin-", "Muhammad Abdurrahman Ali"]
    ana = people.come(names[0], viewport=PHONE)
    ana.open("invite", seats=10, **_CLOCK)
    for number in range(1, 9):
        with visiting(server.url) as guest:
            table = ana.page.url.rpartition("/")[2]
            name = names[number % 4] if number < 4 else f"{names[number % 4][:23]}{number}"
            guest.join(table, name=name)
    expect(ana.page.locator(".player.free")).to_have_count(1)
    for asks in ("begin", "choose"):
        ana.wait_for_question(asks)
        for width in (320, 360, 600, 1280):
            ana.page.set_viewport_size({"width": width, "height": 740})
            assert ana.page.evaluate(_CUT) == [], f"{asks}, {width} pixels"
        if asks == "begin":
            ana.page.get_by_role("button", name="Start the game").click()


_LAID = """() => {
  const edges = (of) => {
    const boxes = [...document.querySelectorAll(of)].map((one) => one.getBoundingClientRect());
    return [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  };
  return [edges("#prompt, .row, #hand button"), edges(".row")[1], edges(".reach")[0]];
}"""
_SCREENS = ((360, 740), (1280, 720), (1366, 768), (1024, 768), (844, 390), (390, 844), (360, 800), (360, 640))


@pytest.mark.parametrize(("seats", "pace"), [(4, {}), (6, {}), (10, {}), (10, _CLOCK)])
def test_rows_and_hand_are_in_sight_together(people: People, seats: int, pace: dict[str, str]) -> None:
    ana = people.come()
    ana.open(seats=seats, **pace)
    ana.wait_for_question("choose")
    for width, height in _SCREENS:
        ana.page.set_viewport_size({"width": width, "height": height})
        (top, bottom), rows, reach = ana.page.evaluate(_LAID)
        # Ten players and a clock are too much for the lowest phone: there the hand covers the last row.
        if not pace or height != 640:
            # The sticky hand covers no row either.
            assert width > height or rows <= reach, f"{width} × {height}"
        assert top >= 0, f"{width} × {height}"
        assert bottom <= height, f"{width} × {height}"
    # With bots alone there is no talk.
    expect(ana.page.locator("#talk, #quick").locator("visible=true")).to_have_count(0)


_SHAPE = """() => {
  const box = document.querySelector("#hand").getBoundingClientRect();
  const all = [...document.querySelectorAll("#hand .card, #hand .gap")];
  return [box.top, box.bottom, all.findIndex((one) => one.matches(".gap")), all.length];
}"""


def test_the_hand_closes_its_gaps_between_turns_and_keeps_its_size(people: People) -> None:
    ana = people.come(viewport=PHONE)
    ana.open()
    ana.wait_for_question("choose")
    top, bottom, _, cards = ana.page.evaluate(_SHAPE)
    for turn_count in range(1, 6):
        ana.do()
        ana.play_until("choose")
        assert ana.page.evaluate(_SHAPE) == [top, bottom, cards - turn_count, cards]
    # A mark at each chip says that a player is no person.
    expect(ana.page.locator(".player .bot:visible")).to_have_text(["bot"] * 3)
    ana.menu().get_by_role("button", name="Leave the table").click()
    expect(ana.page.locator(".player .away:visible")).to_have_text(["Dario plays"])


def test_the_first_page_the_score_pad_and_an_error_page_fit_on_a_phone(people: People) -> None:
    ana = people.come(viewport=PHONE, has_touch=True, is_mobile=True)
    ana.page.goto(ana.home)
    fits(ana, "first page")
    # The score pad names no keys that a number pad lacks, and Enter leads to the next player there.
    pad = Pad(ana)
    pad.players("Ana", "Bo")
    fits(ana, "score pad")
    expect(ana.page.locator("#hint > :visible")).to_have_text(
        "Enter the heads, or press “Cards” and tap those taken."
    )
    pad.enter(Ana="7")
    expect(pad.heads_of("Bo")).to_be_focused()
    pad.enter(Bo="3")
    assert pad.totals() == [7, 3]
    ana.forgive("404")
    ana.page.goto(f"{ana.home}/t/no-such-table")
    fits(ana, "error page")


_BAD: Final = """<!doctype html><meta name=viewport content="width=device-width"><style>
body { margin: 0; font: 16px/1.5 sans-serif }
p, div { margin: 30px 10px }
button { height: 44px; min-width: 44px }
</style>
<p style="width: 30px; overflow-wrap: anywhere">Broken</p>
<div style="width: 60px; overflow: hidden; white-space: nowrap">Cut off here</div>
<div style="width: 60px; overflow: hidden; white-space: nowrap"><bdi>A name may be cut</bdi></div>
<div style="position: relative"><b>Below</b> <span style="position: absolute; left: 5px">Above</span></div>
<p style="position: relative; left: 330px; width: 60px">Past</p>
<p><button style="height: 20px">Low</button></p>
<p>A sentence with <a href="/">a link</a> has no fault.</p>
<div style="width: 900px">Wide</div>"""


def test_each_fault_of_a_layout_is_found(people: People) -> None:
    page = people.come(viewport=PHONE).page
    page.set_content(_BAD)
    assert layout_faults(page, touch=44) == [
        "a word is broken: <p in body> “Broken”",
        "the page scrolls sideways by 550 pixels",
        "past the edge: <p in body> “Past”",
        "cut: <div in body> “Cut off here”",
        "one over the other: <b in div> “Below” and <span in div> “Above”",
        "44 × 20 pixels are too small to be hit: <button in p> “Low”",
    ]
