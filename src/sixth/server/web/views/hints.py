"""Hints that a host may allow at a table: the cards not seen yet, and how many cards a row still waits for.

Both are worked out from the `View` alone: nothing in them that a player with a good memory would not know.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sixth.i18n import ngettext
from sixth.rules.board import places
from sixth.rules.view import View
from sixth.server.table.view import TableView


class Hints(NamedTuple):
    """How many cards were not seen yet, which those are, and how many of them would come to each row."""

    unseen: int
    cards: str
    rows: tuple[str, ...]


def hints(seen: TableView) -> Hints | None:
    """Return the hints for a player, or None if the host allows none or no round goes on."""
    view = seen.view
    if view is None or seen.seat is None or not seen.config.helps:
        return None
    if view.over or seen.between_rounds or not view.rows:
        return None
    unseen = view.unseen()
    return Hints(len(unseen), _run_text(unseen), _rows(view, unseen))


class Worth(NamedTuple):
    """What the coach may be asked of now: a turn that is over, or with `turn` 0 a whole round."""

    round: int
    turn: int


def worth(seen: TableView) -> Worth | None:
    """Return of what the coach tells the viewer, or None if of nothing, or they have not wished for it."""
    view = seen.view
    if view is None or not seen.is_coached or not seen.config.helps or view.over:
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


def _rows(view: View, unseen: tuple[int, ...]) -> tuple[str, ...]:
    coming = [0] * len(view.rows)
    for card in unseen:
        for row, _side in places(view.rows, card, both=view.rules.both_ends):
            coming[row] += 1
    return tuple(
        _row(index + 1, cards, max(0, view.rules.row_limit - len(view.rows[index])))
        for index, cards in enumerate(coming)
    )


def _row(row: int, cards: int, room: int) -> str:
    text = ngettext(
        "Row {row}: {count} unseen card would come here, room for {room}.",
        "Row {row}: {count} unseen cards would come here, room for {room}.",
        cards,
    )
    return text.format(row=row, count=cards, room=room)
