"""What a champion gains that is told what it has to guess: how its opponents play, or which cards they hold.

    python bench/ceiling.py --keep ceiling.jsonl [--deals 40] [--minutes 4] [--seats 2,3,4,6] [--pools mixed]

Three champions play the same deals in the same seats, each deal in every rotation, among the same opponents:

- `today` is the champion as it plays everywhere;
- `models` is told how each of the others plays, from the first turn on;
- `hands` is told every hand, and still has to find out how the others play.

Two pools of opponents sit down by turns. `mixed` is that of `strength.py mixed`: flat Monte Carlo and a
formula, which no opponent model of a search is exactly. There `models` is told the one type that fits each
program best, by the likelihood of its plays. In `types` each opponent is an opponent type of the search, so
what `models` is told is exact, in the beliefs and in the playouts. In a playout a champion that is told hands
plays its own later moves by the policy, without them, so `hands` is a lower bound.

The file of `--keep` has a line for each deal, after a first line with the fitted types. The same command goes
on from it; with `--minutes` it ends early.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, NamedTuple

import numpy as np
from strength import between

import sixth
from sixth import bots
from sixth.arena.statistics import intervals
from sixth.bots.belief import ALL_TYPES, OpponentModel, OpponentType
from sixth.bots.policy import answer_logits
from sixth.bots.search import SearchBot, SearchSettings, settings_for
from sixth.processors import cores
from sixth.rules.events import Action, Revealed
from sixth.rules.options import End
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.policy import weights
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import all_players

FORMAT: Final = "sixth-ceiling/1"
KNOWLEDGE: Final = ("today", "models", "hands")
POOLS: Final = {
    "mixed": ("montecarlo", "careful", "montecarlo:1000"),
    "types": ("flat@1.5", "wary@0.5", "policy@1"),
}
"""The opponents by turns: names of bots, or of players of `presets.py` with an inverse temperature."""

FIT_ROUNDS: Final = 40
"""Rounds of the mixed pool from which the type of each program is fitted."""

_NEVER: Final = 1e-300
"""The prior of a type that a seat does not have; its logarithm is finite."""


@cache
def players() -> dict[str, Floats]:
    """Return the players that a search knows, by name."""
    return all_players(weights.load(weights.SHIPPED))


# ------------------------------------------------------------------ opponents


class TypeBot:
    """A bot that plays exactly as an opponent type: by the softmax of its logits."""

    def __init__(self, kind: OpponentType, rng: Random) -> None:
        self._kind, self._rng = kind, rng

    def act(self, view: View) -> Action:
        logits = self._kind.inverse_temperature * answer_logits(view, players()[self._kind.player])
        chances = np.exp(logits - logits.max()).tolist()
        return self._rng.choices(view.legal, chances)[0]


def type_named(name: str) -> OpponentType:
    """Return the type of a name such as "flat@1.5"."""
    player, _at, inverse_temperature = name.partition("@")
    return OpponentType(player, float(inverse_temperature), 1.0)


def opponent(name: str, seed: str) -> bots.Bot:
    """Return a new bot of a pool."""
    return TypeBot(type_named(name), Random(seed)) if "@" in name else bots.make(name, seed=seed)


def fitted(pool: Sequence[str], seed: int, rounds: int = FIT_ROUNDS) -> dict[str, OpponentType]:
    """Return, by name of a program in the pool, the opponent type under which its cards are likeliest."""
    seats = len(pool)
    likelihoods = {name: np.zeros(len(ALL_TYPES)) for name in pool}
    for number in range(rounds):
        names = [pool[(seat + number) % seats] for seat in range(seats)]
        table = [opponent(name, f"fit {seed} {number} {seat}") for seat, name in enumerate(names)]
        game = Game(rules_for(seats), seed=f"fit {seed} {number}")
        while not game.over:
            for seat in game.to_act:
                view = game.view(seat)
                action = table[seat].act(view)
                if view.phase == "choose" and len(view.legal) > 1:
                    likelihoods[names[seat]] += _log_chances(view, view.legal.index(action))
                game.act(seat, action)
    return {name: ALL_TYPES[int(of.argmax())] for name, of in likelihoods.items()}


def _log_chances(view: View, chosen: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
    logits = {
        name: answer_logits(view, players()[name]).astype(float)
        for name in {kind.player for kind in ALL_TYPES}
    }
    scaled = [kind.inverse_temperature * logits[kind.player] for kind in ALL_TYPES]
    return np.array([each[chosen] - np.logaddexp.reduce(each) for each in scaled])


# ------------------------------------------------------------------ champions


class ToldModel(OpponentModel):
    """An opponent model that knows the type of each seat."""

    def __init__(self, types: Sequence[OpponentType]) -> None:
        kinds = list(dict.fromkeys(types))
        super().__init__(players(), kinds)
        self._prior = np.array([[1.0 if kind == own else _NEVER for kind in kinds] for own in types])


class ToldChampion(SearchBot):
    """A champion that knows the types of all seats."""

    def __init__(self, settings: SearchSettings, rng: Random, types: Sequence[OpponentType]) -> None:
        super().__init__(settings, players(), rng)
        self._opponents = ToldModel(types)


class SeeingChampion(SearchBot):
    """A champion that knows the cards dealt to all seats."""

    def __init__(self, settings: SearchSettings, rng: Random, dealt: Sequence[Sequence[int]]) -> None:
        super().__init__(settings, players(), rng)
        self._dealt = dealt

    def act(self, view: View) -> Action:
        """Return the action with the highest utility when all hands are open."""
        return super().act(replace(view, open_hands=hands_left(self._dealt, view)))


def hands_left(dealt: Sequence[Sequence[int]], view: View) -> tuple[tuple[int, ...], ...]:
    """Return, by seat, the cards of the hands `dealt` that were not revealed before `view`."""
    played = {card for event in view.history if isinstance(event, Revealed) for card in event.cards}
    return tuple(tuple(card for card in hand if card not in played) for hand in dealt)


# ------------------------------------------------------------------ deals


class Job(NamedTuple):
    """One deal for all three champions, in every rotation of the seats."""

    pool: str
    seats: int
    deal: int
    seed: int
    playouts: int
    types: dict[str, OpponentType]
    """The types of the pool's programs, by name."""


