"""A whole game with two ends of each row, and impossible rules during the choice of a game."""

import re
from pathlib import Path

from playwright.sync_api import expect

from sixth.rules import record
from sixth.rules.events import Placed
from sixth.rules.games import GAMES
from sixth.rules.options import End
from sixth.rules.verify import verify
from tests.browser.conftest import People
from tests.browser.people import Person


def _takes_the_picture_along(ana: Person) -> None:
    """The picture of a result is saved, and its name said; where the system shares, it is shared."""
    link = ana.page.get_by_role("link", name="Download the picture")
    with ana.page.expect_download() as picture:
        link.click()
    name = picture.value.suggested_filename
    assert re.fullmatch(r"sixth-\w+\.png", name)
    expect(ana.page.get_by_role("status").filter(has_text=f"Saved: {name}")).to_be_visible()
    ana.page.evaluate(
        "navigator.canShare = () => true; navigator.share = async (given) => { window.shared = given; }"
    )
    link.click()
    ana.page.wait_for_function(
        "name => window.shared?.files[0].name === name && window.shared.text", arg=name
    )


def test_both_ends_places_to_the_left_and_offers_equally_close_ends(people: People) -> None:
    """With six rows and no card left out, nine games in ten bring a choice between two ends."""
    ana = people.come()
    rules = GAMES["both-ends"].replace(seats=2, deck="tactical", rows=6, end=End("rounds", 2))
    decided, short = 0, {"deck": "tactical", "rows": "6", "end": "rounds", "end_count": "2"}
    line, close = ana.page.locator("#differs"), ana.page.get_by_role("button", name="Got it")
    for attempt in range(6):
        ana.open(game="both-ends", seats=2, bots="nearest", **short)
        # What is different is told in sentences until they were closed once in this browser, then in a line.
        expect(line.locator("summary")).to_contain_text("Cards fit at both ends")
        if not attempt:
            expect(line).to_contain_text("It goes where the difference is smallest.")
            close.focus()
            ana.page.keyboard.press("Enter")
            expect(line.locator("summary")).to_be_focused()
        expect(close).not_to_be_visible()
        while (table := ana.snapshot()).asks != "again":
            if table.asks == "side":
                decided += 1
                expect(ana.prompt).to_contain_text("equally close to two places")
                buttons = ana.page.locator("button[name=place]")
                expect(buttons).to_have_count(2)
                names = " ".join(buttons.all_inner_texts())
                assert re.search(r"(Left|Right) of row \d.*(Left|Right) of row \d", names, re.DOTALL)
            ana.do(table)
        if decided:
            break
    _takes_the_picture_along(ana)
    with ana.page.expect_download() as download:
        ana.page.locator("a[download][href$=jsonl]").first.click()
    (game_record,) = record.read(Path(download.value.path()).read_text(encoding="utf-8").splitlines())
    assert verify(game_record).fair
    assert game_record.rules == rules
    placed = [event for event in game_record.events if isinstance(event, Placed)]
    assert {event.end for event in placed} == {"left", "right"}
    assert len(placed) == 40
    assert decided
    assert sum(event.seat == 0 and event.why == "choice" for event in placed) == decided


# ------------------------------------------------------------------ the form during the choice


def test_impossible_rules_are_reported_during_the_choice(people: People) -> None:
    ana = people.come()
    page = ana.page
    page.goto(ana.home)
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("44 cards are dealt, 60 stay hidden.")
    page.locator("input[name=game][value=kids]").check()
    page.get_by_text("Customise").click()
    page.get_by_label("Seats", exact=True).select_option("9")
    expect(verdict).to_contain_text("each hand can have 11 at most")
    page.get_by_text("Change the rules").click()
    expect(page.locator("#usual-hand")).to_have_text("Kids: 15")
    page.get_by_label("Cards in each hand").fill("11")
    expect(verdict).to_have_text("104 cards are dealt, and none stays hidden.")
    page.get_by_label("Deck", exact=True).select_option(label="Custom number")
    page.get_by_label("Cards in the deck").fill("100")
    expect(verdict).to_contain_text("but the deck has 100")
    expect(verdict).to_have_attribute("role", "status")
    # A typed value is never changed.
    expect(page.get_by_label("Cards in each hand")).to_have_value("11")


def test_without_scripts_impossible_rules_are_reported_with_the_form(people: People) -> None:
    ana = people.come(java_script_enabled=False)
    page = ana.page
    page.goto(ana.home)
    ana.forgive("422")
    page.get_by_text("Customise").click()
    page.get_by_text("Change the rules").click()
    page.get_by_label("Cards in each hand").fill("40")
    page.get_by_role("button", name="Play now Classic").click()
    expect(page.locator("#note")).to_contain_text("each hand can have 25 at most")
    expect(page.get_by_label("Cards in each hand")).to_have_value("40")
    page.get_by_label("Cards in each hand").fill("25")
    page.get_by_role("button", name="Play now Classic").click()
    expect(page.locator("#hand button")).to_have_count(25)


def test_the_rules_fit_the_smallest_screens(people: People) -> None:
    ana = people.come(viewport={"width": 320, "height": 640})
    for game in ("", *GAMES):
        ana.page.goto(f"{ana.home}/rules/{game}".rstrip("/"))
        assert ana.page.evaluate("document.documentElement.scrollWidth") <= 320, game
