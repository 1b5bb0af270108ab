"""How good the seating of tournaments is: JSON lines on stdout.

    python bench/seating.py evenings [--evenings 12]
    python bench/seating.py golfers [--evenings 12]
    python bench/seating.py solver [--seconds 60]

`evenings`: five rounds, one after the other, by lot and Swiss: the pairs who meet again in all of them, the
points between the first and the last of a table, and the seconds of processor of one core for the whole
evening. Beside the search: tables at random, greedy ones, and the search that does not know how many rounds
are to come. `golfers`: how many rounds of tables of four are seated until somebody meets again, beside the
known answers of the social golfer problem (csplib.org, problem 10): 5 rounds for 16 and for 20, 10 for 32.
`solver`: the same rounds, and whole evenings, by CP-SAT of OR-tools: what it finds and what it proves to be
the least. Costs of rounds are in repeated meetings.

docs/decisions/033 has the figures.
"""

import argparse
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, Final

from sixth.tournaments.seating import History, Tables, cost, greedy_seats, seat, table_sizes
from sixth.tournaments.seating.round_costs import RoundCosts
from sixth.tournaments.seating.several_rounds import several_rounds
from sixth.tournaments.seating.swaps import Costs, Seating, greedy

ROUNDS: Final = 5
POINTS: Final = (5.0, 3.0, 2.0, 1.0, 0.0, 0.0)
KNOWN: Final = {16: 5, 20: 5, 32: 10}
"""How many rounds of tables of four are possible without a repeated meeting, by the number of players."""

Seat = Callable[..., Tables]


def by_lot(players: Sequence[str], _history: History, sizes: Sequence[int], **asked: Any) -> Tables:
    """Return tables at random; in a Swiss round, at random among equal points."""
    left = Random(asked["seed"]).sample(players, len(players))
    if points := asked.get("groups"):
        left.sort(key=points.__getitem__, reverse=True)
    people = iter(left)
    return tuple(tuple(next(people) for _ in range(size)) for size in sizes)


def greedily(players: Sequence[str], history: History, sizes: Sequence[int], **asked: Any) -> Tables:
    """Return the tables with which the search begins."""
    return greedy_seats(players, history, sizes, seed=asked["seed"], groups=asked["groups"])


def short_sighted(players: Sequence[str], history: History, sizes: Sequence[int], **asked: Any) -> Tables:
    """Return the tables of a search that does not know that rounds are to come."""
    return seat(players, history, sizes, seed=asked["seed"], groups=asked["groups"])


WAYS: Final[dict[str, Seat]] = {
    "random": by_lot,
    "greedy": greedily,
    "one-round": short_sighted,
    "search": seat,
}


def say(bench: str, **figures: object) -> None:
    """Print a line."""
    sys.stdout.write(json.dumps({"bench": bench, **figures}) + "\n")
    sys.stdout.flush()


# ------------------------------------------------------------------ evenings


def evening(
    way: Seat, count: int, rounds: int, seed: str, *, swiss: bool = False
) -> Iterator[tuple[Tables, float]]:
    """Yield the tables of each round of an evening, and the points between first and last of its tables."""
    rng = Random(seed)
    players = [f"p{number}" for number in range(count)]
    strength = {player: rng.gauss(0, 1) for player in players}
    points = dict.fromkeys(players, 0.0)
    played: list[Tables] = []
    for number in range(rounds):
        groups = points if swiss and number else None
        history = History.of(played)
        sizes, ahead = table_sizes(count), rounds - 1 - number
        tables = way(players, history, sizes, seed=f"{seed} {number}", groups=groups, ahead=ahead)
        played.append(tables)
        yield tables, cost(tables, history, groups=points).spread
        for table in tables:
            order = sorted(table, key=lambda player: -strength[player] - rng.gauss(0, 2))
            for player, gained in zip(order, POINTS, strict=False):
                points[player] += gained


