"""Cards and rows, ready for drawing by the server."""

from collections.abc import Mapping
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
    """A row to be drawn: its cards, free places and heads.

    `taker` is the name of the player who took the row in this turn, and the heads that it cost; `owners` has
    for each card the seat that placed it in this turn, or is empty.
    """

    number: int
    cards: tuple[CardPicture, ...]
    room: int
    heads: int
    taker: tuple[str, int] | None = None
    owners: tuple[int | None, ...] = ()

    @property
    def shows_places(self) -> bool:
        """Whether the free places are shown; a row that is practically endless shows none."""
        return self.room <= _MAX_PLACES

    def owner(self, at: int) -> int | None:
        """Return the seat that placed the card at the place `at` in this turn, or None."""
        return self.owners[at] if self.owners else None


@cache
def cards_of(heads_of: tuple[int, ...]) -> tuple[CardPicture, ...]:
    """Return all cards by number; they are cached for each table of heads."""
    return tuple(CardPicture(number, heads) for number, heads in enumerate(heads_of))


def row_picture(
    rules: Rules, index: int, row: Row, cards: tuple[CardPicture, ...], placed: Mapping[int, int]
) -> RowPicture:
    """Return a row to be drawn; `placed` has the seats of this turn's cards."""
    return RowPicture(
        number=index + 1,
        cards=tuple(cards[card] for card in row),
        room=max(0, rules.row_limit - len(row)),
        heads=rules.heads_in(row),
        owners=tuple([placed.get(card) for card in row]) if any(card in placed for card in row) else (),
    )
