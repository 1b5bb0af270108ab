"""Rows of cards, and the places where a card may go."""

from collections.abc import Sequence
from typing import Final, Literal

from sixth.rules.cards import FULL_DECK

Side = Literal["right", "left"]
Row = tuple[int, ...]
Place = tuple[int, Side]
"""A row (0-based) and the end of it that a card goes to."""

# At the right ends a card has at most one place, so every possible answer is made once, on import.
_NOWHERE: Final[tuple[Place, ...]] = ()
_RIGHT: Final[tuple[tuple[Place, ...], ...]] = tuple(((row, "right"),) for row in range(FULL_DECK))


def places(rows: Sequence[Row], card: int, *, both: bool) -> tuple[Place, ...]:
    """Return every place where `card` may go: none (its player takes a row), one, or two equally close.

    `rows` are the cards of each row from left to right. `both` also allows the left ends (option
    ends = both). Full rows count as places, too: a card that goes to one takes it.
    """
    if both:
        return _places_both(rows, card)
    best = at = -1
    for index, row in enumerate(rows):
        last = row[-1]
        if best < last < card:
            best, at = last, index
    return _RIGHT[at] if at >= 0 else _NOWHERE


def _places_both(rows: Sequence[Row], card: int) -> tuple[Place, ...]:
    gap = FULL_DECK
    side: Side
    candidates: list[Place] = []
    for index, row in enumerate(rows):
        if row[-1] < card:
            distance, side = card - row[-1], "right"
        elif card < row[0]:
            distance, side = row[0] - card, "left"
        else:
            continue
        if distance < gap:
            gap, candidates = distance, []
        if distance == gap:
            candidates.append((index, side))
    return tuple(candidates)


def put(row: Row, card: int, side: Side) -> Row:
    """Return `row` with `card` laid at its end `side`."""
    return (*row, card) if side == "right" else (card, *row)