def evenings(times: int) -> None:
    """Say for each way of seating and each number of players how evenings of five rounds go."""
    for swiss in (False, True):
        for players in (12, 16, 17, 18, 20, 24, 32, 60, 230, 300, 1_000):
            for name, way in WAYS.items():
                if name == "one-round" and swiss:
                    continue  # no search looks ahead in a Swiss round
                repeats, spreads, unfair, seconds = [], [], [], []
                for number in range(times if players < 500 else 2):
                    before = time.process_time()
                    rounds = list(evening(way, players, ROUNDS, f"evening {number}", swiss=swiss))
                    seconds.append(time.process_time() - before)
                    history = History.of(tables for tables, _ in rounds)
                    repeats.append(sum(history.met.values()) - len(history.met))
                    spreads.append(sum(spread for _, spread in rounds[1:]) / (ROUNDS - 1))
                    unusual = [sum(each.values()) - each.get(4, 0) for each in history.sizes.values()]
                    unfair.append(max(unusual) - min(unusual))
                say(
                    f"seating.{'swiss' if swiss else 'lot'}.{players}.{name}",
                    repeats=round(statistics.mean(repeats), 1),
                    spread=round(statistics.mean(spreads), 1),
                    unusual_tables_apart=max(unfair),
                    processor_s=round(statistics.median(seconds), 3),
                )


# ------------------------------------------------------------------ golfers


def golfers(times: int) -> None:
    """Say how many rounds are seated until somebody meets again."""
    for players, known in KNOWN.items():
        for name, way in WAYS.items():
            reached = []
            for number in range(times):
                met: set[tuple[str, str]] = set()
                rounds = 0
                for tables, _ in evening(way, players, known, f"golf {number}"):
                    pairs = {pair for table in tables for pair in combinations(sorted(table), 2)}
                    if pairs & met:
                        break
                    met |= pairs
                    rounds += 1
                reached.append(rounds)
            say(f"seating.golfers.{players}.{name}", rounds=reached, known=known)
        nobody = [[0] * players for _ in range(players)]
        costs, sizes = Costs(nobody, [{4: 0}] * players, 1), table_sizes(players)
        most = 0
        for rounds in range(2, known + 1):
            plan = several_rounds(
                costs, nobody, sizes, Random(f"plan {rounds}"), rounds=rounds, effort=100_000
            )
            most = rounds if repeats_of(plan) == 0 else most
        say(f"seating.golfers.{players}.planned-at-once", rounds=most, known=known)


def repeats_of(plan: Sequence[Seating]) -> int:
    """Return how many meetings of a plan are repeated ones."""
    pairs = [pair for tables in plan for table in tables for pair in combinations(sorted(table), 2)]
    return len(pairs) - len(set(pairs))


# ------------------------------------------------------------------ a solver


