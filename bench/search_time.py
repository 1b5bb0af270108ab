"""What a search loses that stops once its best answer is clear, and the time that this saves.

    python bench/search_time.py [--seats 4] [--rounds 20] [--playouts 10000] [--seed 1] [--reference 1000]

One seat has the policy, the others in turn `montecarlo` and `careful`; one round of classic is played. At
some of the decisions of that seat three searches answer: `whole` tries its playouts to the end, in twice the
worlds, as the champion once did; `champion` is the one of today; `small` has half of its playouts. What an
answer loses is measured by a fourth search, with `--reference` playouts of every answer in other worlds: the
utility that it is below the best, which is above zero even for the best answer, as the best of noisy figures
looks better than it is. Differences from `whole` are on the same decisions, with 95 % intervals.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from time import process_time
from typing import Final

import numpy as np

import sixth
from sixth import bots
from sixth.bots.kernel_answers import answer_codes
from sixth.bots.search import SearchBot, SearchSettings, settings_for
from sixth.rules.options import End
from sixth.rules.play import Game
from sixth.rules.view import View
from sixth.sim.engine.layout import LANES
from sixth.sim.policy import weights
from sixth.sim.policy.presets import all_players
from sixth.sim.search.determinization import Float64Array

OTHERS: Final = ("montecarlo", "careful", "montecarlo")
SHARE: Final = 0.35
"""The share of decisions that are searched, so that they come from many rounds."""


def decisions(seats: int, rounds: int, seed: int) -> Iterator[View]:
    """Yield views of decisions with two answers or more."""
    rules = sixth.games["classic"].replace(seats=seats, end=End("rounds", 1))
    for number in range(rounds):
        rng, own = Random(f"search time {seed} {number}"), number % seats
        game = Game(rules, seed=f"search time {seed} {number}")
        players = [
            bots.make("policy" if seat == own else OTHERS[seat % 3], seed=f"{seed} {number} {seat}")
            for seat in range(seats)
        ]
        while not game.over:
            for seat in game.to_act:
                seen = game.view(seat)
                if seat == own and len(seen.legal) > 1 and rng.random() < SHARE:
                    yield seen
                game.act(seat, players[seat].act(seen))


def worths(bot: SearchBot, view: View, seed: int, playouts: int) -> Float64Array:
    """Return the mean utility of every answer in so many playouts of each."""
    rollouts, codes = bot._rollouts(view, np.uint64(seed), None), answer_codes(view)
    sums, done = np.zeros(len(codes)), 0
    while done < playouts:
        step = min(playouts - done, int(LANES) // len(codes))
        sums += rollouts.run(codes, done, step)
        done += step
    return sums / playouts


def main() -> None:
    """Print a row for each search."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--playouts", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reference", type=int, default=1_000)
    asked = parser.parse_args()
    champion = settings_for(asked.playouts)
    whole = replace(champion, clear=np.inf, pool=2 * champion.pool, worlds=2 * champion.worlds)
    searches: dict[str, SearchSettings] = {
        "whole": whole, "champion": champion, "small": replace(champion, playouts=asked.playouts // 2),
    }  # fmt: skip
    players = all_players(weights.load(weights.SHIPPED))
    bots.get_ready()
    loss: dict[str, list[float]] = {name: [] for name in searches}
    ms: dict[str, list[float]] = {name: [] for name in searches}
    for number, view in enumerate(decisions(asked.seats, asked.rounds, asked.seed)):
        worth = worths(SearchBot(whole, players, Random(number)), view, number, asked.reference)
        for name, settings in searches.items():
            bot = SearchBot(settings, players, Random(f"{name} {number}"))
            begin = process_time()
            answer = view.legal.index(bot.act(view))
            ms[name].append(1000 * (process_time() - begin))
            loss[name].append(worth.max() - worth[answer])
    print(f"{len(loss['whole'])} decisions\n")
    print("| search | loses, heads | more than whole (95 %) | ms: mean | p99 |\n|---|---:|---:|---:|---:|")
    for name in searches:
        more = np.array(loss[name]) - np.array(loss["whole"])
        margin = 1.96 * more.std(ddof=1) / np.sqrt(len(more))
        print(
            f"| {name} | {np.mean(loss[name]):.3f} | {more.mean():+.3f} ± {margin:.3f}"
            f" | {np.mean(ms[name]):.0f} | {np.percentile(ms[name], 99):.0f} |"
        )


if __name__ == "__main__":
    main()
