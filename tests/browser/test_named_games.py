"""Whole games with questions that no other game asks, and impossible rules during the choice of a game."""

import re
from pathlib import Path

from playwright.sync_api import expect

from sixth.rules import record
from sixth.rules.events import GameEnded, Picked, Placed, RoundEnded
from sixth.rules.games import GAMES
from sixth.rules.options import End, Rules
from sixth.rules.record import Record
from sixth.rules.verify import verify
from tests.browser.conftest import People
from tests.browser.people import Person


def record_of(person: Person, rules: Rules) -> Record:
    """Return the record of the game that has just ended: fair, complete, and with these rules."""
    expect(person.prompt).to_have_text(re.compile(r"^You (came|won)"))
    # The link is wherever the page offers it.
    link = person.page.locator("a[download][href$=jsonl]").first
    with person.page.expect_download() as download:
        link.click()
    lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    (game_record,) = record.read(lines)
    assert verify(game_record).fair
    assert game_record.rules == rules
    assert isinstance(game_record.events[-1], GameEnded)
    return game_record


def rounds_of(game_record: Record) -> list[RoundEnded]:
    """Return the ends of its rounds."""
    return [event for event in game_record.events if isinstance(event, RoundEnded)]


def test_in_logic_players_pick_in_turn_from_the_open_deck(people: People) -> None:
    ana = people.come()
    ana.open(game="logic", seats=3, bots="nearest", hand="3", end="rounds", end_count="2")
    picked: list[int] = []
    while (table := ana.snapshot()).asks not in ("choose", "next"):
        if table.asks == "pick":
            expect(ana.prompt).to_contain_text("Your pick")
            buttons = ana.page.locator("#pick button")
            assert buttons.count() == len(set(buttons.evaluate_all("all => all.map(one => one.value)")))
            card = int(buttons.last.get_attribute("value") or 0)
            picked.append(card)
            ana.do(table, press=lambda choices: choices.last.click())
            expect(ana.page.locator(f"#p{card}")).to_have_count(0)
        else:
            ana.do(table)
    assert ana.hand() == sorted(picked)
    # All hands are open, and stay so.
    hands = ana.page.locator(".told section", has_text="Everybody's hand").locator("li")
    expect(hands).to_have_count(3)
    open_hands = [
        int(each) for text in hands.all_inner_texts() for each in re.findall(r"\d+", text.partition(":")[2])
    ]
    assert len(open_hands) == len(set(open_hands)) == 9
    assert set(picked) <= set(open_hands)
    ana.play_until("again")
    game_record = record_of(ana, GAMES["logic"].replace(seats=3, hand=3, end=End("rounds", 2)))
    picks = [event.seat for event in game_record.events if isinstance(event, Picked)]
    assert len(picks) == 18
    for first in (0, 9):
        turns = picks[first : first + 9]
        assert turns == [(turns[0] + number) % 3 for number in range(9)]


def test_both_ends_places_to_the_left_and_offers_equally_close_ends(people: People) -> None:
    """With six rows and no card left out, nine games in ten bring a choice between two ends."""
    ana = people.come()
    rules = GAMES["both-ends"].replace(seats=2, deck="tactical", rows=6, end=End("rounds", 2))
    decided, short = 0, {"deck": "tactical", "rows": "6", "end": "rounds", "end_count": "2"}
    for _ in range(6):
        ana.open(game="both-ends", seats=2, bots="nearest", **short)
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
    game_record = record_of(ana, rules)
    placed = [event for event in game_record.events if isinstance(event, Placed)]
    assert {event.end for event in placed} == {"left", "right"}
    assert len(placed) == 40
    assert decided
    assert sum(event.seat == 0 and event.why == "choice" for event in placed) == decided


def test_in_elimination_a_player_who_is_out_watches_to_the_end(people: People) -> None:
    """Ana plays as badly as she can, until she is out and other players are not."""
    ana = people.come()
    ana.forgive("409|403|422")
    for _ in range(6):
        ana.open(game="elimination", end_count="6", hand="5")
        while not _is_out(ana) and ana.snapshot().asks != "again":
            ana.do(press=lambda buttons: buttons.last.click())
        if ana.snapshot().asks != "again":
            break
    assert _is_out(ana)
    game = ana.page.url
    ana.wait_for_question("next")
    ana.do()
    # She sees the other players play, and has no button but that for the next round.
    expect(ana.page.locator("#hand button, #flip button, button[name=place]")).to_have_count(0)
    status = ana.page.evaluate(
        """async (game) => (await fetch(`${game}/choose`, {method: "POST",
        body: new URLSearchParams({card: 1, round: 2, turn: 1})})).status""",
        game,
    )
    assert status >= 400
    actions = ana.play_until("again")
    assert set(actions) <= {"wait", "next"}
    game_record = record_of(ana, GAMES["elimination"].replace(seats=4, hand=5, end=End("elimination", 6)))
    rounds = [event for event in game_record.events if isinstance(event, RoundEnded)]
    (last_round,) = [number for number, each in enumerate(rounds, 1) if 0 in each.out]
    assert last_round < len(rounds)
    assert all(number > 6 for each in rounds for number in (each.totals[seat] for seat in each.out))


def _is_out(person: Person) -> bool:
    return person.page.locator(".standings .out.you, tr.out.you").count() > 0


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
