"""Records are shown as what they are, and to a seat only what it may know."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import sixth
from sixth.bots.match import play_games
from sixth.cli.app import run
from sixth.narration import Narrator
from sixth.rules.events import Placed, Revealed
from sixth.rules.record import Record, Seat
from sixth.rules.view import view

NAMES = ("Ana", "Bo", "Cy")

_RESULT = re.compile(r"^\d +(.) (\w+)(?: \(out\))? *[█▒]* *│? +(\d+) +\+(\d+)$", re.MULTILINE)
"""A line of the result of a round: shape, name, bar, total, heads of the round."""


def make_record(game: str, seed: int = 1) -> Record:
    rules = sixth.games[game].replace(seats=3)
    (result,) = play_games(rules, ["careful", "nearest", "random"], games=1, seed=seed)
    return replace(result.as_record(), game="g1", seats=tuple(map(Seat, NAMES)))


Replay = Callable[..., str]


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Replay:
    """Return a function that returns what `sixth replay` prints of a record, or its error."""

    def call(record: Record, *options: str, code: int = 0) -> str:
        file = tmp_path / "game.sixth.jsonl"
        file.write_text(record.text(), encoding="utf-8")
        assert run(["replay", str(file), *options]) == code
        captured = capsys.readouterr()
        assert not (captured.out if code else captured.err)
        return captured.err if code else captured.out

    return call


@pytest.mark.parametrize("game", sixth.games)
def test_a_replay_leads_from_the_deal_to_the_winner(game: str, replay: Replay) -> None:
    record = make_record(game)
    text = replay(record)
    assert f"Game g1: {game}, 3 seats" in text
    assert "Seat 2: Cy (human)" in text
    state = record.state()
    results = text.split("End of round ")[1:]
    for number, (numbers, heads) in enumerate(zip(results, state.past, strict=True), 1):
        assert numbers.startswith(f"{number} ")
        rows = _RESULT.findall(numbers)[: len(NAMES)]
        totals = [sum(each[seat] for each in state.past[:number]) for seat in range(len(NAMES))]
        assert sorted((shape, name, int(total), int(new)) for shape, name, total, new in rows) == sorted(
            zip("●■▲", NAMES, totals, heads, strict=True)
        )
        assert [int(each[2]) for each in rows] == sorted(totals, reverse=state.rules.goal == "most")
    assert re.search(r"The game is over\. Winners?: ", text)


def test_a_take_stands_in_a_box_and_cards_stand_apart_from_names(replay: Replay) -> None:
    record = make_record("classic")
    text = replay(replace(record, seats=tuple(Seat(f"nearest {seat}") for seat in range(3))))
    takes = [event for event in record.events if isinstance(event, Placed) and event.taken]
    boxes = re.findall(r"^╭─+╮\n│ (.) nearest (\d)'s (\d+) .*takes row.*│\n╰─+╯$", text, re.MULTILINE)
    assert [(shape, int(seat), int(card)) for shape, seat, card in boxes] == [
        ("●■▲"[event.seat], event.seat, event.card) for event in takes
    ]
    first = next(event for event in record.events if isinstance(event, Revealed))
    for seat, card in enumerate(first.cards):
        assert f"{'●■▲'[seat]} nearest {seat}: {card}" in text


@pytest.mark.parametrize("game", sixth.games)
def test_a_replay_for_a_seat_shows_no_other_hidden_cards(game: str, replay: Replay) -> None:
    text = replay(make_record(game), "--seat", "1")
    assert ("Bo's hand: " in text) == (game != "kids")
    if game not in ("logic", "kids"):
        assert "Ana's hand" not in text
        assert "Cy's hand" not in text


@pytest.mark.parametrize("game", sixth.games)
def test_the_table_at_any_event_shows_a_seat_its_view_and_no_more(game: str, replay: Replay) -> None:
    record = make_record(game)
    events = len(record.events)
    for version in range(0, events, max(17, events // 12)):
        text = replay(record, "--at", str(version), "--seat", "1")
        state = record.state(version)
        visible = view(state, 1)
        numbers = {int(number) for number in re.findall(r"\d+", re.sub(r"[⁰¹²³⁴⁵⁶⁷⁸⁹]", "", text))}
        for row in visible.rows:
            assert numbers.issuperset(row)
        assert numbers.issuperset(visible.hand)
        if not record.rules.drafts:
            # Numbers on the page that are neither cards it may see nor counts of something small.
            secret = {card for seat in (0, 2) for card in state.hands[seat]}
            counts = {*range(1, 12), version, visible.turn}
            counts |= {*visible.totals, *visible.round_heads, *visible.counts}
            counts |= {sum(record.rules.heads_of[card] for card in row) for row in visible.rows}
            event = " ".join(Narrator(record.rules, NAMES).lines(record.events[version - 1]))
            rows = set(re.findall(r"\d+", event))
            assert not secret & (numbers - counts - set(map(int, rows if version else ())))


def test_without_a_seat_the_replay_shows_all_hands_and_choices(replay: Replay) -> None:
    text = replay(make_record("classic"), "--at", "2")
    assert all(f"{name}'s hand: " in text for name in NAMES)
    assert "Ana's choice: " in text


def test_before_the_first_event_the_table_is_empty(replay: Replay) -> None:
    assert "Nothing has been dealt yet." in replay(make_record("classic"), "--at", "0")


def test_json_sums_up_a_game_a_line(replay: Replay) -> None:
    record = make_record("classic")
    state = record.state()
    assert json.loads(replay(record, "--json")) == {
        "game": "g1",
        "rounds": len(state.past),
        "totals": list(state.totals),
        "winners": list(state.winners),
        "events": len(record.events),
    }


def test_an_abandoned_game_says_why(replay: Replay) -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1)
    game.abandon("Everybody \x1b[31mleft.")
    text = replay(game.as_record())
    assert "The game was left without a result: Everybody \N{REPLACEMENT CHARACTER}[31mleft." in text


def test_hostile_names_in_a_file_are_printed_safely(replay: Replay) -> None:
    record = make_record("classic")
    hostile = "\x1b]0;title\x07[red]:smile:\n\u202e" + "x" * 10_000
    seats = (Seat(hostile, "\x1b[2J"), *record.seats[1:])
    for options in ([], ["--at", "40"], ["--seat", "1"]):
        text = replay(replace(record, game="\x1b[1m", seats=seats), *options)
        assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
        assert "[red]:smile:" in text
        assert "x" * 50 not in text


@pytest.mark.parametrize("options", [["--at", "99999"], ["--at", "-1"], ["--seat", "3"], ["--seat", "-1"]])
def test_an_event_or_seat_out_of_range_is_refused(options: list[str], replay: Replay) -> None:
    error = replay(make_record("classic"), *options, code=1)
    assert error.count("\n") == 1
    assert f"so {options[0]} cannot be {options[1]}." in error
