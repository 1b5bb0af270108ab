"""Cards and rows, ready for drawing by the server."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from sixth.rules.board import Row, Side
from sixth.rules.options import Rules

_MAX_PLACES: Final = 6
"""Free places that a row shows."""


class Card(NamedTuple):
    """A card to be drawn: its number and its heads."""

    number: int
    heads: int


class RowPicture(NamedTuple):
    """A row to be drawn: its cards, free places, heads, and the ends that the viewer may choose.

    `cheapest` marks the rows that cost least of those that the viewer may take. `taker` is the name of the
    player who took the row in this turn, and the heads that it cost; `owners` has for each card the seat that
    placed it in this turn, or is empty.
    """

    number: int
    cards: tuple[Card, ...]
    room: int
    heads: int
    decide: tuple[Side | None, ...]
    taker: tuple[str, int] | None = None
    cheapest: bool = False
    owners: tuple[int | None, ...] = ()

    @property
    def shows_places(self) -> bool:
        """Whether the free places are shown; a row that is practically endless shows none."""
        return self.room <= _MAX_PLACES

    def owner(self, at: int) -> int | None:
        """Return the seat that placed the card at the place `at` in this turn, or None."""
        return self.owners[at] if self.owners else None


@cache
def cards_of(heads_of: tuple[int, ...]) -> tuple[Card, ...]:
    """Return all cards by number; they are cached for each table of heads."""
    return tuple(Card(number, heads) for number, heads in enumerate(heads_of))


def row_picture(
    rules: Rules, index: int, row: Row, cards: tuple[Card, ...], placed: Mapping[int, int]
) -> RowPicture:
    """Return a row to be drawn, without a choice; `placed` has the seats of this turn's cards."""
    return RowPicture(
        number=index + 1,
        cards=tuple(cards[card] for card in row),
        room=max(0, rules.row_limit - len(row)),
        heads=rules.heads_in(row),
        decide=(),
        owners=tuple([placed.get(card) for card in row]) if any(card in placed for card in row) else (),
    )
