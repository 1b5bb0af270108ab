"""The decisions of a seat, each with its view, from the record of a game."""

from collections.abc import Iterable, Iterator, Sequence
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
    """A game or a seat that cannot be reviewed."""


@dataclass(frozen=True)
class Position:
    """A decision of a seat: its view, and its final answer.

    Where all seats choose at once, it is the view at the beginning of the turn, before any choice. `events`
    is the number of events of the record before the position.
    """

    turn: int
    kind: Kind
    view: View
    answer: Action
    events: int

    @property
    def forced(self) -> bool:
        """Whether there was only one legal answer."""
        return len(self.view.legal) == 1


@dataclass(frozen=True)
class Round:
    """A round of a seat: its number, the heads that the seat took, and its positions in order."""

    number: int
    heads: int
    positions: tuple[Position, ...]

    def seats(self, rules: Rules) -> int:
        """Return the number of seats in the round, or in the game if the round has no position."""
        return len(self.positions[0].view.seats_in) if self.positions else rules.seats


def check(record: Record, seat: int, *, bots: bool = True) -> None:
    """Check that `seat` of `record` can be reviewed.

    Raises:
        CannotReviewError: the game is not over or was abandoned, there is no such seat or, without `bots`, a
            bot played the seat.
    """
    abandoned = bool(record.events) and isinstance(record.events[-1], Abandoned)
    check_seat(record.seats, seat, abandoned=abandoned)
    if not record.state().over:
        raise CannotReviewError("unfinished", "The game is not over; it can be reviewed once it is.")
    check_seat(record.seats, seat, abandoned=abandoned, bots=bots)


def check_seat(seats: Sequence[Seat], seat: int, *, abandoned: bool, bots: bool = True) -> None:
    """Check as `check` does that a seat can be reviewed, without the record of the finished game."""
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
    """Yield the ended rounds of `record` in which `seat` was in, with its positions."""
    positions: list[Position] = []
    for state, event, position in _walk(record, seat):
        if position is not None:
            positions.append(position)
        if isinstance(event, RoundEnded):
            if seat in state.seats_in:
                yield Round(event.round, event.heads[seat], tuple(positions))
            positions = []


def in_cents(costs: Iterable[float]) -> float:
    """Return the sum of what the choices of rounds cost, with two decimals, as a tournament has it."""
    return round(sum(costs), 2) + 0.0


def round_so_far(record: Record, seat: int, round: int) -> Round:
    """Return the positions of `seat` in a round, which may still go on, and its heads (0 until the end)."""
    positions: list[Position] = []
    heads = 0
    for _state, event, position in _walk(record, seat):
        if position is not None and position.view.round == round:
            positions.append(position)
        if isinstance(event, RoundEnded) and event.round == round:
            heads = event.heads[seat]
    return Round(round, heads, tuple(positions))


def _walk(record: Record, seat: int) -> Iterator[tuple[State, Event, Position | None]]:
    """Yield the state before each event, the event, and the position of `seat` that it answers, or None."""
    state = start(record.rules)
    decisions = before = 0
    for number, event in enumerate(record.events):
        if not isinstance(event, Chose | Revealed):
            # A choice belongs to the position before all choices of its turn.
            before = number
        position = _position(state, event, seat, decisions, before)
        decisions = 0 if isinstance(event, RoundEnded) else decisions + (position is not None)
        yield state, event, position
        state = evolve(state, event)


def _position(state: State, event: object, seat: int, decisions: int, before: int) -> Position | None:
    match event:
        case Revealed(turn, cards) if (card := cards[seat]) is not None:
            return Position(turn, "choose", asked_view(state, seat), CHOOSE[card], before + 1)
        case Took(who, row, end) if who == seat:
            return Position(state.turn, "take", view(state, seat), Take(row, end), before)
        case Picked(who, card) if who == seat:
            return Position(decisions + 1, "pick", view(state, seat), Pick(card), before)
    return None


def asked_view(state: State, seat: int) -> View:
    """Return the view of `seat` at its decision; where all choose at once, before any choice of the turn."""
    before_choices = replace(state, chosen=(None,) * len(state.chosen)) if state.phase == "choose" else state
    return view(before_choices, seat)
