"""docs/bots.md: its Python runs, its bot plays in the arena, and it names every key there is."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import sixth
from sixth.arena.best_response.response import PLAYOUTS
from sixth.arena.players.external_bot import MAX_LINE_BYTES
from sixth.arena.statistics import MIN_DEALS, RESAMPLES
from sixth.cli.app import run
from sixth.rules.view_json import view_to_json
from tests.pages import DOCS, code_blocks, run_page

TEXT = (DOCS / "bots.md").read_text(encoding="utf-8")


def arena(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["arena", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_page_s_python_runs() -> None:
    assert run_page("bots.md")


def test_the_page_s_bot_class_plays_over_the_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "highest.py"
    python, py = (code_blocks("bots.md", kind)[0] for kind in ("python", "py"))
    file.write_text(python + py, encoding="utf-8")
    document = arena(
        capsys, "highest,careful,random", "--rounds", "15", "--bot", f"highest={sys.executable} {file}"
    )
    assert [bot["faults"] for bot in document["bots"]] == [0, 0, 0]


@pytest.mark.parametrize("game", ["classic", "logic", "both-ends"])
def test_the_page_s_ten_lines_play_without_sixth(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (bot,) = code_blocks("bots.md", "python3")
    assert len(bot.strip().splitlines()) <= 10
    assert "sixth" not in bot
    file = tmp_path / "mine.py"
    file.write_text(bot, encoding="utf-8")
    command = f"mine={sys.executable} -I {file}"
    document = arena(capsys, "mine,careful,random", "--rounds", "15", "--bot", command, "--game", game)
    assert [bot["faults"] for bot in document["bots"]] == [0, 0, 0]


def test_the_page_names_every_key_of_a_view_in_its_order() -> None:
    table = TEXT.partition("## What a view holds")[2]
    keys = [
        key
        for line in table.splitlines()
        if line.startswith("| `")
        for key in re.findall(r"`(\w+)`", line.split("|")[1])
    ]
    assert keys == list(view_to_json(sixth.Game(sixth.games["classic"].replace(seats=2), seed=1).view(0)))


def test_the_page_names_every_key_of_the_results(capsys: pytest.CaptureFixture[str]) -> None:
    document = arena(capsys, "random,random", "--rounds", "1")
    for key in (*document, *document["bots"][0], *document["differences"][0]):
        assert f"`{key}`" in TEXT


def test_the_page_names_every_key_of_a_best_response(capsys: pytest.CaptureFixture[str]) -> None:
    command = ("--best-response", "nearest", "--rounds", "1", "--seats", "2", "--set", "hand=1")
    document = arena(capsys, *command)
    for key in (*document, *document["responses"][0]):
        assert f"`{key}`" in TEXT


def test_the_page_has_the_numbers_that_hold() -> None:
    for number in (f"{RESAMPLES:,}", f"{MAX_LINE_BYTES:,} bytes", f"{PLAYOUTS:,} playouts"):
        assert number in TEXT
    assert MIN_DEALS == 5
    assert "fewer than five deals" in TEXT
