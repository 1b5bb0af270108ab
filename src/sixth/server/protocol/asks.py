"""The one thing that a table asks of its viewer, as a word for pages and the API. Pure."""

from typing import Literal

from sixth.rules.events import Choose, Pick, Take
from sixth.server.table.view import TableView

Asks = Literal["choose", "take", "side", "pick", "flip", "next", "again", "sit", "begin", "back", "wait"]


def asks_of(table: TableView) -> Asks:
    """Return what the table asks of its viewer."""
    view, seat = table.view, table.seat
    if seat is not None and table.stand_ins[seat] is not None:
        return "back"
    if view is None:
        if seat is None:
            return "wait" if table.offered is None else "sit"
        return "begin" if seat == table.host else "wait"
    if seat is None:
        return "wait"
    if view.over:
        return "wait" if table.ready[seat] or table.daily else "again"
    if table.between_rounds:
        return "next" if seat in table.company and not table.ready[seat] else "wait"
    if view.phase == "flip":
        return "flip" if view.actor == seat else "wait"
    match view.legal[:1]:
        case (Choose(),):
            return "choose"
        case (Pick(),):
            return "pick"
        case (Take(end=end),):
            return "take" if end is None else "side"
    return "wait"
