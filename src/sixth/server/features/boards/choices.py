"""The choices of a player in a deal, each at its point of the game, and what others chose there. Pure.

The bots go by the position alone, so all who chose the same cards and rows before are at the same point.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from sixth.rules.events import Revealed, Took
from sixth.rules.state import State
from sixth.server.features.boards.chain import SEAT

_Z: Final = 1.96
"""Standard errors to each side in an interval of 95 %."""

MIN_PLAYERS: Final = 5
"""Players on each side of a comparison."""


class OwnChoice(NamedTuple):
    """A choice in a turn: a card, or the `row` for a card too low; `point` names what led there."""

    turn: int
    point: str
    card: int | None
    row: int | None

    @property
    def name(self) -> str:
        """The name of the choice at its point."""
        return f"{self.card}" if self.row is None else f"row{self.row + 1}"


class Chosen(NamedTuple):
    """The players with one choice at a point, the sum of their heads at the end, and that of the squares."""

    choice: str
    players: int
    heads: int
    squares: int


class Cost(NamedTuple):
    """Heads that a choice cost beside all others there, on average: the estimate and its margin (95 %)."""

    heads: float
    margin: float


def own_choices(state: State) -> Sequence[OwnChoice]:
    """Return the choices of the player in the deal so far, in order."""
    return list(_choices(state))


def _choices(state: State) -> Iterator[OwnChoice]:
    path, turn = "", 0
    for event in state.history:
        match event:
            case Revealed(turn=turn, cards=cards) if (card := cards[SEAT]) is not None:
                each = OwnChoice(turn, point_of(path), card, None)
            case Took(seat=seat, row=row) if seat == SEAT:
                each = OwnChoice(turn, point_of(path), None, row)
            case _:
                continue
        yield each
        path = f"{path} {each.name}"


def point_of(path: str) -> str:
    """Return the name of the point to which these choices lead, "" for the first."""
    return hashlib.sha256(path.encode()).hexdigest()[:20] if path else ""


def cost_of(chosen: Sequence[Chosen], choice: str) -> Cost | None:
    """Return what a choice at a point cost beside the others there; None if too few players were there."""
    own = [each for each in chosen if each.choice == choice]
    others = [each for each in chosen if each.choice != choice]
    (mean, error), (other_mean, other_error) = _mean(own), _mean(others)
    if min(sum(each.players for each in side) for side in (own, others)) < MIN_PLAYERS:
        return None
    return Cost(mean - other_mean, _Z * sqrt(error + other_error))


def _mean(chosen: Sequence[Chosen]) -> tuple[float, float]:
    """Return the mean of the heads, and the variance of that mean."""
    players, heads = sum(each.players for each in chosen), sum(each.heads for each in chosen)
    if players < 2:
        return (heads / players if players else 0.0), 0.0
    squares, mean = sum(each.squares for each in chosen), heads / players
    return mean, max(0.0, (squares - players * mean * mean) / (players - 1)) / players


ChosenAt = Mapping[str, Sequence[Chosen]]
"""The choices at points, by the names of the points."""
