"""Whole games in the terminal by a player who knows only the printed lines."""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sixth
from sixth.differences import differences
from tests.pseudo_terminal import read_all
from tests.terminal.listener import Listener, listen

SIXTH = (sys.executable, "-m", "sixth")


class RichListener(Listener):
    """A listener that finds its hand on a rich page."""

    def _first(self, title: str) -> str:
        return super()._first("Your hand:  ")


@pytest.mark.parametrize("game", sixth.games)
def test_every_game_can_be_played_by_its_plain_lines_alone(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, text = listen(monkeypatch, Listener(), "play", "--game", game, "--plain", "--seed", "3")
    assert code == 0
    told = differences(sixth.games[game].replace(seats=4))
    assert all(each.about in text for each in told if each.name not in ("goal", "end"))
    *_, last = text.splitlines()
    assert re.fullmatch(r"The game is over\. Winners?: .+, with \d+ heads?\.", last)
    # They are short text and nothing else.
    assert set(text) <= set("\n !\"'(),.0123456789:;=?-") | set(map(chr, (*range(65, 91), *range(97, 123))))
    assert max(map(len, text.splitlines())) <= 200


def test_two_equally_close_places_are_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ("--game", "both-ends", "--set", "end=rounds:20", "--seed", "3")
    code, text = listen(monkeypatch, Listener(), "play", "--plain", *options)
    assert code == 0
    assert re.search(
        r"Your \d+ is equally close to two rows: type 1 for the \w+ of row \d or 2 for the", text
    )


def test_no_card_of_others_shows_before_the_reveal(monkeypatch: pytest.MonkeyPatch) -> None:
    _, text = listen(monkeypatch, Listener(), "play", "--plain", "--seed", "1", "--bots", "careful,random")
    assert "choice:" not in text
    assert "careful's hand" not in text
    between = re.findall(r"Your card: \n(.*)", text)
    assert all(line.startswith("Turn ") for line in between)


def test_the_rich_page_shows_heads_as_text_and_no_colour_outside_a_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def leave_at_second_turn(prompt: str) -> str | None:
        return "q" if listener.text.count("Your card: ") > 1 else None

    listener = RichListener(leave_at_second_turn)
    _, text = listen(monkeypatch, listener, "play", "--seed", "3")
    assert "\x1b" not in text
    assert "Row 2    47¹" in text
    assert "1 head" in text
    assert "25²" in text


def test_an_own_take_has_a_heavy_box_and_ascii_terminals_get_no_shapes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _, text = listen(monkeypatch, RichListener(), "play", "--seed", "3", "--set", "end=rounds:1")
    assert re.search(r"^┏━+┓\n┃ ● Your \d+ .*takes row.*┃\n┗━+┛$", text, re.MULTILINE)
    assert re.search(r"^╭─+╮\n│ [■▲◆] \w+'s \d+ .*takes row.*│\n╰─+╯$", text, re.MULTILINE)
    ascii_only = RichListener()
    ascii_only.output = io.TextIOWrapper(io.BytesIO(), encoding="ascii", newline="\n")
    _, text = listen(monkeypatch, ascii_only, "play", "--seed", "3", "--set", "end=rounds:1")
    assert text.isascii()
    assert re.search(r"^\| Your \d+ .*takes row.*\|$", text, re.MULTILINE)


@pytest.mark.parametrize("way", ["q", "Q", "quit", " exit ", EOFError, KeyboardInterrupt])
def test_a_word_the_end_of_input_and_ctrl_c_leave_politely(
    way: str | type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(prompt: str) -> str:
        if isinstance(way, str):
            return way
        raise way

    code, text = listen(monkeypatch, Listener(answer), "play", "--plain")
    assert code == 0
    assert text.endswith("You have left the table; the game stays unfinished.\n")


@pytest.mark.parametrize("answer", ["105", "x", "-1", "²", "١", "1" * 5000, "3.5", "\x1b[2J", "[red]"])
def test_a_wrong_answer_is_explained_and_the_question_repeated(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([answer, "q"])
    _, text = listen(monkeypatch, Listener(lambda prompt: next(answers)), "play", "--plain", "--seed", "3")
    assert "is not among them. Your cards are 25, 29, 37, 38, 40, 72, 83, 97, 100 and 102" in text
    assert text.count("Your card: ") == 2
    assert "\x1b" not in text


def test_enter_alone_repeats_the_question_without_an_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["", "q"])
    _, text = listen(monkeypatch, Listener(lambda prompt: next(answers)), "play", "--plain")
    assert "not among them" not in text
    assert text.count("Your card: ") == 2


def test_letters_show_rows_hand_totals_and_help(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["r", "h", "t", "?", "q"])
    _, text = listen(monkeypatch, Listener(lambda prompt: next(answers)), "play", "--plain", "--seed", "3")
    assert text.count("Row 1: 89, 1 head.") == 2
    assert text.count("Your hand: ") == 2
    assert "Heads this round: You 0, careful 0, nearest 0, random 0." in text
    assert text.count("q leaves") == 2


def test_flipping_waits_for_enter(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["5", "", "q"])
    listener = Listener(lambda prompt: next(answers))
    _, text = listen(monkeypatch, listener, "play", "--game", "kids", "--plain", "--seed", "3")
    assert "Just press Enter" in text
    assert text.count("Your top card: ") == 1


@pytest.mark.parametrize("plain", [[], ["--plain"]])
def test_a_hostile_name_is_printed_safely(plain: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    name = "\x1b[31m[bold]" + "x" * 10_000
    answers = iter(["t", "q"])
    listener = Listener(lambda prompt: next(answers))
    _, text = listen(monkeypatch, listener, "play", "--name", name, *plain)
    assert "\x1b" not in text
    assert "[bold]" in text
    assert "x" * 50 not in text


@pytest.mark.parametrize("options", [(), ("--plain",)], ids=["rich", "plain"])
def test_a_terminal_gets_lines_that_fit_it_and_break_between_words(options: tuple[str, ...]) -> None:
    def words(columns: int) -> list[list[str]]:
        settings = {"NO_COLOR": "1", "COLUMNS": str(columns)}
        screen = re.sub(r"\x1b\[[\d;]*m", "", _screen(settings, "--bots", "careful,nearest", *options))
        # The answer was typed before the question, so no Enter ends its line here.
        screen = screen.replace("Your card: ", "Your card:\n")
        assert max(map(len, screen.splitlines())) <= columns
        return [line.split() for line in screen.splitlines()]

    wide = {word for line in words(300) for word in line}
    for columns in (60, 72, 100):
        lines = words(columns)
        assert len(lines) > 10
        assert {word for line in lines for word in line if "─" not in word} <= wide


def test_a_terminal_gets_colours_unless_no_color_is_set() -> None:
    assert "\x1b[" in _screen({})
    # The rest may underline or dim, but has no colours.
    assert not re.search(r"\x1b\[[\d;]*\b(3|4|9)\d", _screen({"NO_COLOR": "1"}))
    assert "\x1b" not in _screen({}, "--plain")


def _screen(environment: dict[str, str], *options: str) -> str:
    """Return what a terminal receives when a person starts a game and leaves."""
    inside, outside = pty.openpty()
    variables = {**os.environ, "TERM": "xterm-256color", **environment}
    variables.pop("FORCE_COLOR", None)
    if not environment:
        variables.pop("NO_COLOR", None)
    command = [*SIXTH, "play", "--seed", "3", *options]
    with subprocess.Popen(command, stdin=outside, stdout=outside, stderr=outside, env=variables) as process:
        os.close(outside)
        os.write(inside, b"q\n")
        output = read_all(inside).decode()
        assert process.wait(60) == 0
    os.close(inside)
    return output


def test_a_name_that_the_terminal_cannot_encode_does_not_stop_the_game(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(
        [*SIXTH, "play", "--name", "Zoë"],
        input="",
        capture_output=True,
        env=environment,
        check=False,
        text=True,
    )
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.endswith("You have left the table; the game stays unfinished.\n")
