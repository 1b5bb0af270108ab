"""How many rounds a second the simulation plays: `make bench`, or `python bench/sim.py`.

Classic, random cards, the cheapest row taken, dealing included. Everything is measured in turns, so that each
figure meets the same machine, and the best of several counts: the others say what else it was doing. The
rules in plain Python play the same in between, for the ratio; so do card games of OpenSpiel and PettingZoo,
where `open_spiel` and `pettingzoo[classic]` are installed.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter

import numpy as np
from others import jobs as others
from rules import play, report

import sixth
from sixth.rules.options import SEATS, End, Rules
from sixth.sim import Policy, Sim
from sixth.sim.policy.weights import SHIPPED, load
from sixth.training.examples import BEST, GAMES, PLACES, MatchTask, TaskSeating, play_match
from sixth.training.sampling import HOME

RUNS = 9
ROUNDS = 1 << 20
PLAIN_ROUNDS = 100


def rates(jobs: dict[str, tuple[int, Callable[[], object]]]) -> dict[str, float]:
    """The best rate of each job: jobs by name, each with the number of rounds that it plays."""
    found = dict.fromkeys(jobs, 0.0)
    for _ in range(RUNS):
        for name, (rounds, job) in jobs.items():
            begin = perf_counter()
            job()
            found[name] = max(found[name], rounds / (perf_counter() - begin))
    return found


def jobs_of(seats: int) -> dict[str, tuple[int, Callable[[], object]]]:
    """What is measured for so many seats."""
    rules = Rules(seats=seats)
    rounds = ROUNDS * 4 // seats
    return {f"sim.random.{seats}": (rounds, partial(Sim(rules).random_rounds, rounds, seed=1))}


def four_seats() -> dict[str, tuple[int, Callable[[], object]]]:
    """What is measured for four seats only."""
    classic = Rules(seats=4)
    plain = classic.replace(end=End("rounds", PLAIN_ROUNDS))
    rounds = ROUNDS
    deal = Sim(classic).deals(rounds // 8, seed=1)
    return {
        # Of equal length, as the best of several short runs is better than that of long ones.
        **{
            f"sim.random.4.threads{threads}": (
                4 * threads * rounds,
                partial(Sim(classic).random_rounds, 4 * threads * rounds, seed=1, threads=threads),
            )
            for threads in (1, 2)
        },
        "sim.random.4.rows": (rounds, partial(Sim(classic).random_rounds, rounds, seed=1, take="random")),
        "sim.random.4.both": (
            rounds,
            partial(Sim(sixth.games["both-ends"].replace(seats=4)).random_rounds, rounds, seed=1),
        ),
        "sim.policy.4": (rounds, partial(Sim(classic).policy_rounds, rounds, Policy(), seed=1)),
        "sim.play.4": (rounds // 8, partial(Sim(classic).play, deal)),
        "rules.bare.4": (PLAIN_ROUNDS, partial(play, plain, views=False)),
    }


def network() -> dict[str, tuple[int, Callable[[], object]]]:
    """The shipped policy in all four seats: its network weighs 216 cards a round, and rows."""
    seating = TaskSeating(load(SHIPPED)[np.newaxis], np.zeros(PLACES, dtype=np.uint64), np.full(PLACES, BEST))
    task = MatchTask(rules=HOME, seating=seating, seat=0, seed=1, game=0)
    return {"sim.network.4": (GAMES, partial(play_match, task))}


NOTES = {
    "sim.random.4.threads1": "one thread, as long as two",
    "sim.random.4.threads2": "two threads",
    "sim.random.4.rows": "any row taken instead of the cheapest",
    "sim.random.4.both": "ends = both",
    "sim.policy.4": "through the door for policies, with one that decides nothing",
    "sim.network.4": "the network of the policy decides everything, one thread",
    "sim.play.4": "prepared cards, with a trace of every card",
    "openspiel.hearts.4": "another game: hearts, random, driven from Python",
    "pettingzoo.hanabi.4": "another game: Hanabi, random",
    "rules.bare.4": "the rules in plain Python, no Views, rows at random",
}


def main() -> None:
    """Measure and print."""
    jobs = {name: job for seats in SEATS for name, job in jobs_of(seats).items()}
    jobs |= four_seats() | network() | others()
    for _, job in jobs.values():
        job()  # compile
    found = rates(jobs)
    for name, rate in found.items():
        note = NOTES.get(name, f"{name.split('.')[2]} seats, one thread" if name.startswith("sim") else "")
        report(name, rate, "rounds/s", f"{note}; best of {RUNS}")
    one = found["sim.random.4"]
    report(
        "sim.random.4.times",
        one / found["rules.bare.4"],
        "times",
        "one thread over the rules in plain Python",
    )
    ratio = round(100 * found["sim.random.4.threads2"] / found["sim.random.4.threads1"])
    report("sim.random.4.scaling", ratio, "%", "two threads over one")


if __name__ == "__main__":
    main()
