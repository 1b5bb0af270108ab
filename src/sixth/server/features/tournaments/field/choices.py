"""The choices of each seat in a game of a duplicate, each at its point of the game. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from sixth.coach.positions import Position, rounds_of
from sixth.rules.events import Choose, Pick, Take
from sixth.server.live.archive import Decision, EndedGame
from sixth.server.web.views.choices import point_of


class SeatChoice(NamedTuple):
    """A choice between several answers: the `name` of a card or of a row, as `views.choices` has it.

    Who is at the same `point` has the same rows, hand and seen cards; those of a round's first turn are the
    same for all. `heads` are those of the seat in the whole round. A `card` is one that was played or picked.
    A bot of the site chose for somebody who was away if it is `by_stand_in`.
    """

    round: int
    turn: int
    point: str
    name: str
    heads: int
    card: bool
    by_stand_in: bool


class SeatGame(NamedTuple):
    """What a seat did in a game: the heads at the end, and the choices in order."""

    heads: int
    choices: tuple[SeatChoice, ...]


def choices_by_seat(game: EndedGame) -> Sequence[SeatGame]:
    """Return what each seat did in an ended game."""
    return [SeatGame(total, tuple(_choices(game, seat))) for seat, total in enumerate(game.end.totals)]


def _choices(game: EndedGame, seat: int) -> Sequence[SeatChoice]:
    return [
        SeatChoice(
            each.number,
            position.turn,
            _point(position),
            _name(position),
            each.heads,
            position.kind != "take",
            Decision(seat, each.number, position.turn, position.kind) in game.by_stand_ins,
        )
        for each in rounds_of(game.record, seat)
        for position in each.positions
        if not position.forced
    ]


def _name(position: Position) -> str:
    match position.answer:
        case Choose(card) | Pick(card):
            return f"{card}"
        case Take(row):
            return f"row{row + 1}"


def _point(position: Position) -> str:
    view = position.view
    known = (view.rows, view.hand, view.unseen(), view.pending, view.open_deck)
    return point_of(f"{view.round} {position.turn} {position.kind} {known}")
