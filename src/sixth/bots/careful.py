"""The careful bot: it estimates the cost of each card before it plays one.

Sums are loops: `sum` rounds floats differently from Python 3.12 on, and simulations promise the same games
everywhere.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from sixth.bots.bot import heads_hurt
from sixth.rules.board import Place, Row, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View

# Tuned at four seats against three random and three nearest bots; values near these are as good.
CHOICE_HEADS: Final = 1.0
"""The cost of a card that is too low, beyond the heads of the row: the hand loses a way out."""

GAP_HEADS: Final = 0.01
"""The cost of each number between a card and its row: of two safe cards the closer one is safer."""


class CarefulBot:
    """A bot that plays the card and takes the row of the least expected cost, and drafts from the middle.

    Where the most heads win, it seeks the highest cost instead.
    """

    def act(self, view: View) -> Action:
        """Return the action of the least expected cost, the first of equal ones."""
        if len(view.legal) == 1:
            return view.legal[0]
        estimate = CostEstimate(view)
        # Of equal actions `min` returns the first.
        return min(view.legal, key=estimate.weigh)


class CostEstimate:
    """The expected costs of the actions of one view."""

    def __init__(self, view: View) -> None:
        rules, rows = view.rules, view.rows
        self._rows: Sequence[Row] = rows
        self._limit, self._both = rules.row_limit, rules.both_ends
        self._sign = 1 if heads_hurt(rules) else -1
        self._heads = [rules.heads_in(row) for row in rows]
        self._choice = min([self._sign * heads for heads in self._heads], default=0)
        self._middle = (rules.deck_size(len(view.seats_in)) + 1) / 2
        # The possible cards of each other seat: its hand if hands are open, else any unseen card.
        others = [seat for seat in view.seats_in if seat != view.seat and view.counts[seat]]
        self._others = len(others)
        self._hands = [view.open_hands[seat] for seat in others] if view.open_hands else [view.unseen()]
        cards = [card for hand in self._hands for card in hand]
        self._mean = rules.heads_in(cards) / len(cards) if cards else 0.0

    def weigh(self, action: Action) -> float:
        """Return the expected cost of `action`; lower is better, whatever the goal."""
        match action:
            case Choose(card):
                candidates = places(self._rows, card, both=self._both)
                costs = [self._cost_at(place, card) for place in candidates]
                return min(costs) if costs else self._misfit_cost(card)
            case Take(row, end):
                free = end is not None and len(self._rows[row]) < self._limit
                return 0 if free else self._sign * self._heads[row]
            case Pick(card):
                # Cards from the middle usually have a row below them, and few cards between.
                return abs(card - self._middle)

    def _misfit_cost(self, card: int) -> float:
        """Return the cost of the best row, unless a lower card takes a row first, where `card` fits."""
        nobody = 1.0
        for share in self._shares(0, card):
            nobody *= 1.0 - share
        return nobody * self._choice + CHOICE_HEADS

    def _cost_at(self, place: Place, card: int) -> float:
        """Return the heads of the row times the chance that `card` takes them, with the cost of the gap."""
        row, end = self._rows[place[0]], place[1]
        near = row[-1 if end == "right" else 0]
        low, high = min(near, card), max(near, card)
        room = max(0, self._limit - len(row))
        heads = self._heads[place[0]] + room * self._mean
        shares = self._shares(low, high)
        if self._both and end == "right":
            # Lower cards at the left of the row come first, too.
            shares = [one + other for one, other in zip(shares, self._left_shares(row), strict=True)]
        return self._sign * _exactly(room, shares) * heads + GAP_HEADS * (high - low)

    def _left_shares(self, row: Row) -> list[float]:
        """Return, by seat, the share of cards closer to the left of `row` than to the right of others."""
        below = max([other[-1] for other in self._rows if other[-1] < row[0]], default=-row[0])
        return self._shares((below + row[0]) // 2, row[0])

    def _shares(self, low: int, high: int) -> list[float]:
        """Return, by other seat, the share of its possible cards between `low` and `high`."""
        shares = [(bisect_left(hand, high) - bisect_right(hand, low)) / len(hand) for hand in self._hands]
        return shares if len(shares) == self._others else shares * self._others


def _exactly(count: int, chances: Sequence[float]) -> float:
    """Return the chance that exactly `count` of independent events with these `chances` happen."""
    if count > len(chances):
        return 0.0
    ways = [1.0] + [0.0] * count
    for chance in chances:
        for number in range(count, 0, -1):
            ways[number] = ways[number] * (1.0 - chance) + ways[number - 1] * chance
        ways[0] *= 1.0 - chance
    return ways[count]
