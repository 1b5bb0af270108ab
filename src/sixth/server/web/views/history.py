"""The history of a round, step by step: reveals and placements, each with the rows after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sixth.rules.board import Row
from sixth.rules.events import Flipped, Placed, Public, Revealed
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of, narrate
from sixth.server.web.views.cards import CardPicture, RowPicture, cards_of, row_pictures

_STEPS: Final = (Revealed, Flipped, Placed)
"""The events that are steps."""


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Step `number` (from 1) of `count`; `placed` is the card that was placed, or 0.

    `owners` has the marks of those who have placed cards in this turn, by card; `taken` the number of the row
    that was taken, who took it and the heads that it cost, or None.
    """

    number: int
    count: int
    turn: int
    text: str
    placed: int
    rows: tuple[RowPicture, ...]
    owners: Mapping[int, int]
    taken: tuple[int, str, int] | None
    pending: tuple[tuple[CardPicture, str, int], ...]


def step(table: TableView, number: int | None = None) -> HistoryStep | None:
    """Return a step of the round, or without a `number` the start of the last turn; None before any step."""
    view = table.view
    steps = [at for at, each in enumerate(view.history) if isinstance(each, _STEPS)] if view else []
    if view is None or not steps:
        return None
    begins = [at for at, each in enumerate(steps, 1) if isinstance(view.history[each], Revealed | Flipped)]
    number = begins[-1] if number is None else max(1, min(number, len(steps)))
    history, later = view.history[: steps[number - 1] + 1], view.history[steps[number - 1] + 1 :]
    rows, pending = _rewound(view, later)
    event, cards, names = history[-1], cards_of(table.rules.heads_of), names_of(table)
    taken = None
    if isinstance(event, Placed) and event.taken:
        taken = event.row + 1, names[event.seat], table.rules.heads_in(event.taken)
    return HistoryStep(
        number=number,
        count=len(steps),
        turn=sum(isinstance(each, Revealed) for each in history),
        text=narrate(event, table),
        placed=event.card if isinstance(event, Placed) else 0,
        rows=row_pictures(table.rules, rows),
        owners={card: table.marks[seat] for card, seat in _placed(history).items()},
        taken=taken,
        pending=tuple((cards[card], names[seat], table.marks[seat]) for card, seat in pending),
    )


def _rewound(view: View, later: Sequence[Public]) -> tuple[list[Row], tuple[tuple[int, int], ...]]:
    """Return the rows, and the (card, seat) pairs still to be placed, before the last events of a view."""
    rows, pending = list(view.rows), view.pending
    for event in reversed(later):
        if isinstance(event, Placed):
            row = rows[event.row]
            rows[event.row] = event.taken or (row[:-1] if event.end == "right" else row[1:])
            pending = ((event.card, event.seat), *pending)
        elif isinstance(event, Revealed | Flipped):
            pending = ()
    return rows, pending


def _placed(history: Sequence[Public]) -> Mapping[int, int]:
    """Return the seats that have placed cards in the last turn of these events, by card."""
    begins = max([at for at, event in enumerate(history) if isinstance(event, Revealed | Flipped)], default=0)
    return {event.card: event.seat for event in history[begins:] if isinstance(event, Placed)}
