"""The tally of a contest: the few numbers of each deal that statistics need."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixth.arena.contest import Contest
from sixth.arena.deal import DealResult, Failure
from sixth.arena.statistics import as_if_all_met, of_own_deals
from sixth.bots.match import WHOLE_WIN


class ContestTally:
    """The tally of the first `deals` deals of a contest, which may be added in any order."""

    def __init__(self, contest: Contest, deals: int) -> None:
        seats, bots = contest.seats, len(contest.entrants)
        self.contest = contest
        self.deals = deals
        self._done: NDArray[np.bool_] = np.zeros(deals, bool)
        self._seated: NDArray[np.int64] = np.zeros((deals, seats), np.int64)
        self._heads: NDArray[np.int64] = np.zeros((deals, seats), np.int64)
        self._wins: NDArray[np.int64] = np.zeros((deals, seats), np.int64)
        self._places: NDArray[np.uint8] = np.zeros((deals, seats, seats), np.uint8)
        self._moves, self._seconds = [0] * bots, [0.0] * bots
        self.faults = [0] * bots
        self._first: dict[int, tuple[int, Failure]] = {}

    def add(self, result: DealResult) -> bool:
        """Add a deal, unless it was added before or is beyond `deals`; return whether it was added."""
        deal = result.deal
        if deal >= self.deals or self._done[deal]:
            return False
        self._done[deal] = True
        self._heads[deal] = np.sum(result.heads, axis=0)
        for places in result.places:
            winners = [bot for bot, place in enumerate(places) if place == 0]
            for bot in winners:
                self._wins[deal, bot] += WHOLE_WIN // len(winners)
        self._places[deal] = result.places
        self._seated[deal] = seated = self.contest.seated(deal)
        for at, bot in enumerate(seated):
            self._moves[bot] += result.moves[at]
            self._seconds[bot] += result.seconds[at]
        for failure in result.faults:
            bot = seated[failure.bot]
            self.faults[bot] += 1
            first = self._first.setdefault(bot, (deal, failure))
            if deal < first[0]:
                self._first[bot] = (deal, failure)
        return True

    @property
    def done(self) -> int:
        """The number of deals that were added."""
        return int(self._done.sum())

    @property
    def missing(self) -> list[int]:
        """The numbers of the deals that are still to be played."""
        return [int(deal) for deal in np.flatnonzero(~self._done)]

    @property
    def seated(self) -> NDArray[np.int64]:
        """The bots of each deal that was added: deals × seats."""
        return self._seated[self._done]

    @property
    def places(self) -> NDArray[np.uint8]:
        """The places of the seated bots: deals × rotations × seats."""
        return self._places[self._done]

    @property
    def heads(self) -> NDArray[np.float64]:
        """The mean heads a round (or game): deals × bots; see `as_if_all_met`."""
        heads: Any = self._heads / self.contest.seats
        return as_if_all_met(heads[self._done], self.seated, len(self.contest.entrants))

    @property
    def wins(self) -> NDArray[np.float64]:
        """The share of its rounds (or games) that each bot won: deals × bots; see `of_own_deals`."""
        shares: Any = self._wins / (WHOLE_WIN * self.contest.seats)
        return of_own_deals(shares[self._done], self.seated, len(self.contest.entrants))

    def rounds(self, bot: int) -> int:
        """Return the number of rounds (or games) that the bot with the index `bot` played."""
        return int((self.seated == bot).sum()) * self.contest.seats

    def milliseconds(self, bot: int) -> float | None:
        """Return the mean time of a move in milliseconds, or None if the bot made no move."""
        return 1000 * self._seconds[bot] / self._moves[bot] if self._moves[bot] else None

    @property
    def first_faults(self) -> list[Failure | None]:
        """The first failure of each bot, or None if it has none."""
        first = [self._first.get(bot) for bot in range(len(self.contest.entrants))]
        return [entry and entry[1] for entry in first]
