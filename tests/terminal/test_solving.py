"""`sixth solve`: solutions on a terminal and as JSON; one sentence for each error."""

import json
from pathlib import Path
from typing import Any

import pytest

from sixth.rules.events import Choose
from sixth.rules.games import GAMES
from sixth.rules.options import Rules
from sixth.rules.play import Game
from sixth.sim.solver import bounds, solve
from sixth.sim.solver.position_text import PositionError, position_text, state_from_text
from tests.sim.solver.brute_force import RULES, endings, value

POSITION = "12 14/37/43 55/58 | 3 20 41 | 5 17 90"


LONG = "1/2/3/4 | 5 6 7 8 9 10 11 12 13 14 | 15 16 17 18 19 20 21 22 23 24"


def test_a_position_is_solved_in_words(run: Any) -> None:
    done = run("solve", POSITION)
    assert (done.code, done.err) == (0, "")
    assert "Until the end of the round seat 0 takes 1.000 heads more than seat 1." in done.out
    assert "Likeliest way on: 0: 3, 1: 17" in done.out


def test_the_json_has_the_solution(run: Any) -> None:
    done = run("solve", POSITION, "--json")
    answer = json.loads(done.out)
    state = state_from_text(Rules(2), POSITION)
    assert answer["position"] == POSITION
    assert answer["value"] == pytest.approx(-value(state), abs=1e-9)
    assert [[each["choose"] for each in seat] for seat in answer["seats"]] == [[3, 20, 41], [5, 17, 90]]
    assert all(sum(each["probability"] for each in seat) == pytest.approx(1) for seat in answer["seats"])
    assert answer["line"][0] == {"seat": 0, "choose": 3}


def test_the_chance_to_win_is_for_the_last_round(run: Any) -> None:
    done = run("solve", POSITION, "--win", "--set", "end=rounds:1")
    assert "Chance of seat 0 to win: 0.0%" in done.out
    assert "here it may go on" in run("solve", POSITION, "--win").err


def test_what_takes_too_long_is_estimated(run: Any) -> None:
    done = run("solve", LONG, "--seconds", "5")
    assert (done.code, done.err) == (0, "")
    assert "With 10 cards in each hand this takes about" in done.out
    assert "This is an estimate instead" in done.out
    answer = json.loads(run("solve", LONG, "--seconds", "5", "--json").out)
    assert answer["position"] == LONG
    assert [each["choose"] for each in answer["seats"][1]] == list(range(15, 25))
    # Of these rows and hands the higher cards take more.
    heads = [sum(each["heads"] for each in seat) / 10 for seat in answer["seats"]]
    assert heads[0] < heads[1]
    assert all(0 < each["margin"] < 2 for seat in answer["seats"] for each in seat)


def test_a_position_of_more_seats_has_bounds(run: Any) -> None:
    position = "12 14/37/43 55/58 | 3 20 | 5 17 | 8 44"
    done = run("solve", position)
    assert (done.code, done.err) == (0, "")
    found = bounds(state_from_text(Rules(3), position))
    assert f"Seat 1: at most {found[1].sure:.3f} heads on average, whatever the others do" in done.out
    answer = json.loads(run("solve", position, "--json").out)
    assert [each["sure"] for each in answer["bounds"]] == [each.sure for each in found]
    assert [each["choose"] for each in answer["bounds"][2]["strategy"]] == [8, 44]


def record(tmp_path: Path) -> tuple[Path, Game]:
    """Return the file of a tactical game that waits with three cards in each hand, and the game."""
    game = Game(GAMES["tactical"].replace(seats=2), seed=4)
    while game.state.phase != "choose" or len(game.state.hands[0]) > 3:
        for seat in game.to_act:
            game.act(seat, game.view(seat).legal[0])
    file = tmp_path / "game.sixth.jsonl"
    file.write_text(game.record(), encoding="utf-8")
    return file, game


def test_a_record_is_solved_at_its_end_or_after_an_event(run: Any, tmp_path: Path) -> None:
    file, game = record(tmp_path)
    answer = json.loads(run("solve", str(file), "--json").out)
    assert answer["value"] == pytest.approx(solve(game.state).value)
    at = len(game.events)
    game.act(0, Choose(game.state.hands[0][0]))
    file.write_text(game.record(), encoding="utf-8")
    assert json.loads(run("solve", str(file), "--at", str(at), "--json").out) == answer
    assert "so --at cannot be 5000" in run("solve", str(file), "--at", "5000").err


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        (("1 | 2",), 2, "A position has the rows and 2 hands"),
        (("1/2/3 | 4 | 5",), 2, "A position has 4 rows"),
        (("1/2/3/x | 4 | 5",), 2, "'x' is no card."),
        (("1/2/3/6 | 4 | 500",), 2, "The cards are 1 to 104, so 500 is none."),
        (("1/2/3/6 | 4 | 4",), 2, "Card 4 is there twice."),
        (("1/2/3/9 8 | 4 | 5",), 2, "A row has 1 to 5 cards in ascending order, not 9 8."),
        (("1/2/3/6 | 4 7 | 5",), 2, "All hands have equally many cards"),
        ((POSITION, "--at", "3"), 2, "--at goes with the record of a game."),
        ((POSITION, "--seconds", "0"), 2, "--seconds takes a number above 0"),
        (("no-such-file",), 1, "cannot be read"),
        (("no-such-file", "--game", "tactical"), 2, "A record has its own rules"),
        (
            (LONG, "--seconds", "5", "--win", "--set", "end=rounds:1"),
            1,
            "With 10 cards in each hand this takes",
        ),
        ((f"{POSITION} | 1 2 3 | 6 7 8", "--set", "seats=3"), 2, "--set seats=3 does not fit"),
        ((f"{POSITION} | 1 2 6", "--win"), 1, "A position of two seats can be solved, not one of 3."),
        (
            ("1/2/3/4 | 5 6 7 8 | 9 10 11 12 | 13 14 15 16",),
            1,
            "With 3 seats and 4 cards in each hand there are too many",
        ),
    ],
)
def test_bad_input_is_one_sentence(run: Any, arguments: tuple[str, ...], code: int, what: str) -> None:
    done = run("solve", *arguments)
    assert (done.code, done.out) == (code, "")
    assert what.rstrip(".") in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("rules", RULES, ids=repr)
def test_the_text_of_a_position_is_read_back(rules: Rules) -> None:
    for state in endings(rules, 3, 3, 12):
        again = state_from_text(rules, position_text(state))
        assert (again.rows, again.hands) == (state.rows, state.hands)
        assert value(again) == pytest.approx(value(state), abs=1e-9)


def test_a_text_without_hands_is_no_position() -> None:
    with pytest.raises(PositionError):
        state_from_text(Rules(2), "")
