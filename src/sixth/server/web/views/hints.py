"""Hints that a host may allow: the unseen cards, and how many of them would come to each row.

Both follow from the `View`, so a player with a good memory knows them anyway.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sixth.i18n import ngettext
from sixth.rules.board import places
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.text import runs


class Hints(NamedTuple):
    """The number of unseen cards, their list, and a sentence on how many would come to each row."""

    unseen: int
    cards: str
    rows: tuple[str, ...]


def hints(table: TableView) -> Hints | None:
    """Return the hints for a player, or None if the host allows none or no round is being played."""
    view = table.view
    if view is None or table.seat is None or not table.config.helps:
        return None
    if view.over or table.between_rounds or not view.rows:
        return None
    unseen = view.unseen()
    return Hints(len(unseen), _run_text(unseen), _rows(view, unseen))


def worth(table: TableView) -> dict[str, int] | None:
    """Return the turn, or the round (`turn` 0), that the coach can judge for the viewer; None for neither."""
    view = table.view
    if view is None or not table.is_coached or not table.config.helps or view.over:
        return None
    if table.between_rounds:
        return {"round": view.round, "turn": 0}
    return {"round": view.round, "turn": view.turn - 1} if view.turn > 1 else None


def _run_text(cards: Iterable[int]) -> str:
    """Return ascending cards as text, three or more in a row as a range."""
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs(cards)
    )


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
