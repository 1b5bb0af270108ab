"""What a move of the policy costs: by kernels, in plain Python, and in plain Python with networks in numpy.

`python bench/policies.py` prints lines of JSON: milliseconds a move, over the decisions of games of classic
at 2, 4, 7 and 10 seats, of which `observe` is what kernels need to know before they begin; and seconds of the
first move of a new process. Kernels are loaded from the disk then; `--compile` has them compiled first, which
an installation does once.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final

import numpy as np

from sixth.bots.observation import observe
from sixth.bots.plain_policy import PlainPolicyBot
from sixth.bots.policy import PolicyBot
from sixth.policy.cards import card_features
from sixth.policy.player import Player
from sixth.policy.table import table_of
from sixth.policy.weights import read
from sixth.rules.events import Action, Choose
from sixth.rules.games import GAMES
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.policy.weights import load

_INPUTS, _HIDDEN, _DEEPER = 48, 32, 16

_FIRST: Final = """
from time import perf_counter
began = perf_counter()
import sixth
{before}
game = sixth.Game(sixth.games["classic"].replace(seats=4), seed=1)
sixth.bots.make("policy").act(game.view(0))
print(perf_counter() - began)
"""

_HIDE: Final = "import sixth.fast; sixth.fast.INSTALLED = False"


class NumpyBot:
    """Plays cards only: the features of `sixth.policy`, and the network as three products of matrices."""

    def __init__(self) -> None:
        numbers = load()
        first = _INPUTS * _HIDDEN
        second = first + _HIDDEN
        third = second + _HIDDEN * _DEEPER
        self._first = numbers[:first].reshape(_INPUTS, _HIDDEN), numbers[first:second]
        self._second = numbers[second:third].reshape(_HIDDEN, _DEEPER), numbers[third : third + _DEEPER]
        self._third = numbers[third + _DEEPER : third + 2 * _DEEPER]

    def act(self, view: View) -> Action:
        """Return the card with the highest logit."""
        table = table_of(view)
        cards = [each.card for each in view.legal if isinstance(each, Choose)]
        values = np.array([card_features(table, card) for card in cards], dtype=np.float32)
        for weights, bias in (self._first, self._second):
            values = np.maximum(values @ weights + bias, 0)
        return view.legal[int((values @ self._third).argmax())]


def decisions() -> list[View]:
    """Return views of choices of a card in random games."""
    views, rng = list[View](), Random(1)
    for seats in (2, 4, 7, 10):
        game = Game(GAMES["classic"].replace(seats=seats), seed=seats)
        while game.state.round < 3 and not game.over:
            for seat in game.to_act:
                view = game.view(seat)
                if view.phase == "choose" and len(view.legal) > 1:
                    views.append(view)
                game.act(seat, rng.choice(view.legal))
    return views


def move_ms(act: Callable[[View], object], views: list[View]) -> float:
    """Return the mean milliseconds of a move, the least of five passes."""
    act(views[0])
    passes = []
    for _ in range(5):
        began = perf_counter()
        for view in views:
            act(view)
        passes.append((perf_counter() - began) / len(views) * 1e3)
    return min(passes)


def first_s(before: str = "", **environment: str) -> float:
    """Return the seconds of the first move of a new process, from before the import on."""
    program, known = [sys.executable, "-c", _FIRST.format(before=before)], {**os.environ, **environment}
    return float(subprocess.run(program, check=True, capture_output=True, text=True, env=known).stdout)


def report(name: str, value: float, unit: str) -> None:
    """Print a figure as a line of JSON."""
    print(json.dumps({"bench": f"policies.{name}", "value": round(value, 3), "unit": unit}), flush=True)


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", action="store_true", help="also measure the first move of all")
    options = parser.parse_args()
    views = decisions()
    report("kernels.move", move_ms(PolicyBot(load()).act, views), "ms")
    report("kernels.observe", move_ms(observe, views), "ms")
    report("plain.move", move_ms(PlainPolicyBot(Player(read())).act, views), "ms")
    report("numpy.move", move_ms(NumpyBot().act, views), "ms")
    first_s()
    report("kernels.first", first_s(), "s")
    report("plain.first", first_s(_HIDE), "s")
    if options.compile:
        with TemporaryDirectory() as folder:
            report("kernels.first_of_all", first_s(NUMBA_CACHE_DIR=folder), "s")


if __name__ == "__main__":
    main()
