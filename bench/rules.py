"""How many rounds a second the rules play in plain Python, and how long `import sixth` takes.

Run it with `make bench`, or `python bench/rules.py`.

Four seats, classic, every choice at random. Each line is the best of several runs, as the others only say
what else the machine was doing.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from random import Random
from time import perf_counter

import sixth
from sixth.rules.deal import Dealer, secret_from_seed
from sixth.rules.game import advance, legal
from sixth.rules.options import End, Rules
from sixth.rules.record import read
from sixth.rules.state import State, start
from sixth.rules.view import view

SEATS = 4
ROUNDS = 400
RUNS = 7


def play(rules: Rules, *, views: bool) -> State:
    """One game; every seat that must act gets its View first, or not."""
    rng = Random(1)
    dealer = Dealer(secret_from_seed(1))
    state = start(rules)
    while not state.over:
        step = dealer.step(state)
        if step is not None:
            state = advance(state, None, step)[1]
            continue
        for seat in state.to_act:
            actions = view(state, seat).legal if views else legal(state, seat)
            state = advance(state, seat, actions[int(rng.random() * len(actions))])[1]
    return state


def best(job: Callable[[], object]) -> float:
    """The shortest of several times, in seconds."""
    times = []
    for _ in range(RUNS):
        begin = perf_counter()
        job()
        times.append(perf_counter() - begin)
    return min(times)


def report(name: str, value: float, unit: str, note: str) -> None:
    """One figure as a line of JSON."""
    print(json.dumps({"bench": name, "value": round(value), "unit": unit, "note": note}))


def main() -> None:
    """Measure and print."""
    rules = sixth.games["classic"].replace(seats=SEATS, end=End("rounds", ROUNDS))
    how = (
        f"classic, {SEATS} seats, random choices, {ROUNDS} rounds, best of {RUNS}, deals and events included"
    )
    for name, views in ((f"rules.views.{SEATS}", True), (f"rules.bare.{SEATS}", False)):
        seconds = best(partial(play, rules, views=views))
        report(
            name, ROUNDS / seconds, "rounds/s", f"{how}; {'each choice from a View' if views else 'no Views'}"
        )
    game = sixth.Game(rules.replace(end=End("rounds", 50)), seed=1)
    while not game.over:
        for seat in game.to_act:
            game.act(seat, game.view(seat).legal[0])
    lines = game.record().encode().splitlines()
    seconds = best(lambda: list(read(lines)))
    report("rules.read.4", len(lines) / seconds, "lines/s", "a record read and checked event by event")
    bare = best(partial(subprocess.run, [sys.executable, "-c", ""], check=True))
    seconds = best(partial(subprocess.run, [sys.executable, "-c", "import sixth"], check=True))
    report("import", 1000 * seconds, "ms", f"a Python that imports sixth and ends; {1000 * bare:.0f} without")


if __name__ == "__main__":
    main()
