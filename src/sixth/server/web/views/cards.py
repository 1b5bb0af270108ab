"""Cards and rows as the server draws them."""

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


class ShownRow(NamedTuple):
    """A row: its cards, room left, what taking it costs, and the ends this viewer may decide for.

    Of those they may take, the `cheapest` cost the least. `taken` is who took it in this turn, and the heads
    it cost; `owners` are, card by card, the seats of those who placed one in this turn, or empty.
    """

    number: int
    cards: tuple[Card, ...]
    room: int
    heads: int
    decide: tuple[Side | None, ...]
    taken: tuple[str, int] | None = None
    cheapest: bool = False
    owners: tuple[int | None, ...] = ()

    @property
    def shows_places(self) -> bool:
        """Whether its free places are shown: not those of a row that is as good as endless."""
        return self.room <= _MAX_PLACES

    def owner(self, at: int) -> int | None:
        """Return the seat whose card lies at the place `at`, if it was placed in this turn."""
        return self.owners[at] if self.owners else None


@cache
def cards_of(heads_of: tuple[int, ...]) -> tuple[Card, ...]:
    """Return every card by its number, made once for each table of heads."""
    return tuple(Card(number, heads) for number, heads in enumerate(heads_of))


def shown_row(
    rules: Rules, index: int, row: Row, cards: tuple[Card, ...], placed: Mapping[int, int]
) -> ShownRow:
    """Return the row as it is drawn, with nothing to decide; `placed` has the seats of this turn's cards."""
    return ShownRow(
        number=index + 1,
        cards=tuple(cards[card] for card in row),
        room=max(0, rules.row_limit - len(row)),
        heads=rules.heads_in(row),
        decide=(),
        owners=tuple([placed.get(card) for card in row]) if any(card in placed for card in row) else (),
    )
