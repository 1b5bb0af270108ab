"""Bounds of the heads of each seat where all hands are known, at tables of any size.

A seat is sure of what it gets against all others together, who know its hand, agree on their cards and rows,
and draw them at random where that helps. At best all of them play for it. Both follow by backward induction
over the rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import factorial
from typing import Final

import numpy as np

from sixth.rules.events import CHOOSE, Action, Take
from sixth.rules.fold import with_fields
from sixth.rules.game import advance, legal
from sixth.rules.state import State
from sixth.sim.search.determinization import Float64Array
from sixth.sim.solver.checks import SolverError, check_open
from sixth.sim.solver.matrix import MAX_CHOICES, new_tableau, solve_matrix

MAX_ORDERS: Final = 1_500
"""Orders in which all hands can be played, up to which bounds are worked out: 3 cards in each of 4 hands."""
_CLOSE: Final = 1e-9


@dataclass(frozen=True)
class SeatBounds:
    """Bounds of the heads that a seat takes to the end of the round.

    `sure` is what it expects at worst if it plays its cards as often as `strategy` says, `best` what it takes
    if all others play for it. Where the most heads win, `sure` is the least that it expects.
    """

    sure: float
    best: float
    strategy: dict[Action, float]


def bounds(state: State) -> tuple[SeatBounds, ...]:
    """Return the bounds of each seat of a position with all hands known, before a choice of cards.

    Raises:
        SolverError: there is no choice of cards, cards are hidden, or there are too many.
    """
    check_open(state)
    if state.phase == "take":
        raise SolverError("row-to-take", "Bounds are known only before a choice of cards.")
    cards, players = max(map(len, state.hands)), len(state.seats_in)
    if factorial(cards) ** players > MAX_ORDERS:
        raise SolverError(
            "too-many-orders",
            "With {seats} seats and {cards} cards in each hand there are too many orders of play; take a"
            " later position.",
            seats=players, cards=cards,
        )  # fmt: skip
    state = with_fields(state, chosen=(None,) * state.rules.seats)
    seats = [seat for seat, hand in enumerate(state.hands) if hand]
    outcomes = _Recursion().outcomes(state, seats)
    before = _paid(state)
    values = []
    for seat in range(state.rules.seats):
        if seat not in seats:
            values.append(SeatBounds(0.0, 0.0, {}))
            continue
        sure, strategy = _sure(_matrix(outcomes[..., 0, seat], seats.index(seat)))
        heads = (sure - before[seat], outcomes[..., 1, seat].max() - before[seat])
        worst, best = (float(-state.rules.sign * each + 0.0) for each in heads)
        chances = zip(state.hands[seat], strategy, strict=True)
        values.append(SeatBounds(worst, best, {CHOOSE[card]: float(chance) for card, chance in chances}))
    return tuple(values)


class _Recursion:
    """Payoffs of positions; turns that lead to the same rows and hands are worked out once."""

    def __init__(self) -> None:
        self._to_come: dict[tuple[object, object], Float64Array] = {}

    def outcomes(self, state: State, seats: Sequence[int]) -> Float64Array:
        """Return what each choice of cards of `seats` leads to: cards of each seat × (sure, best) × seats."""
        hands = [state.hands[seat] for seat in seats]
        after = [_played(state, dict(zip(seats, cards, strict=True))) for cards in product(*hands)]
        return np.stack(list(map(self._payoffs, after))).reshape(*map(len, hands), 2, state.rules.seats)

    def _payoffs(self, state: State) -> Float64Array:
        """Return the payoffs with what was paid before, (sure, best) × seats; more is better."""
        if state.phase == "take":
            return self._take(state, state.actor or 0)
        paid, seats = _paid(state), [seat for seat, hand in enumerate(state.hands) if hand]
        if state.phase != "choose" or not seats:
            return np.stack([paid, paid])
        key = state.rows, state.hands
        if key not in self._to_come:
            outcomes = self.outcomes(state, seats)
            payoffs = outcomes.reshape(-1, 2, state.rules.seats).max(axis=0)
            for number, seat in enumerate(seats):
                payoffs[0, seat] = _sure(_matrix(outcomes[..., 0, seat], number))[0]
            self._to_come[key] = payoffs - paid
        return self._to_come[key] + paid

    def _take(self, state: State, actor: int) -> Float64Array:
        rows = [action for action in legal(state, actor) if isinstance(action, Take)]
        answers = np.stack([self._payoffs(advance(state, actor, each)[1]) for each in rows])
        payoffs: Float64Array = answers.max(axis=0)
        mine = payoffs[0, actor]
        payoffs[0] = answers[:, 0].min(axis=0)
        payoffs[0, actor] = mine
        return payoffs


def _played(state: State, cards: dict[int, int]) -> State:
    """Return the state after the seats have chosen these cards; the last to choose has them revealed."""
    last = max(cards)
    chosen = tuple(cards.get(seat) if seat != last else None for seat in range(state.rules.seats))
    return advance(with_fields(state, chosen=chosen), last, CHOOSE[cards[last]])[1]


def _paid(state: State) -> Float64Array:
    return -state.rules.sign * np.array([state.rules.heads_in(pile) for pile in state.piles], np.float64)


def _matrix(payoffs: Float64Array, axis: int) -> Float64Array:
    """Return the payoffs to the seat of `axis`: its cards × all choices of the others."""
    cards = payoffs.shape[axis]
    return np.unique(np.moveaxis(payoffs, axis, 0).reshape(cards, -1), axis=1)


def _sure(payoffs: Float64Array) -> tuple[float, Float64Array]:
    """Return the value of a matrix game to its rows, and how often they play each.

    There may be many columns, and few matter: one after the other joins the game that is solved, whichever
    is worst for the rows.
    """
    rows = len(payoffs)
    if rows == 1:
        return float(payoffs.min()), np.ones(1)
    tableau, work = new_tableau(), np.zeros(MAX_CHOICES * MAX_CHOICES + 2 * MAX_CHOICES + 1)
    out = MAX_CHOICES * MAX_CHOICES
    columns = [int(payoffs.min(axis=0).argmin())]
    while True:
        for i in range(rows):
            work[i * MAX_CHOICES : i * MAX_CHOICES + len(columns)] = payoffs[i, columns]
        value = float(solve_matrix(tableau, work, 0, rows, len(columns), out))
        strategy = work[out : out + rows].copy()
        worths = strategy @ payoffs
        worst = int(worths.argmin())
        if worths[worst] >= value - _CLOSE:
            return value, strategy
        if len(columns) == MAX_CHOICES:
            played = work[out + MAX_CHOICES : out + 2 * MAX_CHOICES]
            columns = [column for column, chance in zip(columns, played, strict=True) if chance > _CLOSE]
        columns.append(worst)
