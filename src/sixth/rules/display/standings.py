"""The standings after a round or a game."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sixth.rules.state import State
    from sixth.rules.view import View


class Standing(NamedTuple):
    """The standing of one seat: its `place` (from 1), its `total` of heads and the `rounds` it played."""

    place: int
    seat: int
    total: int
    rounds: int


def standings(game: "State | View") -> tuple[Standing, ...]:
    """Return the standings of all seats, best first; the later a seat went out, the better."""
    ranks = [(-last_round(game, seat), game.rules.sign * total) for seat, total in enumerate(game.totals)]
    return tuple(
        sorted(
            Standing(place, seat, game.totals[seat], rounds_played(game, seat))
            for seat, place in enumerate(places(ranks))
        )
    )


def places(ranks: Sequence[Any]) -> list[int]:
    """Return the place (from 1) of each rank: the lowest rank has the best place, equal ranks share one."""
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def last_round(game: "State | View", seat: int) -> int:
    """Return the number of the round in which `seat` went out, or of the next round if it is still in."""
    rounds = len(game.past)
    if seat in game.seats_in:
        return rounds + 1
    totals = accumulate(heads[seat] for heads in game.past)
    return next((at for at, total in enumerate(totals, 1) if total > game.rules.end.count), rounds)


def rounds_played(game: "State | View", seat: int) -> int:
    """Return how many rounds `seat` has played."""
    return min(last_round(game, seat), len(game.past))
