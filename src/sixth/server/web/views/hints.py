"""Hints that a host may allow at a table: the cards seen so far, and how many cards a row still waits for.

Both are worked out from the `View` alone: nothing in them that a player with a good memory would not know.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from sixth.i18n import ngettext
from sixth.rules.board import places
from sixth.rules.view import View
from sixth.server.table.view import TableView

Where = Literal["hand", "row", "seen", "unseen"]


class Danger(NamedTuple):
    """A row (counted from 1), how many unseen cards would come to it now, and for how many there is room.

    `text` says so of the row by its number, `here` beside the row itself.
    """

    row: int
    cards: int
    room: int
    text: str
    here: str


class Hints(NamedTuple):
    """Every card of the deck with where it was seen, and the danger of each row.

    `runs` are the cards that were played and those not seen yet, as few words as they can be read in.
    """

    deck: tuple[tuple[int, Where], ...]
    unseen: int
    runs: dict[Where, str]
    dangers: tuple[Danger, ...]


def hints(seen: TableView) -> Hints | None:
    """Return the hints for a player, or None if the host allows none or no round goes on."""
    view = seen.view
    if view is None or seen.seat is None or not seen.config.helps:
        return None
    if view.over or seen.between_rounds or not view.rows:
        return None
    unseen = view.unseen()
    hidden, hand, rows = set(unseen), set(view.hand), {card for row in view.rows for card in row}
    deck: list[tuple[int, Where]] = []
    for card in range(1, view.rules.deck_size(len(view.seats_in)) + 1):
        where: Where = (
            "hand" if card in hand else "row" if card in rows else "unseen" if card in hidden else "seen"
        )
        deck.append((card, where))
    played = [card for card, where in deck if where == "seen"]
    runs: dict[Where, str] = {"seen": _run_text(played), "unseen": _run_text(unseen)}
    return Hints(tuple(deck), len(unseen), runs, _dangers(view, unseen))


class Worth(NamedTuple):
    """What the coach may be asked of now: a turn that is over, or with `turn` 0 a whole round."""

    round: int
    turn: int


def worth(seen: TableView) -> Worth | None:
    """Return of what the coach tells the viewer, or None if of nothing, or they have not wished for it."""
    view = seen.view
    if view is None or not seen.told or not seen.config.helps or view.over:
        return None
    if seen.between_rounds:
        return Worth(view.round, 0)
    return Worth(view.round, view.turn - 1) if view.turn > 1 else None


def _run_text(cards: Iterable[int]) -> str:
    """Return ascending cards, several in a row as the first and the last of them."""
    found: list[list[int]] = []
    for card in cards:
        if found and card == found[-1][-1] + 1:
            found[-1].append(card)
        else:
            found.append([card])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found)


def _dangers(view: View, unseen: tuple[int, ...]) -> tuple[Danger, ...]:
    coming = [0] * len(view.rows)
    for card in unseen:
        for row, _side in places(view.rows, card, both=view.rules.both_ends):
            coming[row] += 1
    return tuple(
        _danger(index + 1, cards, max(0, view.rules.row_limit - len(view.rows[index])))
        for index, cards in enumerate(coming)
    )


def _danger(row: int, cards: int, room: int) -> Danger:
    text = ngettext(
        "Row {row}: {count} unseen card would come here, room for {room}.",
        "Row {row}: {count} unseen cards would come here, room for {room}.",
        cards,
    )
    here = ngettext("{count} unseen card would come here", "{count} unseen cards would come here", cards)
    return Danger(row, cards, room, text.format(row=row, count=cards, room=room), here.format(count=cards))
