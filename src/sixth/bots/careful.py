"""A cautious player as a bot: it weighs what each card may cost before it plays one.

Sums are written as loops: `sum` of floats rounds otherwise from Python 3.12 on, and simulations promise the
same games everywhere.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from sixth.bots.bot import heads_hurt
from sixth.rules.board import Place, Row, places
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.view import View

# Measured at four seats against three random and three nearest; anything near these does as well.
CHOICE_HEADS: Final = 1.0
"""What a card that takes a row of choice costs beyond its heads: the hand loses a way out."""

GAP_HEADS: Final = 0.01
"""What each number between a card and its row costs: of two safe cards the closer one is safer."""


class CarefulBot:
    """Plays the card that is likely to cost least, takes the row that does, and drafts from the middle.

    Where the most heads win, it looks for cost instead.
    """

    def act(self, view: View) -> Action:
        """Return the action that is likely to cost least, the first of equal ones."""
        if len(view.legal) == 1:
            return view.legal[0]
        look = Look(view)
        # Of two that cost the same, `min` keeps the first.
        return min(view.legal, key=look.weigh)


class Look:
    """One look at the table: what everything that may be done now is likely to cost."""

    def __init__(self, view: View) -> None:
        rules, rows = view.rules, view.rows
        self._rows: Sequence[Row] = rows
        self._limit, self._both = rules.row_limit, rules.both_ends
        self._sign = 1 if heads_hurt(rules) else -1
        self._heads = [rules.heads_in(row) for row in rows]
        self._choice = min([self._sign * heads for heads in self._heads], default=0)
        self._middle = (rules.deck_size(len(view.seats_in)) + 1) / 2
        # What each other seat may play: its hand where all hands are open, and else any unseen card.
        others = [seat for seat in view.seats_in if seat != view.seat and view.counts[seat]]
        self._others = len(others)
        self._hands = [view.open_hands[seat] for seat in others] if view.open_hands else [view.unseen()]
        cards = [card for hand in self._hands for card in hand]
        self._mean = rules.heads_in(cards) / len(cards) if cards else 0.0

    def weigh(self, action: Action) -> float:
        """Return what `action` is likely to cost; lower is better whatever the goal."""
        match action:
            case Choose(card):
                return self._cost_of_card(card)
            case Take(row, end):
                free = end is not None and len(self._rows[row]) < self._limit
                return 0 if free else self._sign * self._heads[row]
            case Pick(card):
                # Cards from the middle find a row below them and seldom have many cards to fear.
                return abs(card - self._middle)

    def _cost_of_card(self, card: int) -> float:
        found = places(self._rows, card, both=self._both)
        if not found:
            return self._cost_of_choice(card)
        return min([self._cost_at(place, card) for place in found])

    def _cost_of_choice(self, card: int) -> float:
        """The best row, unless somebody with a lower card takes one first: then `card` fits behind that."""
        nobody = 1.0
        for share in self._shares(0, card):
            nobody *= 1.0 - share
        return nobody * self._choice + CHOICE_HEADS

    def _cost_at(self, place: Place, card: int) -> float:
        """The row's heads, times the chance that just enough cards come between to make `card` take it."""
        row, end = self._rows[place[0]], place[1]
        near = row[-1 if end == "right" else 0]
        low, high = min(near, card), max(near, card)
        room = max(0, self._limit - len(row))
        heads = self._heads[place[0]] + room * self._mean
        shares = self._shares(low, high)
        if self._both and end == "right":
            # Lower cards at the left of the row come before as well.
            shares = [one + other for one, other in zip(shares, self._to_the_left(row), strict=True)]
        return self._sign * _exactly(room, shares) * heads + GAP_HEADS * (high - low)

    def _to_the_left(self, row: Row) -> list[float]:
        """The shares of the cards that are closer to the left of `row` than to the right of any other."""
        below = max([other[-1] for other in self._rows if other[-1] < row[0]], default=-row[0])
        return self._shares((below + row[0]) // 2, row[0])

    def _shares(self, low: int, high: int) -> list[float]:
        """For each other seat the share of its possible cards that lie between `low` and `high`."""
        shares = [(bisect_left(hand, high) - bisect_right(hand, low)) / len(hand) for hand in self._hands]
        return shares if len(shares) == self._others else shares * self._others


def _exactly(count: int, chances: Sequence[float]) -> float:
    """Return the chance that exactly `count` of these independent things happen."""
    if count > len(chances):
        return 0.0
    ways = [1.0] + [0.0] * count
    for chance in chances:
        for number in range(count, 0, -1):
            ways[number] = ways[number] * (1.0 - chance) + ways[number - 1] * chance
        ways[0] *= 1.0 - chance
    return ways[count]
