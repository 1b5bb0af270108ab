"""The history of a round, step by step: reveals and placements, each with the rows after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sixth.rules.board import Row
from sixth.rules.events import Flipped, Placed, Public, Revealed
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of, narrate
from sixth.server.web.views.cards import CardPicture, RowPicture, cards_of, row_picture


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """Step `number` (from 1) of `count`; `placed` is the card that was placed, or 0."""

    number: int
    count: int
    turn: int
    text: str
    placed: int
    rows: tuple[RowPicture, ...]
    pending: tuple[tuple[CardPicture, str, int], ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    event: Public
    turn: int
    rows: tuple[Row, ...]
    pending: tuple[tuple[int, int], ...]
    placed: Mapping[int, int]
    """The seats that have placed cards in this turn, by card."""


def step(table: TableView, number: int | None = None) -> HistoryStep | None:
    """Return a step of the round, or without a `number` the start of the last turn; None before any step."""
    moments = _moments(table.view) if table.view else []
    if not moments:
        return None
    number = _last_turn(moments) if number is None else max(1, min(number, len(moments)))
    moment = moments[number - 1]
    cards, names = cards_of(table.rules.heads_of), names_of(table)
    return HistoryStep(
        number=number,
        count=len(moments),
        turn=moment.turn,
        text=narrate(moment.event, table),
        placed=moment.event.card if isinstance(moment.event, Placed) else 0,
        rows=tuple(
            row_picture(table.rules, at, row, cards, moment.placed)._replace(
                taker=_taker(moment.event, at, names, table.rules)
            )
            for at, row in enumerate(moment.rows)
        ),
        pending=tuple((cards[card], names[seat], seat) for card, seat in moment.pending),
    )


def _last_turn(moments: list[_Moment]) -> int:
    """Return the number of the step that began the last turn, or turned over the last card."""
    begins = [at for at, each in enumerate(moments, 1) if isinstance(each.event, Revealed | Flipped)]
    return begins[-1] if begins else 1


def _taker(event: Public, row: int, names: tuple[str, ...], rules: Rules) -> tuple[str, int] | None:
    """Return the name of the player who took this row in this step, and the heads that it cost."""
    if not isinstance(event, Placed) or event.row != row or not event.taken:
        return None
    return names[event.seat], rules.heads_in(event.taken)


def _moments(view: View) -> list[_Moment]:
    """Return every step, worked out backwards from the present rows."""
    rows, pending = view.rows, view.pending
    moments: list[_Moment] = []
    turn = sum(isinstance(event, Revealed) for event in view.history)
    for at, event in reversed(list(enumerate(view.history))):
        if isinstance(event, Revealed | Flipped | Placed):
            moments.append(_Moment(event, turn, rows, pending, _placed(view.history[: at + 1])))
        match event:
            case Placed():
                rows = _rows_before(rows, event)
                pending = ((event.card, event.seat), *pending)
            case Revealed() | Flipped():
                pending, turn = (), turn - isinstance(event, Revealed)
    return moments[::-1]


def _placed(history: Sequence[Public]) -> Mapping[int, int]:
    """Return the seats that have placed cards in the last turn of these events, by card."""
    begins = max([at for at, event in enumerate(history) if isinstance(event, Revealed | Flipped)], default=0)
    return {event.card: event.seat for event in history[begins:] if isinstance(event, Placed)}


def _rows_before(rows: tuple[Row, ...], placed: Placed) -> tuple[Row, ...]:
    row = rows[placed.row]
    before = placed.taken or (row[:-1] if placed.end == "right" else row[1:])
    return (*rows[: placed.row], before, *rows[placed.row + 1 :])
