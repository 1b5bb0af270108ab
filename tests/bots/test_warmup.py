"""The warm-up of bots: it compiles all the kernels that they need."""

import importlib
import pkgutil
import subprocess
import sys
from random import Random
from threading import Event, Thread
from typing import Any

import pytest
from numba.extending import is_jitted

import sixth
import sixth.sim
from sixth import bots
from sixth.rules.options import End


def signature_counts() -> dict[str, int]:
    """Return the number of compiled or loaded signatures of each kernel."""
    counts: dict[str, int] = {}
    for module in pkgutil.walk_packages(sixth.sim.__path__, "sixth.sim."):
        for value in vars(importlib.import_module(module.name)).values():
            if is_jitted(value):
                kernel: Any = value
                counts[f"{kernel.__module__}.{kernel.__name__}"] = len(kernel.signatures)
    return counts


# Two seats and four, in turn.
@pytest.mark.parametrize(("number", "name"), list(enumerate(sixth.games)))
def test_bots_that_are_ready_compile_nothing_in_any_game(number: int, name: str) -> None:
    seats = 2 + number % 2 * 2
    bots.get_ready()
    before = signature_counts()
    assert bots.is_ready(bots.names)
    players = [bots.make(each, seed=1) for each in ("search:32", "montecarlo:8", "policy")]
    players.append(bots.make("champion", seed=1, seconds=0.02))
    game = sixth.Game(sixth.games[name].replace(seats=seats, end=End("rounds", 1)), seed=1)
    rng = Random(1)
    while not game.over:
        for seat in game.to_act:
            game.act(seat, rng.choice(players).act(game.view(seat)))
    assert signature_counts() == before


def test_only_bots_that_use_kernels_have_to_be_made_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    assert bots.is_ready(["random", "nearest", "careful"])
    assert not any(bots.is_ready([name]) for name in bots.names[3:])
    assert not bots.is_ready(["random", "policy:some.npz"])
    bots.get_ready()
    assert bots.is_ready(["random", "policy:some.npz"])


def test_several_may_ask_for_it_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", Event())
    asking = [Thread(target=bots.get_ready) for _ in range(3)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert bots.is_ready(bots.names)


def test_listing_the_bots_loads_no_kernels() -> None:
    statements = "from sixth import bots; [bots.about(name) for name in bots.names]; bots.check('policy:x')"
    code = f"import sys; {statements}; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
