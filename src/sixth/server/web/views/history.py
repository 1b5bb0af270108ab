"""What happened in this round, step by step: reveals and placements with the rows as they lay then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sixth.rules.board import Row
from sixth.rules.events import Flipped, Placed, Public, Revealed
from sixth.rules.options import Rules
from sixth.rules.view import View
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import names_of, narrate
from sixth.server.web.views.cards import Card, ShownRow, cards_of, shown_row


@dataclass(frozen=True, slots=True)
class Step:
    """One step of `count`, counted from 1; `placed` is the card that came to lie, 0 where none did."""

    number: int
    count: int
    turn: int
    text: str
    placed: int
    rows: tuple[ShownRow, ...]
    pending: tuple[tuple[Card, str, int], ...]


@dataclass(frozen=True, slots=True)
class _Moment:
    event: Public
    turn: int
    rows: tuple[Row, ...]
    pending: tuple[tuple[int, int], ...]
    placed: Mapping[int, int]
    """The seats of those who had placed cards in this turn, by card."""


def step(seen: TableView, number: int | None = None) -> Step | None:
    """Return that step of the round, or the one that began the last turn; None if nothing was placed yet."""
    moments = _moments(seen.view) if seen.view else []
    if not moments:
        return None
    number = _last_turn(moments) if number is None else max(1, min(number, len(moments)))
    moment = moments[number - 1]
    cards, names = cards_of(seen.rules.heads_of), names_of(seen)
    return Step(
        number=number,
        count=len(moments),
        turn=moment.turn,
        text=narrate(moment.event, seen),
        placed=moment.event.card if isinstance(moment.event, Placed) else 0,
        rows=tuple(
            shown_row(seen.rules, at, row, cards, moment.placed)._replace(
                taken=_taken(moment.event, at, names, seen.rules)
            )
            for at, row in enumerate(moment.rows)
        ),
        pending=tuple((cards[card], names[seat], seat) for card, seat in moment.pending),
    )


def _last_turn(moments: list[_Moment]) -> int:
    """Return the number of the step by which the last turn began, or the last card was turned over."""
    begins = [at for at, each in enumerate(moments, 1) if isinstance(each.event, Revealed | Flipped)]
    return begins[-1] if begins else 1


def _taken(event: Public, row: int, names: tuple[str, ...], rules: Rules) -> tuple[str, int] | None:
    """Return who took that row in this step, and the heads it cost."""
    if not isinstance(event, Placed) or event.row != row or not event.taken:
        return None
    return names[event.seat], rules.heads_in(event.taken)


def _moments(view: View) -> list[_Moment]:
    """Return every step, found from the rows as they lie now: what was placed last is lifted first."""
    rows, pending = view.rows, view.pending
    found: list[_Moment] = []
    placed = _placed(view.history)
    turn = sum(isinstance(event, Revealed) for event in view.history)
    for at, event in reversed(list(enumerate(view.history))):
        if isinstance(event, Revealed | Flipped | Placed):
            found.append(_Moment(event, turn, rows, pending, placed[at]))
        match event:
            case Placed():
                rows = _lifted(rows, event)
                pending = ((event.card, event.seat), *pending)
            case Revealed():
                pending, turn = (), turn - 1
            case Flipped():
                pending = ()
    return found[::-1]


def _placed(history: Sequence[Public]) -> list[Mapping[int, int]]:
    """Return after each event the seats of those who have placed cards in its turn, by card."""
    found: list[Mapping[int, int]] = []
    placed: Mapping[int, int] = {}
    for event in history:
        match event:
            case Revealed() | Flipped():
                placed = {}
            case Placed(seat=seat, card=card):
                placed = {**placed, card: seat}
        found.append(placed)
    return found


def _lifted(rows: tuple[Row, ...], placed: Placed) -> tuple[Row, ...]:
    """Return the rows before that card came to lie."""
    row = rows[placed.row]
    before = placed.taken or (row[:-1] if placed.end == "right" else row[1:])
    return (*rows[: placed.row], before, *rows[placed.row + 1 :])
