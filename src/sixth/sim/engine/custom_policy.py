"""Policies of callers in lanes: two numba functions that choose the cards and the rows.

`choose(cards, board, plan, turn, seat, seed, game)` is called for each seat before each turn. In every lane
it brings the card to be played to strip turn · seats + seat of `cards`, by exchanging it with another card of
the hand: strips t · seats + seat for t = turn … hand_end(plan, turn) - 1 (`layout.hand_end`). What it leaves
there is played; without `choose` that is a random card. It is not asked where cards are flipped.

`take(board, plan, turn, place, seed, game)` is called for each card and writes `CHOSEN_ROW` and (with ends =
both) `CHOSEN_LEFT` for every lane. Without it the cheapest row is taken.

Both are compiled with `numba.njit`. `game` is the number of lane 0's game, and `chance.chance(seed, game +
lane, place)`, with a place from `chance.DECISIONS` to 255, a random number. Their decisions are not checked.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sixth.sim.engine.checks import SimError
from sixth.sim.engine.choices import take_cheapest
from sixth.sim.engine.compiler import compiled, compiled_here, is_kernel
from sixth.sim.engine.lanes import aim, deal_round, lay, reveal, seek, settle, tally, turn_up
from sixth.sim.engine.layout import LANES, Bytes, Index, Keys, Plan
from sixth.sim.engine.rounds import Portion, keep_heads


@compiled
def _as_dealt(
    cards: Keys, board: Bytes, plan: Plan, turn: Index, seat: Index, seed: np.uint64, game: Index
) -> None:
    pass


@compiled
def _cheapest(board: Bytes, plan: Plan, turn: Index, place: Index, seed: np.uint64, game: Index) -> None:
    take_cheapest(board, plan)


class Policy:
    """Two functions that decide in lanes, compiled when rounds are first played and kept by this value.

    They are compiled into the loop, once for each value and process: keep the value, not the functions.

    Raises:
        SimError: one of them is not compiled.
    """

    def __init__(
        self, choose: Callable[..., None] | None = None, take: Callable[..., None] | None = None
    ) -> None:
        for name, function in (("choose", choose), ("take", take)):
            if function is not None and not is_kernel(function):
                raise SimError(f"{name} is a function compiled with numba.njit, not {function!r}.")
        self.kernel = _kernel(choose or _as_dealt, take or _cheapest)


def _kernel(choose: Callable[..., None], take: Callable[..., None]) -> Callable[..., Any]:
    @compiled_here
    def rounds(heads: Bytes, plan: Plan, portion: Portion, cards: Keys, board: Bytes) -> None:
        seed = portion.seed
        for start in range(portion.begin, portion.end, LANES):
            game = portion.first + start
            deal_round(cards, plan, seed, game)
            lay(board, cards, plan)
            for turn in range(plan.turns):
                if not plan.flip:
                    for seat in range(plan.seats):
                        choose(cards, board, plan, turn, seat, seed, game)
                reveal(cards, plan, turn)
                for place in range(plan.seats):
                    turn_up(board, cards, turn * plan.seats + place)
                    seek(board, plan)
                    take(board, plan, turn, place, seed, game)
                    aim(board, plan)
                    settle(board, plan)
                    tally(board, plan.seats)
            keep_heads(heads, start, min(LANES, portion.end - start), board, plan.seats)

    return rounds
