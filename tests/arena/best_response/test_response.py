"""`sixth arena --best-response`: a response beats a weak bot, and the gain is printed."""

import json
import re
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from sixth.arena.best_response.response import print_response, respond
from sixth.arena.contest import Contest, Entrant
from sixth.extras import install_command
from sixth.rules.options import End, Rules
from sixth.sim.policy import weights
from sixth.training.networks import fresh
from tests.arena.tables import ANSWERS, script

SMALL = Rules(seats=2, deck=30, hand=4, rows=2, row_limit=3, end=End("rounds", 1))


@pytest.fixture
def lowest(tmp_path: Path) -> Entrant:
    """A policy that likes all answers equally, so that it always plays its lowest card."""
    weights.save(tmp_path / "lowest.npz", fresh(np.random.default_rng(1)), note="likes everything")
    return Entrant(f"policy:{tmp_path / 'lowest.npz'}")


def test_who_knows_a_bot_that_plays_badly_beats_it(lowest: Entrant) -> None:
    table = Contest("classic", SMALL, (lowest, lowest), seed=7)
    document = respond(table, rounds=40, workers=1, steps=2, playouts=100)
    assert list(document) == [
        "game", "seats", "rounds", "deals", "seed", "bot", "heads", "heads_ci", "responses", "rules",
    ]  # fmt: skip
    assert [document[key] for key in ("game", "seats", "rounds", "deals", "seed", "bot")] == [
        "classic", 2, 40, 20, 7, lowest.name,
    ]  # fmt: skip
    assert {each["response"] for each in document["responses"]} == {"searched", "trained"}
    best, other = document["responses"]
    assert best["gain"] >= other["gain"]
    for each in document["responses"]:
        assert list(each) == ["response", "heads", "heads_ci", "gain", "gain_ci", "clear"]
        assert each["gain"] == pytest.approx(document["heads"] - each["heads"], abs=0.001)
        assert each["gain_ci"][0] <= each["gain"] <= each["gain_ci"][1]
        assert each["clear"]
    lines = sentences(document)
    assert lines[0] == "40 rounds of classic: 20 deals, each played in all 2 rotations of the seats; seed 7"
    heads = r"\d\.\d\d ± \d\.\d\d"
    assert re.fullmatch(rf".* among copies of itself: {heads} heads a round", lines[1])
    assert re.fullmatch(rf"{best['response']} against it: {heads} heads a round, a gain of {heads}", lines[2])
    assert re.fullmatch(rf"A player who knows .* can beat it by {heads} heads a round\.", lines[4])


def sentences(document: dict[str, Any]) -> list[str]:
    """Return the lines that people read."""
    console = Console(file=StringIO(), width=300, markup=False, highlight=False)
    print_response(document, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_where_nothing_is_better_it_says_so() -> None:
    search_response = {
        "response": "searched", "heads": 9.1, "heads_ci": [9.0, 9.2], "gain": -0.1, "gain_ci": [-0.3, 0.1],
        "clear": False,
    }  # fmt: skip
    document = {
        "game": "classic", "seats": 4, "rounds": 4000, "deals": 1000, "seed": 7, "bot": "champion",
        "heads": 9.0, "heads_ci": None, "responses": [search_response],
    }  # fmt: skip
    assert sentences(document)[1:] == [
        "champion among copies of itself: 9.00 heads a round",
        "searched against it: 9.10 ± 0.10 heads a round, a gain of -0.10 ± 0.20",
        "Nothing that was tried is clearly better against 3 of it than champion itself.",
    ]


def test_without_pytorch_a_response_is_searched_only(
    run: Any, lowest: Entrant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    result = run("--best-response", lowest.name, "--seats", "3", "--rounds", "3", "--set", "hand=2", "--json")
    assert result.code == 0
    assert (
        result.err
        == f"Without PyTorch a response is only searched for; to train one: {install_command('rl')}\n"
    )
    document = json.loads(result.out)
    assert [document["seats"], document["rounds"], document["heads_ci"]] == [3, 3, None]
    assert [each["response"] for each in document["responses"]] == ["searched"]


def test_any_bot_has_a_response_that_searches(run: Any, tmp_path: Path) -> None:
    bot = script(tmp_path, "mine", f"{ANSWERS}    answer(view)\n")
    assert bot.command
    command = ("--bot", f"mine={' '.join(bot.command)}", "--set", "hand=2", "--rounds", "4", "--seats", "2")
    result = run("--best-response", "mine", *command)
    assert (result.code, result.err) == (0, "")
    assert "searched against it: " in result.out
    assert "trained" not in result.out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("random,random", "--best-response", "policy"), "both say who plays; give one of them"),
        (("--best-response", "policy,policy"), "--best-response takes one bot, not 2"),
        (("--best-response", "clever"), "There is no bot 'clever'; the bots are random, "),
        (("--best-response", "policy", "--seats", "1"), "A game takes 2 to 10 seats, but --seats is 1"),
        (("--best-response", "policy", "--seats", "-4"), "A game takes 2 to 10 seats, but --seats is -4"),
        (("random,random", "--seats", "3"), "There are 2 bots for 3 seats"),
        (("--best-response", "policy", "--whole"), "leave out --whole"),
        (("--best-response", "policy", "--keep", "a"), "leave out --keep"),
        (("--best-response", "policy", "--plot", "a.svg"), "leave out --plot"),
        (("--best-response", "policy", "--publish", "a"), "leave out --publish"),
        (("--best-response", "policy", "--rounds", "0"), "--rounds takes a whole number of at least 1"),
    ],
)
def test_a_senseless_best_response_is_bad_usage(arguments: tuple[str, ...], text: str, run: Any) -> None:
    run(*arguments).refuses(2, text)


def test_a_file_that_is_no_policy_is_refused(run: Any, tmp_path: Path) -> None:
    run("--best-response", f"policy:{tmp_path / 'none.npz'}").refuses(1, "cannot be read: No such file")
