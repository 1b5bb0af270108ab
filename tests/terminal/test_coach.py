"""`sixth coach`: an account on a terminal, as JSON and as a picture; one sentence for each error."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import sixth
from sixth.coach import review_from_json
from sixth.rules.record import Record, Seat
from tests.coach.games import FEW, recorded
from tests.command_result import CommandResult


@pytest.fixture
def review(tmp_path: Path, run: Any) -> Any:
    def call(record: Record | str, *options: str) -> Any:
        file = tmp_path / "game.sixth.jsonl"
        file.write_text(record if isinstance(record, str) else record.text(), encoding="utf-8")
        return run("coach", str(file), "--playouts", str(FEW), *options)

    return call


def people(*seats: int) -> Record:
    """Return a game of careful and random players, in which those at `seats` count as people."""
    record = recorded()
    players = [
        Seat(name, "human") if seat in seats else record.seats[seat]
        for seat, name in enumerate(("Ana", "Bo", "Cy"))
    ]
    return replace(record, seats=tuple(players))


def test_the_coach_shows_an_account_of_each_round_and_the_costliest_decisions(review: Any) -> None:
    done = review(people(1))
    assert (done.code, done.err) == (0, "")
    assert "seat 1: Bo" in done.out
    assert "Round 1: " in done.out
    for word in ("par", "the deal", "the choices", "the others’ cards", "result"):
        assert f"\n  {word} " in done.out
    # A random player makes some.
    assert " instead of " in done.out
    assert "Row 1 " in done.out
    assert "Bo's hand" in done.out
    assert "heads to be expected" in done.out
    assert "seat 0" not in done.out


def test_where_all_cards_are_known_the_coach_shows_exact_losses(review: Any) -> None:
    done = review(recorded("tactical", seats=2), "--bots", "--seat", "1")
    assert (done.code, done.err) == (0, "")
    assert "Proved: " in done.out
    assert ": exactly " in done.out
    assert "how often" in done.out
    line = review(recorded("tactical", seats=2), "--bots", "--seat", "1", "--json").out
    decisions = json.loads(line)["rounds"][0]["decisions"]
    proved = [each for each in decisions if each.get("proved")]
    assert proved
    assert all(each["loss_ci"] == [each["loss"]] * 2 and "hindsight" not in each for each in proved)
    assert all({"answer", "loss", "chance"} == set(each["exact"][0]) for each in proved)


def test_json_has_a_line_for_each_person(review: Any) -> None:
    done = review(people(0, 1), "--json")
    reviews = [review_from_json(json.loads(line)) for line in done.out.splitlines()]
    assert [(each.seat, each.playouts, each.seed) for each in reviews] == [(0, FEW, 0), (1, FEW, 0)]
    (one,) = review(people(0, 1), "--json", "--seat", "1").out.splitlines()
    assert one == done.out.splitlines()[1]
    assert review(people(0), "--json", "--bots").out.splitlines()[:2] == done.out.splitlines()


def test_the_plot_is_a_picture_of_the_account(review: Any, tmp_path: Path) -> None:
    pictures = []
    for _again in range(2):
        assert review(people(1), "--plot", str(tmp_path / "a.svg")).code == 0
        pictures.append((tmp_path / "a.svg").read_text())
    assert "the others’ cards" in pictures[0]
    assert pictures[0] == pictures[1]


def test_a_game_without_a_review_is_refused_in_one_sentence(review: Any, run: Any, tmp_path: Path) -> None:
    text = people(0).text()
    lines = text.splitlines(keepends=True)
    game = sixth.Game(people(0).rules, seed=1)
    game.abandon("Everybody left.")
    wrong: list[tuple[CommandResult, int, str]] = [
        (review("".join(lines[:-5])), 1, "the game stops"),
        (review("".join([*lines[:3], *lines[4:]])), 1, "line 4"),
        (review(text.replace("sixth/1", "sixth/9", 1)), 1, "line 1"),
        (review(game.record()), 1, "abandoned"),
        (review(text, "--seat", "3"), 1, "There is no seat 3; seats are 0 to 2."),
        (review(text, "--seat", "1"), 1, "seat 1 was a bot’s (random)"),
        (review(recorded()), 1, "nobody but bots"),
        (review(text, "--playouts", "0"), 2, "from 1 to"),
        (review(text, "--plot", "account.pdf"), 2, ".png or .svg"),
        (run("coach", str(tmp_path / "none")), 1, "cannot be read"),
    ]
    for done, code, sentence in wrong:
        done.refuses(code, sentence)