class Solver:
    """CP-SAT, with a limit of seconds for each problem."""

    def __init__(self, seconds: float) -> None:
        try:
            self.module: Any = importlib.import_module("ortools.sat.python.cp_model")
        except ModuleNotFoundError:
            sys.exit("OR-tools is not here; `.venv/bin/pip install ortools` brings it.")
        self.seconds = seconds

    def _tables(self, model: Any, players: int, sizes: Sequence[int]) -> list[list[Any]]:
        sits = [[model.new_bool_var("") for _ in sizes] for _ in range(players)]
        for each in sits:
            model.add_exactly_one(each)
        for number, size in enumerate(sizes):
            model.add(sum(each[number] for each in sits) == size)
        return sits

    @staticmethod
    def _together(model: Any, sits: list[list[Any]], one: int, other: int) -> Any:
        """Return a variable that is true at least if two players sit together."""
        together = model.new_bool_var("")
        for mine, theirs in zip(sits[one], sits[other], strict=True):
            model.add_bool_or(mine.negated(), theirs.negated(), together)
        return together

    def _solved(self, model: Any) -> dict[str, object]:
        solver = self.module.CpSolver()
        solver.parameters.max_time_in_seconds = self.seconds
        solver.parameters.num_workers = 2
        status = solver.solve(model)
        known = status in (self.module.OPTIMAL, self.module.FEASIBLE)
        return {
            "solver": solver.objective_value if known else None,
            "bound": solver.best_objective_bound,
            "solver_s": round(solver.wall_time, 1),
        }

    def one_round(self, costs: Costs, sizes: Sequence[int], hint: Seating) -> dict[str, object]:
        """Return the least cost of a round that the solver finds, beginning with a hint, and its bound."""
        model = self.module.CpModel()
        players = len(costs.pairs)
        sits = self._tables(model, players, sizes)
        terms = []
        for one, other in combinations(range(players), 2):
            if price := costs.pairs[one][other]:
                terms.append(price * self._together(model, sits, one, other))
        for each, places in zip(sits, costs.places, strict=True):
            terms += [places[size] * sat for size, sat in zip(sizes, each, strict=True)]
        for number, table in enumerate(hint):
            for player in range(players):
                model.add_hint(sits[player][number], player in table)
        model.minimize(sum(terms))
        return self._solved(model)

    def whole_evening(self, players: int, sizes: Sequence[int], rounds: int) -> dict[str, object]:
        """Return the least cost of all rounds together that the solver finds, and its bound."""
        model = self.module.CpModel()
        every = [self._tables(model, players, sizes) for _ in range(rounds)]
        # The first round may be any.
        first = iter(range(players))
        for number, size in enumerate(sizes):
            for player in [next(first) for _ in range(size)]:
                model.add(every[0][player][number] == 1)
        terms = []
        for one, other in combinations(range(players), 2):
            # The second meeting costs 1, the third 4, and so on.
            again = [model.new_bool_var("") for _ in range(rounds - 1)]
            model.add(sum(again) >= sum(self._together(model, sits, one, other) for sits in every) - 1)
            terms += [number**2 * each for number, each in enumerate(again, start=1)]
        model.minimize(sum(terms))
        return self._solved(model)


def beside_solver(seconds: float) -> None:
    """Say what the solver finds for the last rounds of some evenings, and for whole ones."""
    solver = Solver(seconds)
    for players, rounds, swiss in (
        (16, 4, False), (20, 5, False), (24, 6, False), (32, 8, False), (18, 5, False),
        (16, 5, True), (20, 5, True), (32, 5, True), (60, 5, True),
    ):  # fmt: skip
        names = [f"p{number}" for number in range(players)]
        before = [tables for tables, _ in evening(short_sighted, players, rounds - 1, "solver", swiss=swiss)]
        history, sizes = History.of(before), table_sizes(players)
        points = {
            name: float(
                sum(POINTS[table.index(name)] for tables in before for table in tables if name in table)
            )
            for name in names
        }
        groups = points if swiss else None
        round_ = RoundCosts(names, history, sizes, groups, None)
        start = time.process_time()
        found = cost(seat(names, history, sizes, seed="s", groups=groups), history, groups=groups).total
        searched_s = time.process_time() - start
        greedily_found = cost(
            greedy_seats(names, history, sizes, seed="s", groups=groups), history, groups=groups
        )
        unit = round_.costs.unit
        figures = solver.one_round(round_.costs, sizes, greedy(round_.costs, sizes, range(players)))
        for each in ("solver", "bound"):
            figures[each] = None if figures[each] is None else round(float(str(figures[each])) / unit, 2)
        say(
            f"seating.round.{'swiss' if swiss else 'lot'}.{players}.{rounds}",
            greedy=round(greedily_found.total / unit, 2),
            search=round(found / unit, 2),
            search_s=round(searched_s, 2),
            **figures,
        )
    for players in (8, 12, 13, 16, 17, 20, 24):
        sizes = table_sizes(players)
        costs = []
        for number in range(5):
            history = History.of(tables for tables, _ in evening(seat, players, ROUNDS, f"e{number}"))
            costs.append(sum(again**2 for times in history.met.values() for again in range(times)))
        say(f"seating.evening.{players}", search=costs, **solver.whole_evening(players, sizes, ROUNDS))


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=("evenings", "golfers", "solver"))
    parser.add_argument("--evenings", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=60)
    asked = parser.parse_args()
    if asked.what == "evenings":
        evenings(asked.evenings)
    elif asked.what == "golfers":
        golfers(asked.evenings)
    else:
        beside_solver(asked.seconds)


if __name__ == "__main__":
    main()
