"""Cards and rows, ready for drawing by the server."""

from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from sixth.rules.board import Row
from sixth.rules.options import Rules

_MAX_PLACES: Final = 6
"""Free places that a row shows."""


class CardPicture(NamedTuple):
    """A card to be drawn: its number and its heads."""

    number: int
    heads: int


class RowPicture(NamedTuple):
    """A row to be drawn: its number, cards, free places and heads."""

    number: int
    cards: tuple[CardPicture, ...]
    room: int
    heads: int

    @property
    def shows_places(self) -> bool:
        """Whether the free places are shown; a row that is practically endless shows none."""
        return self.room <= _MAX_PLACES


@cache
def cards_of(heads_of: tuple[int, ...]) -> tuple[CardPicture, ...]:
    """Return all cards by number; they are cached for each table of heads."""
    return tuple(CardPicture(number, heads) for number, heads in enumerate(heads_of))


def row_pictures(rules: Rules, rows: Iterable[Row]) -> tuple[RowPicture, ...]:
    """Return rows to be drawn."""
    cards = cards_of(rules.heads_of)
    return tuple(
        RowPicture(
            number=number,
            cards=tuple(cards[card] for card in row),
            room=max(0, rules.row_limit - len(row)),
            heads=rules.heads_in(row),
        )
        for number, row in enumerate(rows, 1)
    )
