"""Sums over deals: what the statistics need of a million rounds, in a few numbers a deal."""

from math import lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sixth.arena.contest import Contest
from sixth.arena.deal import DealResult, Failure
from sixth.rules.options import SEATS

_WHOLE_WIN: Final = lcm(*range(1, SEATS.stop))
"""A win, so that shared ones are whole numbers, which add up the same in every order."""


class Tally:
    """Sums up the first `deals` deals of a contest, in whatever order they are added."""

    def __init__(self, contest: Contest, deals: int) -> None:
        seats = contest.seats
        self.contest = contest
        self.deals = deals
        self.done: NDArray[np.bool_] = np.zeros(deals, bool)
        self._heads: NDArray[np.int64] = np.zeros((deals, seats), np.int64)
        self._wins: NDArray[np.int64] = np.zeros((deals, seats), np.int64)
        self.places: NDArray[np.uint8] = np.zeros((deals, seats, seats), np.uint8)
        self._moves, self._seconds = [0] * seats, [0.0] * seats
        self.faults = [0] * seats
        self._first: dict[int, tuple[int, Failure]] = {}

    def add(self, result: DealResult) -> bool:
        """Count a deal, unless it is counted already or not one of these; return whether it was counted."""
        deal = result.deal
        if deal >= self.deals or self.done[deal]:
            return False
        self.done[deal] = True
        self._heads[deal] = np.sum(result.heads, axis=0)
        for places in result.places:
            winners = [bot for bot, place in enumerate(places) if place == 0]
            for bot in winners:
                self._wins[deal, bot] += _WHOLE_WIN // len(winners)
        self.places[deal] = result.places
        for bot in range(self.contest.seats):
            self._moves[bot] += result.moves[bot]
            self._seconds[bot] += result.seconds[bot]
        for failure in result.faults:
            self.faults[failure.bot] += 1
            first = self._first.setdefault(failure.bot, (deal, failure))
            if deal < first[0]:
                self._first[failure.bot] = (deal, failure)
        return True

    @property
    def missing(self) -> list[int]:
        """Return the deals that are still to be played."""
        return [int(deal) for deal in np.flatnonzero(~self.done)]

    @property
    def heads(self) -> NDArray[np.float64]:
        """Return the mean heads a round (or game), (deals, bots)."""
        means: Any = self._heads / self.contest.seats
        return np.asarray(means, np.float64)

    @property
    def wins(self) -> NDArray[np.float64]:
        """Return the share of its rounds (or games) that each bot won, (deals, bots)."""
        shares: Any = self._wins / (_WHOLE_WIN * self.contest.seats)
        return np.asarray(shares, np.float64)

    def milliseconds(self, bot: int) -> float | None:
        """Return the mean time of a move in milliseconds; None where the bot made none."""
        return 1000 * self._seconds[bot] / self._moves[bot] if self._moves[bot] else None

    @property
    def first_faults(self) -> list[Failure | None]:
        """By bot, how it first lost a round by its own fault; None if it lost none so."""
        first = [self._first.get(bot) for bot in range(self.contest.seats)]
        return [found and found[1] for found in first]
