"""Kernels beside those of another checkout, in turns: `python bench/kernels.py OTHER [--compile]`.

Each job is measured by seconds of processor time, in the one checkout and in the other by turns, so that both
meet the same machine; the best of several counts. With `--compile` all kernels of the jobs are compiled
afresh instead, into a folder of their own. A line has the other checkout, this one, and this one over the
other.
"""

import argparse
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

HERE = Path(__file__).parents[1]
RUNS = 40
COMPILED = 3
SIM = ("sim.random", "sim.rows", "sim.both", "sim.policy", "sim.play")
SEARCH = ("network.classic", "network.both", "network.flip", "search.card", "search.draft", "montecarlo")
TRAINING = ("examples.card", "examples.row", "examples.pick")
ENVS = ("envs.nearest", "envs.careful", "envs.random")
GROUPS = {"sim": SIM, "search": SEARCH, "training": TRAINING, "envs": ENVS}


Job = Callable[[], object]


def job_of(name: str) -> Job:
    """Return the job of this name; the package is imported here, in a process of one checkout."""
    import sixth

    warnings.simplefilter("ignore")
    kind, _, what = name.partition(".")
    games = {"rows": "classic", "both": "both-ends", "draft": "logic", "pick": "logic"}
    rules = sixth.games[games.get(what, "classic")].replace(seats=4)
    rules = rules.replace(play="flip") if what == "flip" else rules
    makers: dict[str, Callable[[Any, str], Job]] = {
        "sim": rounds,
        "network": match,
        "examples": examples,
        "search": search,
        "montecarlo": search,
        "envs": decisions,
    }
    return makers[kind](rules, what)


def rounds(rules: Any, what: str) -> Job:
    """Rounds of `Sim`."""
    from sixth.sim import Policy, Sim

    sim, count = Sim(rules), 1 << 19
    if what == "policy":
        return partial(sim.policy_rounds, count, Policy(), seed=1)
    if what == "play":
        return partial(sim.play, sim.deals(count // 8, seed=1))
    return partial(sim.random_rounds, count, seed=1, take="random" if what == "rows" else "cheapest")


def seating() -> Any:
    """The shipped policy in all seats."""
    import numpy as np

    from sixth.sim.policy.weights import load
    from sixth.training.examples import BEST, PLACES, TaskSeating

    return TaskSeating(load()[np.newaxis], np.zeros(PLACES, dtype=np.uint64), np.full(PLACES, BEST))


def match(rules: Any, _what: str) -> Job:
    """Rounds in which the policy decides everything."""
    from sixth.training.examples import MatchTask, play_match

    return partial(play_match, MatchTask(rules=rules, seating=seating(), seat=0, seed=1, game=0))


def examples(rules: Any, what: str) -> Job:
    """Questions for training."""
    from sixth.training.examples import ExampleTask, make_examples

    turn = 12 if what == "pick" else 3
    task = ExampleTask(kind=what, rules=rules, turn=turn, seating=seating(), seed=2, game=0)
    return partial(make_examples, task)


def search(rules: Any, what: str) -> Job:
    """Playouts of one decision, by a search or by flat Monte Carlo."""
    from random import Random

    from sixth.bots.belief import ALL_TYPES
    from sixth.bots.montecarlo import MonteCarloBot
    from sixth.bots.search import SearchBot, SearchSettings
    from sixth.rules.play import Game
    from sixth.sim.policy.presets import all_players
    from sixth.sim.policy.weights import load

    game, rng = Game(rules, seed=3), Random(1)
    for _ in range(9 if what == "draft" else 2):
        for seat in game.to_act:
            game.act(seat, rng.choice(game.view(seat).legal))
    view = game.view(game.to_act[0])
    if not what:
        return lambda: MonteCarloBot(1000, Random(2)).act(view)
    settings = SearchSettings(playouts=4096, pool=256, worlds=128, opponent_types=ALL_TYPES)
    return lambda: SearchBot(settings, all_players(load()), Random(5)).values(view)


def decisions(_rules: Any, what: str) -> Job:
    """Decisions of the vector environment."""
    import gymnasium

    import sixth.envs  # noqa: F401 - registers it

    envs = gymnasium.make_vec("Sixth-v0", 1024, "vector_entry_point", opponents=[what] * 3)
    masks = [envs.reset(seed=1)[0]["action_mask"]]

    def play() -> None:
        for _ in range(20):
            masks[0] = envs.step(masks[0].argmax(axis=1))[0]["action_mask"]

    return play


def worker() -> None:
    """Do the jobs whose names are sent, and say how long each took."""
    jobs: dict[str, Job] = {}
    for name in map(str.strip, sys.stdin):
        begin = process_time()
        if name not in jobs:
            jobs[name] = job_of(name)
        jobs[name]()
        print(process_time() - begin, flush=True)


class Checkout:
    """A process that does jobs with the package of a checkout."""

    def __init__(self, root: Path, **environment: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env={**os.environ, "PYTHONPATH": str(root / "src"), **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def seconds(self, name: str) -> float:
        """Return the processor time of a job, with what had to be compiled for it."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def end(self) -> None:
        """End the process."""
        self._process.communicate()


def speed(roots: tuple[Path, Path], names: list[str]) -> None:
    """Print how long each job takes."""
    checkouts = [Checkout(root) for root in roots]
    for name in names:
        for each in checkouts:
            each.seconds(name)
        best = [float("inf")] * 2
        for run in range(RUNS):
            for at in (0, 1) if run % 2 else (1, 0):
                best[at] = min(best[at], checkouts[at].seconds(name))
        other, ours = best
        print(f"{name:18} {1000 * other:9.2f} ms {1000 * ours:9.2f} ms {ours / other:6.3f}", flush=True)
    for each in checkouts:
        each.end()


def compile_all(roots: tuple[Path, Path]) -> None:
    """Print how long it takes to compile and do all jobs of a group."""
    best: dict[str, list[float]] = {group: [1e9, 1e9] for group in (*GROUPS, "all")}
    for _ in range(COMPILED):
        for at, root in enumerate(roots):
            with TemporaryDirectory() as folder:
                checkout, total = Checkout(root, NUMBA_CACHE_DIR=folder), 0.0
                for group, names in GROUPS.items():
                    seconds = sum([checkout.seconds(name) for name in names])
                    best[group][at] = min(best[group][at], seconds)
                    total += seconds
                best["all"][at] = min(best["all"][at], total)
                checkout.end()
    for group, (other, ours) in best.items():
        print(f"{group:18} {other:9.1f} s  {ours:9.1f} s  {ours / other:6.3f}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--worker", action="store_true")
    parser.add_argument("--jobs", default="", help="how the names of jobs begin")
    options = parser.parse_args()
    if options.worker:
        worker()
    elif options.compile:
        compile_all((options.other, HERE))
    else:
        everything = [name for names in GROUPS.values() for name in names]
        speed((options.other, HERE), [name for name in everything if name.startswith(options.jobs)])
