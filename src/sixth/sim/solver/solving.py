"""Solutions of positions of two seats whose hands are known: the exact value, and how both should play."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from threading import Timer
from types import MappingProxyType
from typing import Final, Literal

import numpy as np

from sixth.rules.cards import FULL_DECK
from sixth.rules.events import CHOOSE, Action
from sixth.rules.fold import with_fields
from sixth.rules.game import advance, legal
from sixth.rules.options import Rules
from sixth.rules.state import State, start
from sixth.rules.view import View
from sixth.sim.search.determinization import Float64Array
from sixth.sim.solver import memory as m
from sixth.sim.solver.checks import SEATS, SolverError, check_last_round, known_state
from sixth.sim.solver.memory import Search, new_search
from sixth.sim.solver.placing import MAX_ROOM, Table, pack
from sixth.sim.solver.roots import write_losses, write_strategies
from sixth.sim.solver.search import search

Utility = Literal["heads", "win"]
Strategy = Mapping[Action, float]
Move = tuple[int, Action]
"""A seat and what it does."""

TYPICAL_S: Final = (0.001, 0.001, 0.001, 0.001, 0.001, 0.001, 0.03, 0.4, 10.0, 120.0, 5_000.0)
"""Seconds that a position with so many cards in each hand takes, for a sentence (docs/solver.md)."""
_HOPELESS: Final = 10.0
"""A position is not begun if it typically takes so many times the time that there is."""
_SLOTS: Final = (8, 8, 8, 8, 12, 16, 18, 20, 23, 23, 23)
"""Bits of the number of positions that are kept, by cards in each hand."""
_NO_LIMIT: Final = 2**62


@dataclass(frozen=True)
class Solution:
    """The solution of a position.

    `value` is the heads that seat 0 takes from here to the end of the round less those of seat 1, as expected
    when both play their `strategies`; with the utility `win` it is the chance of seat 0 to win, where a
    shared win is half a win. By seat, `strategies` has the probability of each answer and `answers` its loss
    against the other seat's optimal strategy that punishes it most, in heads or in chance: 0 if and only if
    an optimal strategy plays it. Both are empty for a seat that has nothing to choose, and `answers` if they
    were not wanted. `line` is the likeliest way on. `positions` is how many were searched.
    """

    utility: Utility
    cards: int
    value: float
    strategies: tuple[Strategy, Strategy]
    answers: tuple[Strategy, Strategy]
    line: tuple[Move, ...]
    positions: int


def solve(
    position: State | View,
    *,
    utility: Utility = "heads",
    has_answers: bool = True,
    has_line: bool = True,
    seconds: float | None = 60.0,
    max_positions: int | None = None,
) -> Solution:
    """Return the solution of a position of two seats in which all cards are known.

    It may be a state, or a view from which the other hand follows, before a choice of cards or of a row.
    Without `has_answers` and `has_line` it takes less time. The search ends after `seconds`, or after
    `max_positions`, which are the same on every machine; None is no limit.

    Raises:
        SolverError: the position cannot be solved, or not within the limits.
    """
    state = known_state(position)
    if utility == "win":
        check_last_round(state)
    cards = max(map(len, state.hands))
    if seconds is not None and TYPICAL_S[cards] > _HOPELESS * seconds:
        raise _too_long(cards, seconds)
    _compile()
    solver = _Solver(state, utility, max_positions)
    with solver.limited(seconds):
        value, strategies, answers = solver.root(state, has_answers=has_answers)
        line = tuple(solver.line(state, strategies)) if has_line else ()
    return Solution(utility, cards, value, strategies, answers, line, solver.positions)


@cache
def _compile() -> None:
    """Compile the kernels, or load them, which is no part of the time of a search."""
    state = with_fields(start(Rules(SEATS, rows=1)), phase="choose", rows=((1,),), hands=((2, 4), (3, 5)))
    _Solver(state, "heads", None).root(state, has_answers=True)


def _too_long(cards: int, seconds: float | None) -> SolverError:
    if seconds is None:
        return SolverError(
            "too-many-positions",
            "With {cards} cards in each hand this takes more positions than allowed; allow more, or take a"
            " later one.",
            cards=cards,
        )
    return SolverError(
        "too-long",
        "With {cards} cards in each hand this takes about {typical} s, and {seconds} s are allowed; allow"
        " more, or take a later position: in that time {feasible} cards can be solved.",
        cards=cards,
        typical=f"{TYPICAL_S[cards]:g}",
        seconds=f"{seconds:g}",
        feasible=max((each for each in range(1, cards) if 2 * TYPICAL_S[each] <= seconds), default=1),
    )


_EMPTY: Final[Strategy] = MappingProxyType({})


class _Solver:
    """The search of one position and of those that follow from it."""

    def __init__(self, state: State, utility: Utility, max_positions: int | None) -> None:
        rules = state.rules
        self._win = utility == "win"
        self._cards = sorted(card for hand in state.hands for card in hand)
        self._seconds: float | None = None
        size = max(1, len(self._cards) // SEATS)
        table = Table(
            cards=np.array(self._cards or [0], np.int64),
            heads=np.array(rules.heads_of, np.int64),
            below=np.searchsorted(self._cards, np.arange(FULL_DECK + 1)).astype(np.int64),
            rows=len(state.rows),
            limit=min(rules.row_limit, MAX_ROOM),
            both=rules.both_ends,
            sign=rules.sign,
            win=self._win,
        )  # fmt: skip
        self._search: Search = new_search(table, size + 1, 1 << _SLOTS[size])
        self._search.counts[m.LIMIT] = _NO_LIMIT if max_positions is None else max_positions

    @property
    def positions(self) -> int:
        """How many positions were searched."""
        return int(self._search.counts[m.SEARCHED])

    @contextmanager
    def limited(self, seconds: float | None) -> Iterator[None]:
        """Stop searches in the block after `seconds`."""
        self._seconds = seconds
        if seconds is None:
            yield
            return
        timer = Timer(seconds, self._stop)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _stop(self) -> None:
        self._search.counts[m.STOP] = 1

    def root(
        self, state: State, *, has_answers: bool
    ) -> tuple[float, tuple[Strategy, Strategy], tuple[Strategy, Strategy]]:
        """Return the value as `Solution` has it, and the strategies and the losses of a position."""
        if state.phase == "take":
            worths = self._take_worths(state)
            seat = state.actor or 0
            best = max(worths.values()) if seat == 0 else min(worths.values())
            unit = 0.5 if self._win else 1.0
            losses = {action: abs(best - worth) * unit for action, worth in worths.items()}
            choice = next(action for action, loss in losses.items() if loss <= _TIE)
            strategy = {action: float(action == choice) for action in worths}
            return (
                self._shown(best, state),
                _of_seat(seat, strategy),
                _of_seat(seat, losses if has_answers else {}),
            )
        payoff, strategies = self._play(state, m.CELLS_TOO if has_answers else m.STRATEGIES)
        size = len(state.hands[0])
        losses_of = np.zeros((SEATS, size))
        if has_answers and size > 1:
            write_losses(self._search, size, losses_of)
            losses_of *= 0.5 if self._win else 1.0
        answers = tuple(_by_card(hand, losses) for hand, losses in zip(state.hands, losses_of, strict=True))
        value = self._shown(payoff, state)
        chances = (_by_card(state.hands[0], strategies[0]), _by_card(state.hands[1], strategies[1]))
        return value, chances, (answers[0], answers[1]) if has_answers else (_EMPTY, _EMPTY)

    def line(self, state: State, strategies: tuple[Strategy, Strategy]) -> Iterator[Move]:
        """Yield the likeliest move of each seat to the end of the round; `strategies` are of `state`."""
        number = state.round
        while True:
            for seat, strategy in enumerate(strategies):
                if strategy:
                    action = max(strategy, key=lambda each: strategy[each])
                    yield seat, action
                    state = advance(state, seat, action)[1]
            if state.round != number or state.phase not in ("choose", "take"):
                return
            _value, strategies, _answers = self.root(state, has_answers=False)

    def _shown(self, payoff: float, state: State) -> float:
        """Return a payoff as a value of a solution; `payoff` includes what was paid before `state`."""
        if self._win:
            return (1.0 + payoff) / 2.0
        return -state.rules.sign * (payoff - self._paid(state)) + 0.0

    def _paid(self, state: State) -> int:
        """Return what seat 0 is ahead: in the round, or with the utility `win` in the game."""
        rules = state.rules
        mine, yours = map(rules.heads_in, state.piles)
        if self._win and not state.past[state.round - 1 :]:
            mine, yours = mine + state.totals[0], yours + state.totals[1]
        elif self._win:
            mine, yours = state.totals
        return rules.sign * (yours - mine)

    def _payoff(self, state: State, number: int) -> float:
        """Return the payoff of a position of round `number`, with what was paid before."""
        if state.phase == "take":
            worths = self._take_worths(state).values()
            return max(worths) if state.actor == 0 else min(worths)
        if state.phase == "choose" and state.round == number:
            return self._play(state, m.VALUE)[0]
        paid = self._paid(state)
        return float(np.sign(paid) if self._win else paid)

    def _take_worths(self, state: State) -> dict[Action, float]:
        seat = state.actor or 0
        return {
            action: self._payoff(advance(state, seat, action)[1], state.round)
            for action in legal(state, seat)
        }

    def _play(self, state: State, mode: int) -> tuple[float, Float64Array]:
        """Return the payoff of a choice of cards with what was paid before, and strategies, seats × cards."""
        s, rules, paid = self._search, state.rules, self._paid(state)
        for number, row in enumerate(state.rows):
            first = row[0] if rules.both_ends else 0
            room = max(0, min(rules.row_limit, MAX_ROOM) - len(row))
            s.rows[number] = pack(first, row[-1], room, rules.heads_in(row))
        mine, yours = (sum(1 << self._cards.index(card) for card in hand) for hand in state.hands)
        size = len(state.hands[0])
        if size == 1:
            mode = m.VALUE
        diff = paid if self._win else 0
        if not search(s, mine, yours, diff, -np.inf, np.inf, mode):
            raise _too_long(size, self._seconds)
        strategies = np.ones((SEATS, size))
        if mode != m.VALUE and size > 1:
            write_strategies(s, size, strategies)
        payoff = float(s.work[m.LOW])
        return payoff if self._win else paid + payoff, strategies


_TIE: Final = 1e-9
"""Payoffs that differ by no more are equal."""


def _of_seat(seat: int, strategy: Strategy) -> tuple[Strategy, Strategy]:
    return (strategy, _EMPTY) if seat == 0 else (_EMPTY, strategy)


def _by_card(hand: tuple[int, ...], numbers: Float64Array) -> Strategy:
    return {CHOOSE[card]: float(number) for card, number in zip(hand, numbers, strict=True)}
