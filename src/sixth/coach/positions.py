"""The decisions of a seat, each with the view it had, from the record of a game that is over."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sixth.coach.account import Kind
from sixth.rules.events import (
    CHOOSE,
    Abandoned,
    Action,
    Chose,
    Event,
    Pick,
    Picked,
    Revealed,
    RoundEnded,
    Take,
    Took,
)
from sixth.rules.fold import evolve
from sixth.rules.game import Impossible
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN, Record, Seat
from sixth.rules.state import State, start
from sixth.rules.view import View, view


class CannotReviewError(Impossible):
    """There is nothing to say of this game or this seat."""


@dataclass(frozen=True)
class Position:
    """A moment in which a seat was asked: what it saw, and what it answered in the end.

    Where all choose at once the view is that of the beginning of the turn, whoever had chosen already. It is
    the game after the first `events` of its record.
    """

    turn: int
    kind: Kind
    view: View
    answer: Action
    events: int

    @property
    def forced(self) -> bool:
        """Whether there was only one answer."""
        return len(self.view.legal) == 1


@dataclass(frozen=True)
class Round:
    """A round that a seat took part in: its number, the heads it took, and its positions in their order."""

    number: int
    heads: int
    positions: tuple[Position, ...]

    def seats(self, rules: Rules) -> int:
        """Return how many seats took part, as far as this one was asked anything."""
        return len(self.positions[0].view.seats_in) if self.positions else rules.seats


def check(record: Record, seat: int, *, bots: bool = True) -> None:
    """See that the record is of a game that is over, and that there is such a seat.

    Raises:
        CannotReviewError: there is nothing to review; without `bots`, also if the seat was played by one.
    """
    abandoned = bool(record.events) and isinstance(record.events[-1], Abandoned)
    check_seat(record.seats, seat, abandoned=abandoned)
    if not record.state().over:
        raise CannotReviewError("unfinished", "The game is not over; it can be reviewed once it is.")
    check_seat(record.seats, seat, abandoned=abandoned, bots=bots)


def check_seat(seats: Sequence[Seat], seat: int, *, abandoned: bool, bots: bool = True) -> None:
    """Check that there may be a review of a seat of a game that is over, of which no more is known.

    Raises:
        CannotReviewError: as `check` raises it.
    """
    if not 0 <= seat < len(seats):
        raise CannotReviewError(
            "no-such-seat", "There is no seat {seat}; seats are 0 to {last}.", seat=seat, last=len(seats) - 1
        )
    if abandoned:
        raise CannotReviewError("abandoned", "The game was abandoned, so there is nothing to review.")
    if not bots and seats[seat].kind != HUMAN:
        raise CannotReviewError(
            "bot", "Seat {seat} was played by the bot {bot}.", seat=seat, bot=seats[seat].kind
        )


def rounds_of(record: Record, seat: int) -> Iterator[Round]:
    """Yield the rounds that `seat` took part in, with what it was asked there."""
    found: list[Position] = []
    for state, event, position in _walk(record, seat):
        if position is not None:
            found.append(position)
        if isinstance(event, RoundEnded):
            if seat in state.seats_in:
                yield Round(event.round, event.heads[seat], tuple(found))
            found = []


def round_so_far(record: Record, seat: int, round: int) -> Round:
    """Return what `seat` was asked in a round, which may still go on, and the heads that it took there."""
    found: list[Position] = []
    heads = 0
    for _state, event, position in _walk(record, seat):
        if position is not None and position.view.round == round:
            found.append(position)
        if isinstance(event, RoundEnded) and event.round == round:
            heads = event.heads[seat]
    return Round(round, heads, tuple(found))


def _walk(record: Record, seat: int) -> Iterator[tuple[State, Event, Position | None]]:
    """Yield each event, the state before it, and what `seat` was asked if it answers that."""
    state = start(record.rules)
    asked = before = 0
    for number, event in enumerate(record.events):
        if not isinstance(event, Chose | Revealed):
            # Whoever chooses does so as if nobody had chosen yet.
            before = number
        position = _position(state, event, seat, asked, before)
        asked = 0 if isinstance(event, RoundEnded) else asked + (position is not None)
        yield state, event, position
        state = evolve(state, event)


def _position(state: State, event: object, seat: int, asked: int, before: int) -> Position | None:
    match event:
        case Revealed(turn, cards) if (card := cards[seat]) is not None:
            return Position(turn, "choose", asked_view(state, seat), CHOOSE[card], before + 1)
        case Took(who, row, end) if who == seat:
            return Position(state.turn, "take", view(state, seat), Take(row, end), before)
        case Picked(who, card) if who == seat:
            return Position(asked + 1, "pick", view(state, seat), Pick(card), before)
    return None


def asked_view(state: State, seat: int) -> View:
    """Return what a seat saw when it was asked: where all choose at once, before anybody had chosen."""
    undecided = replace(state, chosen=(None,) * len(state.chosen)) if state.phase == "choose" else state
    return view(undecided, seat)
