"""What is announced of a table, each sentence with how much detail one must wish to hear it."""

from dataclasses import dataclass
from typing import Literal

from sixth.i18n import gettext as _
from sixth.rules.events import Chose, Placed, Revealed
from sixth.server.table.events import Claimed, Confirmed, Readied, Sat, TableEvent
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import narrate
from sixth.server.web.views.hints import hints

Detail = Literal[1, 2, 3]
"""1 is heard by everybody, 2 not by who wishes to hear little, 3 only by who wishes to hear all."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence or two to announce."""

    text: str
    detail: Detail


def announcement(event: TableEvent, seen: TableView) -> Announcement:
    """Return what to announce of an event to a viewer; `seen` is the table after it."""
    return Announcement(narrate(event, seen), _detail(event, seen))


def _detail(event: TableEvent, seen: TableView) -> Detail:
    match event:
        case Placed(seat=seat, taken=taken):
            return 1 if taken or seat == seen.seat else 2
        case Revealed() | Chose() | Confirmed() | Readied() | Sat() | Claimed():
            return 2
    return 1


def position_announcement(seen: TableView) -> Announcement:
    """Return the ends of the rows and the hand, for who wishes to hear everything before a choice."""
    view = seen.view
    if view is None or not view.hand:
        return Announcement("", 3)
    ends = ", ".join(f"{row[0]}–{row[-1]}" if view.rules.both_ends else str(row[-1]) for row in view.rows)
    hand = ", ".join(map(str, view.hand))
    text = _("The rows end in {ends}. Your hand: {hand}.").format(ends=ends, hand=hand)
    if allowed := hints(seen):
        cards = ", ".join(str(danger.cards) for danger in allowed.dangers)
        text += " " + _("Unseen cards headed for each row: {cards}.").format(cards=cards)
    return Announcement(text, 3)
