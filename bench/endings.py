"""What solved endings bring the champion with two seats, and how long they take.

    python bench/endings.py --keep played [--rounds 1000] [--playouts 10000] [--workers 2]

The champion plays duplicate deals of one tactical round against `search` with as many playouts, which is the
champion without solved endings. The arena plays each deal once in either seat and keeps it in the folder of
`--keep`, from which the same command goes on. Then champions play each other, and their choices of cards are
timed by the cards left in the hand, with the share of them that were solved.
"""

import argparse
from pathlib import Path
from time import process_time

import numpy as np
from strength import HEAD, Bench, between, row

import sixth
from sixth import bots
from sixth.bots.equilibrium import SOLVED_CARDS, equilibrium
from sixth.bots.registry import SOLVED_POSITIONS
from sixth.rules.options import End
from sixth.rules.play import Game


def moves(champion: str, rounds: int) -> dict[int, list[tuple[float, bool]]]:
    """Return, by cards in the hand, the processor's seconds of each move in endings, and if it was solved."""
    rules = sixth.games["tactical"].replace(seats=2, end=End("rounds", 1))
    found: dict[int, list[tuple[float, bool]]] = {cards: [] for cards in range(SOLVED_CARDS, 1, -1)}
    bots.get_ready()
    for number in range(rounds):
        game = Game(rules, seed=f"endings {number}")
        players = [bots.make(champion, seed=f"endings {number} {seat}") for seat in range(2)]
        while not game.over:
            for seat in game.to_act:
                view = game.view(seat)
                begin = process_time()
                action = players[seat].act(view)
                seconds = process_time() - begin
                if view.phase == "choose" and len(view.hand) in found:
                    found[len(view.hand)].append((seconds, equilibrium(view, SOLVED_POSITIONS) is not None))
                game.act(seat, action)
    return found


def main() -> None:
    """Play what is missing, and print both tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", type=Path, help="a folder for what has been played")
    parser.add_argument("--rounds", type=int, default=1_000, help="of the contest")
    parser.add_argument("--timed", type=int, default=30, help="rounds whose moves are timed")
    parser.add_argument("--playouts", type=int, default=10_000, help="playouts of both bots")
    parser.add_argument("--workers", type=int, help="processes; one a core if not said")
    asked = parser.parse_args()
    champion, search = f"champion:{asked.playouts}", f"search:{asked.playouts}"
    if asked.rounds:
        found = Bench(1.0, asked.keep, asked.workers).play((champion, search), asked.rounds, "tactical")
        (difference,) = found["differences"]
        print(f"{HEAD}\n{row(f'{champion} against {search}', found)}")
        ends = difference["heads_ci"] and [-end for end in reversed(difference["heads_ci"])]
        print(f"\nFewer heads a round: {between(-difference['heads'], ends)}\n")
    if asked.timed:
        print("| cards in a hand | moves | solved | ms a move: p50 | p99 | max |")
        print("|---:|---:|---:|---:|---:|---:|")
        for cards, timed in moves(champion, asked.timed).items():
            ms = 1000 * np.array([seconds for seconds, _solved in timed])
            share = np.mean([is_solved for _seconds, is_solved in timed])
            times = " | ".join(f"{each:.1f}" for each in (*np.percentile(ms, (50, 99)), ms.max()))
            print(f"| {cards} | {len(ms)} | {share:.0%} | {times} |", flush=True)


if __name__ == "__main__":
    main()
