"""Cards, rows and the own hand as a page draws them."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from sixth.rules.board import Row, Side
from sixth.rules.events import Revealed
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.server.web.views.hints import Danger

_MAX_PLACES: Final = 6
"""Free places that a row shows."""


class Card(NamedTuple):
    """A card to be drawn: its number and its heads."""

    number: int
    heads: int


class ShownRow(NamedTuple):
    """A row: its cards, room left, what taking it costs, and the ends this viewer may decide for.

    Of those they may take, the `cheapest` cost the least. `taken` is who took it in this turn, and the heads
    it cost; `owners` are, card by card, the seats of those who placed one in this turn, or empty; `danger`
    are the unseen cards that would come to it, where the host lets the page tell.
    """

    number: int
    cards: tuple[Card, ...]
    room: int
    heads: int
    decide: tuple[Side | None, ...]
    taken: tuple[str, int] | None = None
    cheapest: bool = False
    danger: Danger | None = None
    owners: tuple[int | None, ...] = ()

    @property
    def shows_places(self) -> bool:
        """Whether its free places are shown: not those of a row that is as good as endless."""
        return self.room <= _MAX_PLACES

    def place(self, at: int) -> str:
        """Return the id of the place `at`, counted from 0."""
        return f"place{self.number}-{at}"

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
        heads=sum(cards[card].heads for card in row),
        decide=(),
        owners=tuple([placed.get(card) for card in row]) if any(card in placed for card in row) else (),
    )


def hand_slots(view: View, cards: tuple[Card, ...]) -> tuple[tuple[Card, bool], ...]:
    """Return the own hand in order, a gap where the card of this turn lay, those of earlier turns at the end.

    So no card moves under the finger during a turn, the hand closes up after it, and is as large as it was.
    """
    if view.seat is None or view.rules.flips or not view.hand:
        return ()
    earlier = sum(view.rules.parts(len(view.seats_in))[: view.part - 1]) if view.part else 0
    shown = [event.cards[view.seat] for event in view.history if isinstance(event, Revealed)]
    played = [card for card in shown[earlier:] if card is not None]
    now = played[-1:] if len(shown) == view.turn else []
    return tuple(
        [(cards[card], card not in now) for card in sorted([*view.hand, *now])]
        + [(cards[card], False) for card in played if card not in now]
    )
