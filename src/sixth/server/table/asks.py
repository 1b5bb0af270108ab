"""What a table asks of whoever looks at it, in one word. Pure."""

from typing import Literal

from sixth.rules.events import Choose, Pick, Take
from sixth.server.table.view import TableView

Asks = Literal["choose", "take", "side", "pick", "flip", "next", "again", "sit", "begin", "back", "wait"]


def asks_of(seen: TableView) -> Asks:
    """Return what the page asks of its viewer."""
    view, seat = seen.view, seen.seat
    if seat is not None and seen.stand_ins[seat] is not None:
        return "back"
    if view is None:
        if seat is None:
            return "wait" if seen.offered is None else "sit"
        return "begin" if seat == seen.host else "wait"
    if seat is None:
        return "wait"
    if view.over:
        return "wait" if seen.ready[seat] or seen.daily else "again"
    if seen.between_rounds:
        return "next" if seat in seen.company and not seen.ready[seat] else "wait"
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
