"""Helps that a host may allow at a table: the cards seen so far, and how many cards a row still waits for.

Both are worked out from the `View` alone: nothing in them that a player with a good memory would not know.
"""

from dataclasses import dataclass
from typing import Literal

from sixth.language import ngettext
from sixth.rules.board import places
from sixth.rules.view import View
from sixth.server.table import Look

Where = Literal["hand", "row", "seen", "unseen"]


@dataclass(frozen=True, slots=True)
class Danger:
    """A row (counted from 1), how many unseen cards would come to it now, and for how many there is room."""

    row: int
    cards: int
    room: int
    text: str


@dataclass(frozen=True, slots=True)
class Helps:
    """Every card of the deck with where it was seen, and the danger of each row."""

    deck: tuple[tuple[int, Where], ...]
    unseen: int
    dangers: tuple[Danger, ...]


def helps(look: Look) -> Helps | None:
    """The helps for whoever looks, where the host allows them and a round goes on."""
    view = look.view
    if view is None or not look.house.helps or view.over or look.between_rounds or not view.rows:
        return None
    unseen = view.unseen()
    hidden, hand, rows = set(unseen), set(view.hand), {card for row in view.rows for card in row}
    deck: list[tuple[int, Where]] = []
    for card in range(1, view.rules.deck_size(len(view.seats_in)) + 1):
        where: Where = (
            "hand" if card in hand else "row" if card in rows else "unseen" if card in hidden else "seen"
        )
        deck.append((card, where))
    return Helps(tuple(deck), len(unseen), _dangers(view, unseen))


def _dangers(view: View, unseen: tuple[int, ...]) -> tuple[Danger, ...]:
    coming = [0] * len(view.rows)
    for card in unseen:
        for row, _side in places(view.rows, card, both=view.rules.both_ends):
            coming[row] += 1
    return tuple(
        Danger(index + 1, cards, room, _words(index + 1, cards, room))
        for index, cards in enumerate(coming)
        for room in (max(0, view.rules.row_limit - len(view.rows[index])),)
    )


def _words(row: int, cards: int, room: int) -> str:
    return ngettext(
        "Row {row}: {count} unseen card would come here, room for {room}.",
        "Row {row}: {count} unseen cards would come here, room for {room}.",
        cards,
    ).format(row=row, count=cards, room=room)
