"""`sixth puzzles`: solved in a terminal, made from games, and a sentence for each wrong."""

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from sixth.coach.text import answer_text, mix_text
from sixth.puzzles import Puzzle, read_puzzles, shipped, write_puzzles
from sixth.puzzles.daily import five_of
from sixth.terminal.questions import question_of
from tests.coach.games import recorded


@pytest.fixture
def puzzles(tmp_path: Path, run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))

    def call(*arguments: str, lines: str = "") -> Any:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return run("puzzles", *arguments)

    return call


def test_puzzles_follow_one_another_and_the_standing_is_stored(puzzles: Any, tmp_path: Path) -> None:
    two = [each for each in shipped() if each.theme == "count" and each.difficulty == 2][:2]
    write_puzzles(tmp_path / "two.jsonl", two)
    right = answer_text(two[0].best)
    other = next(answer_text(each.answer) for each in two[1].answers if each.answer != two[1].best)
    options = "--file", str(tmp_path / "two.jsonl"), "--plain"
    first = puzzles(*options, lines=f"{right}\nq\n")
    assert (first.code, first.err) == (0, "")
    assert f"Right! {right} is best: " in first.out
    assert "Finding your rating: 1 of 10" in first.out
    # The next time goes on with the next one.
    second = puzzles(*options, lines=f"0\n{other}\n")
    assert "Not the best. That costs about " in second.out
    assert f"Best: {answer_text(two[1].best)}\n" in second.out
    for reason in two[1].reasons(next(each.answer for each in two[1].answers if each.answer != two[1].best)):
        assert f"{reason}\n" in second.out
    assert "Finding your rating: 2 of 10" in second.out
    assert "You have tried all puzzles." in second.out
    history = tmp_path / "data" / "sixth" / "puzzles.json"
    history.write_text("{")
    third = puzzles(*options, lines="q\n")
    assert third.code == 1
    assert f"{history} holds no standing of yours" in third.err


def line_of(puzzle: Puzzle) -> int:
    """Return the number that a person types for the best answer of a puzzle."""
    answers = question_of(puzzle.view).answers
    return next(number for number, answer in answers.items() if answer == puzzle.best)


def test_the_puzzles_of_the_day_come_in_their_order(puzzles: Any) -> None:
    day = datetime.now(UTC).date()
    numbers = five_of(day, shipped())
    five = [shipped()[number - 1] for number in numbers]
    output = puzzles("--today", "--plain", lines="".join(f"{line_of(each)}\n" for each in five))
    assert datetime.now(UTC).date() != day or output.out.count("Right!") == 5
    assert "You have tried all puzzles." in output.out
    assert "You have tried all puzzles." in puzzles("--today", "--plain").out


def test_game_and_theme_select_puzzles(puzzles: Any) -> None:
    assert "tactical" in puzzles("--game", "tactical", "--plain", lines="q\n").out
    assert "Which row do you take?" in puzzles("--theme", "row", lines="q\n").out


def test_a_question_for_a_row_shows_the_next_cards(puzzles: Any, tmp_path: Path) -> None:
    several = next(each for each in shipped() if each.theme == "row" and len(each.view.pending) > 2)
    write_puzzles(tmp_path / "one.jsonl", [several])
    output = puzzles("--file", str(tmp_path / "one.jsonl"), "--plain", lines="1\n").out
    low, *cards = [card for card, _seat in several.view.pending]
    assert f"Still to come: {', '.join(map(str, cards))}\n" in output
    assert f"Your {low} is too low" in output
    assert "Theme: Taking a row\n" in output


def test_of_a_solved_ending_the_other_hand_is_shown_and_each_card_of_a_mix_is_right(
    puzzles: Any, tmp_path: Path
) -> None:
    mixed = next(each for each in shipped() if sum(chance > 0 for chance in each.mix) > 1)
    rare = min((each for each in mixed.exact if each.is_best), key=lambda each: each.chance)
    wrong = max(mixed.exact, key=lambda each: each.loss)
    file = tmp_path / "one.jsonl"
    write_puzzles(file, [mixed])
    for answer, said in (
        (wrong, "Not the best. That costs exactly "),
        (rare, "Right! Proved: best is a mix, "),
    ):
        (tmp_path / "data" / "sixth" / "puzzles.json").unlink(missing_ok=True)
        output = puzzles("--file", str(file), "--plain", lines=f"{answer_text(answer.answer)}\n").out
        assert said in output
        assert f"{mix_text(mixed.exact)}" in output
        assert "Their hand: " in output
        assert "Theme: Solved endings\n" in output
        assert "(exact)" in output


def test_solved_endings_are_made_of_two_games_only(puzzles: Any, tmp_path: Path) -> None:
    out = str(tmp_path / "out.jsonl")
    for options in (("--game", "classic"), ("--from", out)):
        done = puzzles("make", "--solved", *options, "--out", out)
        assert done.code == 2
        assert "--solved goes without --from" in done.err


def test_mistakes_of_people_become_puzzles(puzzles: Any, tmp_path: Path) -> None:
    record, file, out = recorded(), tmp_path / "game.sixth.jsonl", tmp_path / "mine.jsonl"
    file.write_text(record.text())
    done = puzzles("make", "--from", str(file), "--seat", "1", "--out", str(out))
    assert done.code == 1
    assert "seat 1 was a bot’s" in done.err
    assert puzzles("make", "--from", str(file), "--seat", "1", "--bots", "--out", str(out)).code == 0
    file.write_text(record.text().replace('"kind":"random"', '"kind":"human"'))
    done = puzzles("make", "--from", str(file), "--out", str(out))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{out}: {len(read_puzzles(out))} puzzles.\n"


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (("--game", "chess"), 2, "There is no game 'chess'"),
        (("--theme", "luck"), 2, "--theme takes too-low, sixth-card"),
        (("--game", "kids"), 1, "There are no such puzzles."),
        (("--today", "--theme", "row"), 2, "--today takes neither --file nor"),
        (("--file", "nowhere.jsonl"), 1, "nowhere.jsonl cannot be read"),
        (("make",), 2, "Missing option '--out'"),
        (("make", "--out", "x", "--count", "0"), 2, "--count takes a whole number from 1"),
        (("make", "--out", "x", "--game", "kids"), 2, "so it has no puzzles"),
        (("make", "--out", "x", "--seat", "1"), 2, "--seat goes with --from"),
        (("make", "--out", "x", "--from", "nowhere"), 1, "nowhere cannot be read"),
        # Before puzzles are made, which takes long.
        (("make", "--out", "no/such/folder", "--from", "nowhere"), 1, "no/such/folder cannot be written"),
    ],
)
def test_senseless_options_are_refused_in_one_sentence(
    puzzles: Any, arguments: tuple[str, ...], code: int, sentence: str
) -> None:
    puzzles(*arguments).refuses(code, sentence)
