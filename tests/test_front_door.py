"""The package `sixth`: its import is enough to work with, and costs next to nothing."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sixth

SOURCE = Path(sixth.__file__)


def run(code: str) -> str:
    # Tools that measure coverage would import modules of their own first.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
    ).stdout.strip()


def test_the_import_loads_nothing_that_takes_time() -> None:
    heavy = {"numpy", "numba", "babel", "rich", "typer", "dataclasses", "asyncio"}
    assert run(f"import sys, sixth; print(sorted({heavy} & set(sys.modules)))") == "[]"


def test_a_game_between_light_bots_loads_no_numbers() -> None:
    code = """
import sys, sixth
game = sixth.Game(sixth.games["classic"].replace(seats=2), seed=1)
game.play([sixth.bots.make("random", seed=1), sixth.bots.make("careful")])
assert game.winners and str(game) and game._repr_svg_()
print(sorted({"numpy", "numba", "rich", "typer"} & set(sys.modules)))
"""
    assert run(code) == "[]"


def test_type_checkers_see_the_same_names() -> None:
    (block,) = [
        node
        for node in ast.parse(SOURCE.read_text(encoding="utf-8")).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    names = {"__version__"}
    for node in block.body:
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                names.add(alias.asname or alias.name)
                value = getattr(__import__(str(node.module), fromlist=[alias.name]), alias.name)
                assert getattr(sixth, alias.asname or alias.name) is value
    assert names == set(sixth.__all__) <= {*dir(sixth)}


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'sixth' has no attribute 'gams'"):
        sixth.gams  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        from sixth import gams  # type: ignore[attr-defined]  # noqa: F401


def test_submodules_can_be_imported() -> None:
    code = "import sixth.bots.careful; from sixth import bots, i18n; print(bots is sixth.bots, i18n.__name__)"
    assert run(code) == "True sixth.i18n"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (sixth.Rules(seats=4), "Rules(seats=4)"),
        (sixth.Rules(seats=4, deck="tactical"), "Rules(seats=4, deck='tactical')"),
        (sixth.Rules(seats=3, end=sixth.End("rounds", 2)), "Rules(seats=3, end=End('rounds', 2))"),
        (sixth.End(), "End('score', 66)"),
        (sixth.Choose(17), "Choose(card=17)"),
        (sixth.Take(2, "left"), "Take(row=2, end='left')"),
        (sixth.games["logic"], "games['logic']"),
        (sixth.Seat("Ana"), "Seat(name='Ana', kind='human')"),
    ],
)
def test_values_print_as_the_code_that_makes_them(value: object, text: str) -> None:
    assert repr(value) == text
    assert eval(text, {name: getattr(sixth, name) for name in sixth.__all__}) == value


def test_games_and_their_results_print_in_one_short_line() -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=3), seed=7, game="first")
    assert repr(game) == "<Game: classic, 3 seats, round 1, turn 1, seats 0 1 2 to act>"
    assert repr(game.state) == "<State: classic, 3 seats, round 1, turn 1, seats 0 1 2 to act>"
    assert repr(game.view(1)) == "<View of seat 1: classic, 3 seats, round 1, turn 1, seats 0 1 2 to act>"
    assert repr(game.as_record()) == "<Record 'first': classic, 3 seats, 1 event>"
    game.play([sixth.bots.make("careful")] * 3)
    assert repr(game) == "<Game: classic, 3 seats, over after 4 rounds, won by seat 0>"
    own = sixth.Game(game.rules.replace(rows=5), seed=7)
    own.abandon("It rains.")
    assert repr(own) == "<Game: own rules, 3 seats, over after 0 rounds, abandoned>"


def test_no_repr_shows_the_secret_of_a_game() -> None:
    dealer = sixth.Dealer(b"x" * 32)
    game = sixth.Game(sixth.Rules(seats=2), dealer=dealer)
    assert not [value for value in (dealer, game, game.state, game.as_record()) if "xxx" in repr(value)]