def rules_for(seats: int) -> Any:
    """Return the rules of one classic round."""
    return sixth.games["classic"].replace(seats=seats, end=End("rounds", 1))


def play_deal(job: Job) -> dict[str, Any]:
    """Return the line of a deal: for each champion its heads and its share of the win, by rotation."""
    line: dict[str, Any] = {"pool": job.pool, "seats": job.seats, "deal": job.deal}
    for knowledge in KNOWLEDGE:
        rounds = [_round(job, knowledge, rotation) for rotation in range(job.seats)]
        line[knowledge] = {
            "heads": [heads for heads, _win in rounds],
            "wins": [win for _heads, win in rounds],
        }
    return line


def _round(job: Job, knowledge: str, rotation: int) -> tuple[int, float]:
    seed = f"ceiling {job.seed} {job.seats} {job.deal}"
    game = Game(rules_for(job.seats), seed=seed)
    pool = POOLS[job.pool]
    # As in the arena: bot i sits at seat (i + rotation) % seats, and the champion is bot 0.
    names = [pool[(seat - rotation - 1) % job.seats % len(pool)] for seat in range(job.seats)]
    table = [opponent(name, f"{seed} {rotation} {seat}") for seat, name in enumerate(names)]
    settings, rng = settings_for(job.playouts), Random(f"{seed} {rotation} champion")
    if knowledge == "models":
        table[rotation] = ToldChampion(settings, rng, [job.types[name] for name in names])
    elif knowledge == "hands":
        dealt = [game.view(seat).hand for seat in range(job.seats)]
        table[rotation] = SeeingChampion(settings, rng, dealt)
    else:
        table[rotation] = SearchBot(settings, players(), rng)
    game.play(table)
    won = rotation in game.winners
    return game.totals[rotation], won / len(game.winners)


# ------------------------------------------------------------------ the kept file


