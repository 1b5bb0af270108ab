"""How strong the levels are: the tables of docs/strength.md, played in the arena.

    python bench/strength.py [--share 0.1] [--keep FOLDER] [--workers N] [PART …]

Everything where no part is named: yardsticks, table, mixed, sizes, games, steps. `--share` plays less of it,
and `--keep` goes on where it was stopped.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Any

import sixth
from sixth import bots
from sixth.arena import Contest, entrants_from, play
from sixth.arena.deal import DealResult
from sixth.arena.report import document
from sixth.arena.statistics import intervals
from sixth.arena.tally import ContestTally
from sixth.progress import track

SEED = 1
LEVELS = bots.methods[1:]
QUICK = ("nearest", "careful", "montecarlo", "policy")
"""Levels that need a millisecond a move or less."""


class Bench:
    """Plays contests and prints what came of them."""

    def __init__(self, share: float, keep: Path | None, workers: int | None) -> None:
        self._share, self._keep, self._workers = share, keep, workers

    def play(self, names: Sequence[str], rounds: int, game: str = "classic") -> dict[str, Any]:
        """One contest; what `sixth arena` would print of it with --json."""
        return document(self.tally(names, rounds, game))

    def tally(self, names: Sequence[str], rounds: int, game: str = "classic") -> ContestTally:
        """Play a contest, or what is missing of it."""
        rules = sixth.games[game].replace(seats=len(names))
        contest = Contest(game, rules, entrants_from(",".join(names)), SEED)
        keep = None
        if self._keep:
            self._keep.mkdir(parents=True, exist_ok=True)
            keep = str(self._keep / f"{game}-{'-'.join(names)}.jsonl".replace(":", ""))
        wanted = max(5 * len(names), round(rounds * self._share))
        label = f"{names[0]} among {len(names)} ({game})"

        def progress(results: Iterator[DealResult], done: int, deals: int) -> Iterator[DealResult]:
            return track(label, results, deals, done=done)

        return play(contest, rounds=wanted, keep=keep, progress=progress, workers=self._workers)


def row(label: str, found: dict[str, Any]) -> str:
    """The first bot of a contest beside the mean of the others."""
    first, *others = found["bots"]
    rest = sum(bot["heads"] for bot in others) / len(others)
    return (
        f"| {label} | {found['rounds']:,} | {between(first['heads'], first['heads_ci'])} | {rest:.2f} |"
        f" {between(first['win'], first['win_ci'], 3)} | {first['ms_per_move']:.2f} |"
    )


def between(value: float, ends: Sequence[float] | None, places: int = 2) -> str:
    """A value and its interval."""
    if ends is None:
        return f"{value:.{places}f}"
    return f"{value:.{places}f} ({ends[0]:.{places}f} – {ends[1]:.{places}f})"


HEAD = "| | rounds | heads (95 %) | the others | wins (95 %) | ms a move |\n|---|---:|---:|---:|---:|---:|"


def yardsticks(bench: Bench) -> None:
    """Each level at a table with three of a kind."""
    for other, rounds in (("random", 20_000), ("montecarlo", 8_000)):
        print(f"\nWith three {other}, classic, one round:\n\n{HEAD}")
        for level in LEVELS:
            count = rounds if level in QUICK else {"search": 4_000, "expert": 2_000}.get(level, 1_200)
            if other == "random" and level not in QUICK:
                count //= 2
            print(row(level, bench.play([level, *[other] * 3], count)), flush=True)


def table(bench: Bench) -> None:
    """All levels at one table."""
    found = bench.play(list(bots.methods), 800)
    print(f"\nAll levels at one table, {found['rounds']:,} rounds:\n")
    print("| | heads (95 %) | wins (95 %) | rating | ms a move |\n|---|---:|---:|---:|---:|")
    for bot in found["bots"]:
        print(
            f"| {bot['bot']} | {between(bot['heads'], bot['heads_ci'])} |"
            f" {between(bot['win'], bot['win_ci'], 3)} | {bot['rating']:.1f} | {bot['ms_per_move']:.2f} |"
        )
    print("\nAt four seats, of four levels that follow one another:\n")
    print(HEAD)
    for four in (bots.methods[4:], bots.methods[3:7], bots.methods[1:5]):
        turned = [four[-1], *four[:-1]]
        print(row(f"{turned[0]} among {', '.join(turned[1:])}", bench.play(turned, 1_600)), flush=True)


def sizes(bench: Bench) -> None:
    """Two levels at tables of every size."""
    for level, other, rounds in (("policy", "montecarlo", 4_000), ("search", "montecarlo", 800)):
        print(f"\n{level} among {other}, classic, one round (par is 1 / seats):\n\n{HEAD}")
        for seats in range(2, 11):
            print(row(f"{seats} seats", bench.play([level, *[other] * (seats - 1)], rounds)), flush=True)


def games(bench: Bench) -> None:
    """Two levels in every named game."""
    for level, other, rounds in (("policy", "montecarlo", 4_000), ("search", "montecarlo", 800)):
        print(f"\n{level} among three {other} in every named game, one round (par is 0.25):\n\n{HEAD}")
        for game in sixth.games:
            print(row(game, bench.play([level, *[other] * 3], rounds, game)), flush=True)


def mixed(bench: Bench) -> None:
    """The champion among bots of kinds not met in training, at every size and in every named game."""
    pool = ("montecarlo", "careful", "montecarlo:1000")

    def line(label: str, seats: int, rounds: int, game: str = "classic") -> None:
        others = [pool[number % len(pool)] for number in range(seats - 1)]
        print(row(label, bench.play(["champion", *others], rounds, game)), flush=True)

    print(f"\nchampion among {', '.join(pool)} by turns, one round (par is 1 / seats):\n\n{HEAD}")
    for seats in range(2, 11):
        line(f"{seats} seats", seats, {4: 1_000, 10: 300}.get(seats, 200))
    for game in sixth.games:
        if game != "classic":
            line(game, 4, 200, game)


def steps(bench: Bench) -> None:
    """Each of the eight levels twice at a table of four with the one below it twice."""
    print("\nLevel L, L-1, L, L-1 at a table of four, classic, one round:\n")
    print("| level | rounds | wins of the two (95 %) | fewer heads (95 %) | processor ms a move |")
    print("|---|---:|---:|---:|---:|")
    print(f"| {bots.levels[0]} | | | | {processor_ms(bots.levels[0]):.2f} |")
    for below, level in pairwise(bots.levels):
        tally = bench.tally([level, below] * 2, {"level-7": 1_200, "level-8": 600}.get(level, 6_000))
        wins = tally.wins[:, [0, 2]].sum(axis=1, keepdims=True)
        fewer = (tally.heads @ [-0.5, 0.5, -0.5, 0.5])[:, None]
        print(
            f"| {level} | {tally.done * 4:,} | {between(wins.mean(), intervals(wins)[0], 3)} |"
            f" {between(fewer.mean(), intervals(fewer)[0])} | {processor_ms(level):.2f} |",
            flush=True,
        )


def processor_ms(name: str) -> float:
    """The milliseconds of one processor that a bot needs for a move, the mean of a game of two rounds."""
    bots.get_ready()
    game = sixth.Game(sixth.games["classic"].replace(seats=4), seed=SEED)
    bot, moves, spent = bots.make(name, seed=SEED), 0, 0.0
    while game.state.round < 3:
        for seat in game.to_act:
            view, began = game.view(seat), process_time()
            action = bot.act(view)
            spent += process_time() - began
            moves += len(view.legal) > 1
            game.act(seat, action)
    return 1000 * spent / moves


PARTS: dict[str, Callable[[Bench], None]] = {
    part.__name__: part for part in (yardsticks, table, mixed, sizes, games, steps)
}


def main() -> None:
    """Play what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--share", type=float, default=1.0, help="of the rounds of the full tables")
    parser.add_argument("--keep", type=Path, help="a folder for what has been played")
    parser.add_argument("--workers", type=int, help="processes; one a core if not said")
    asked = parser.parse_args()
    for name in asked.parts or PARTS:
        if name not in PARTS:
            parser.error(f"there is no part {name!r}; the parts are {', '.join(PARTS)}")
        PARTS[name](Bench(asked.share, asked.keep, asked.workers))


if __name__ == "__main__":
    main()
