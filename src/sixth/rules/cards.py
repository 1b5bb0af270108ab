"""The numbers of the cards, and their heads."""

from typing import Final, Literal

FULL_DECK: Final = 104
"""How many cards the box holds, numbered from 1."""

HeadsTable = Literal["classic", "light"]


def _heads(card: int, plain: int) -> int:
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    if card % 5 == 0:
        return 2
    return plain


HEADS: Final[dict[HeadsTable, tuple[int, ...]]] = {
    "classic": (0, *(_heads(card, 1) for card in range(1, FULL_DECK + 1))),
    "light": (0, *(_heads(card, 0) for card in range(1, FULL_DECK + 1))),
}
"""Heads by card number; index 0 stands for no card and has no heads."""
