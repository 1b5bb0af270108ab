"""Seconds that exact solutions take, by the number of cards left in each hand.

`python bench/solver.py` solves endings of tactical rounds, played at random until so many cards are left, and
prints a row for each number of cards. Times are those of the processor, of one core.
"""

import argparse
from random import Random
from statistics import median
from time import process_time

from sixth.rules.games import GAMES
from sixth.rules.play import Game
from sixth.rules.state import State
from sixth.sim.solver import solve


def ending(cards: int, rng: Random) -> State:
    """Return a position of a tactical round of two seats with so many cards left in each hand."""
    game = Game(GAMES["tactical"].replace(seats=2), seed=rng.randrange(2**30))
    while game.state.phase != "choose" or len(game.state.hands[0]) > cards:
        for seat in game.to_act:
            game.act(seat, rng.choice(game.view(seat).legal))
    return game.state


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7])
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    solve(ending(2, Random(1)))  # compiles
    print("| cards | value: median, s | max, s | with losses and line: median, s | max, s | positions/s |")
    print("|---:|---:|---:|---:|---:|---:|")
    for cards in options.cards:
        rng = Random(options.seed)
        states = [ending(cards, rng) for _ in range(options.positions)]
        plain, full, searched = [], [], 0
        for state in states:
            begin = process_time()
            searched += solve(state, has_answers=False, has_line=False, seconds=None).positions
            plain.append(process_time() - begin)
            begin = process_time()
            solve(state, seconds=None)
            full.append(process_time() - begin)
        rate = searched / sum(plain)
        print(
            f"| {cards} | {median(plain):.3g} | {max(plain):.3g} | {median(full):.3g} | {max(full):.3g}"
            f" | {rate:,.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