class KeptFile:
    """A file of deals: a header with the fitted types, and a line for each deal as soon as it is played."""

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        self.lines: list[dict[str, Any]] = []
        data = path.read_bytes() if path.exists() else b""
        # A line that a kill has cut short is dropped.
        whole = data[: data.rfind(b"\n") + 1]
        try:
            header, *self.lines = [json.loads(line) for line in whole.splitlines() or [b"{}"]]
        except ValueError:
            raise SystemExit(f"{path} has a line that is no JSON; name another file.") from None
        if not whole:
            if data:
                raise SystemExit(f"{path} is no file of this bench; name another.")
            header = {**settings, "fit": fitted(POOLS["mixed"], settings["seed"])}
            whole = json.dumps(header).encode() + b"\n"
        if {key: header.get(key) for key in settings} != settings:
            raise SystemExit(f"{path} was made with other settings; ask for the same, or name another file.")
        self.fit = {name: OpponentType(*kind) for name, kind in header["fit"].items()}
        self._file = path.open("r+b" if data else "wb")
        self._file.write(whole)
        self._file.truncate()
        self._file.flush()

    def add(self, line: dict[str, Any]) -> None:
        """Write a deal at once."""
        self.lines.append(line)
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def played(jobs: Sequence[Job], workers: int, until: float) -> Iterator[dict[str, Any]]:
    """Yield the lines of the jobs that begin before the time `until`, as they are done."""
    if workers == 1:
        for job in jobs:
            if monotonic() >= until:
                return
            yield play_deal(job)
        return
    queue = iter(jobs)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: set[Future[dict[str, Any]]] = {pool.submit(play_deal, job) for job in islice(queue, workers)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
                if monotonic() < until:
                    running |= {pool.submit(play_deal, job) for job in islice(queue, 1)}


# ------------------------------------------------------------------ the table


def print_table(lines: Sequence[dict[str, Any]]) -> None:
    """Print what each champion took and won, and what it gained on today's, with intervals by deal."""
    print("| pool | seats | rounds | champion | heads (95 %) | wins (95 %) | fewer heads | more wins |")
    print("|---|---:|---:|---|---:|---:|---:|---:|")
    for pool, seats in sorted({(line["pool"], line["seats"]) for line in lines}):
        of = [line for line in lines if (line["pool"], line["seats"]) == (pool, seats)]
        means = {
            (name, key): np.array([np.mean(line[name][key]) for line in of])
            for name in KNOWLEDGE
            for key in ("heads", "wins")
        }
        for name in KNOWLEDGE:
            heads, wins = means[name, "heads"], means[name, "wins"]
            gains = means["today", "heads"] - heads, wins - means["today", "wins"]
            cells = [_cell(heads, 2), _cell(wins, 3, most=1.0)]
            cells += [""] * 2 if name == "today" else [_cell(gains[0], 2), _cell(gains[1], 3)]
            print(f"| {pool} | {seats} | {len(of) * seats:,} | {name} | {' | '.join(cells)} |")


def _cell(values: "np.ndarray[Any, np.dtype[np.float64]]", places: int, most: float = np.inf) -> str:
    (ends,) = intervals(values[:, None])
    inside = ends and (max(ends[0], 0.0), min(ends[1], most)) if most < np.inf else ends
    return between(float(values.mean()), inside, places)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, required=True, help="the file of what has been played")
    parser.add_argument("--deals", type=int, default=40, help="deals at each size of table")
    parser.add_argument("--seats", default="2,3,4,6", help="sizes of tables")
    parser.add_argument("--pools", default=",".join(POOLS), help=f"of {', '.join(POOLS)}")
    parser.add_argument("--playouts", type=int, default=10_000, help="playouts of a champion")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="begin no deal later than this")
    parser.add_argument("--workers", type=int, help="processes; one a core if not said")
    asked = parser.parse_args(arguments)
    asked.pools, sizes = asked.pools.split(","), asked.seats.split(",")
    for pool in asked.pools:
        if pool not in POOLS:
            parser.error(f"there is no pool {pool!r}; the pools are {', '.join(POOLS)}")
    if not all(size.isdecimal() and 2 <= int(size) <= 10 for size in sizes):
        parser.error(f"--seats takes numbers from 2 to 10, as in 2,4, not {asked.seats!r}")
    asked.seats = [int(size) for size in sizes]
    return asked


def main(arguments: Sequence[str] | None = None) -> None:
    """Play what is missing, and print the table."""
    asked = _arguments(arguments)
    until = monotonic() + 60 * asked.minutes
    with ExitStack() as stack:
        file = KeptFile(asked.keep, {"ceiling": FORMAT, "seed": asked.seed, "playouts": asked.playouts})
        stack.callback(file.close)
        types = {name: type_named(name) for name in POOLS["types"]} | file.fit
        done = {(line["pool"], line["seats"], line["deal"]) for line in file.lines}
        jobs = [
            Job(pool, seats, deal, asked.seed, asked.playouts, types)
            for deal in range(asked.deals)
            for pool in asked.pools
            for seats in asked.seats
            if (pool, seats, deal) not in done
        ]
        for line in played(jobs, asked.workers or cores(), until):
            file.add(line)
        print_table(file.lines)


if __name__ == "__main__":
    main()
