"""What a seat knows when it decides, as the features count it."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from sixth.rules.cards import FULL_DECK
from sixth.rules.options import Rules
from sixth.rules.view import View


@dataclass(frozen=True)
class Table:
    """What a seat knows of the table, its hand and the cards that it has not seen."""

    rules: Rules
    seats: int
    """Seats that are in."""
    size: int
    """Cards of the deck."""
    limit: int
    """Cards that a row holds before the next one takes it."""
    lasts: tuple[int, ...]
    """By row: its last card."""
    firsts: tuple[int, ...]
    """By row: its first card."""
    counts: tuple[int, ...]
    """By row: how many cards lie in it."""
    costs: tuple[int, ...]
    """By row: the heads of its cards."""
    hand: tuple[int, ...]
    """The own cards, ascending."""
    unseen: tuple[int, ...]
    """The cards that the seat has not seen, ascending."""
    turns: int
    """The turns of the round that are not over."""
    later: int
    """Those after this one that are played from the same deal."""

    @property
    def others(self) -> int:
        """The other seats."""
        return self.seats - 1

    @property
    def share(self) -> float:
        """The share of the unseen cards that each of them is."""
        return 1 / max(len(self.unseen), 1)

    @cached_property
    def mean_heads(self) -> float:
        """The mean heads of a card of the deck."""
        return self.rules.heads_in(range(1, self.size + 1)) / self.size


def table_of(view: View) -> Table:
    """Return what the seat of `view` knows as it plays a card or takes a row."""
    rules, seats = view.rules, len(view.seats_in)
    size, parts = rules.deck_size(seats), rules.parts(seats)
    end = parts[0] if view.turn <= parts[0] else sum(parts)
    seen = {*view.hand, *(card for card, _ in view.pending)}
    seen.update(*view.rows, *view.piles)
    return Table(
        rules=rules,
        seats=seats,
        size=size,
        # No row ever holds more cards than there are.
        limit=min(rules.row_limit, FULL_DECK + 1),
        lasts=tuple(row[-1] for row in view.rows),
        firsts=tuple(row[0] for row in view.rows),
        counts=tuple(map(len, view.rows)),
        costs=tuple(map(rules.heads_in, view.rows)),
        hand=view.hand,
        unseen=tuple(card for card in range(1, size + 1) if card not in seen),
        turns=sum(parts) - view.turn + 1,
        later=end - view.turn,
    )


def below(cards: Sequence[int], card: int) -> int:
    """Return how many of `cards`, ascending, are lower than `card`."""
    return bisect_left(cards, card)


def between(cards: Sequence[int], one: int, other: int) -> int:
    """Return how many of `cards`, ascending, lie between two others, exclusive; one < other."""
    return bisect_left(cards, other) - bisect_right(cards, one)
