"""Who stands where after a round or a game."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from sixth.rules.display.board import PublicGame


class Standing(NamedTuple):
    """Where somebody stands: `place` from 1, and the `rounds` they played."""

    place: int
    seat: int
    total: int
    rounds: int


def standings(game: PublicGame) -> tuple[Standing, ...]:
    """Return who stands where, the first first; who is out comes after those who lasted longer."""
    ranks = [(-lasted(game, seat), game.rules.sign * total) for seat, total in enumerate(game.totals)]
    found = [
        Standing(place, seat, game.totals[seat], rounds_played(game, seat))
        for seat, place in enumerate(places(ranks))
    ]
    return tuple(sorted(found))


def places(ranks: Sequence[Any]) -> list[int]:
    """Return the place (from 1) of each rank: the lowest is the best, and equals share theirs."""
    return [1 + sum(other < rank for other in ranks) for rank in ranks]


def lasted(game: PublicGame, seat: int) -> int:
    """Return the number of the round in which this seat went out, and of the next one if it is still in."""
    rounds = len(game.past)
    if seat in game.seats_in:
        return rounds + 1
    totals = accumulate(heads[seat] for heads in game.past)
    return next((at for at, total in enumerate(totals, 1) if total > game.rules.end.count), rounds)


def rounds_played(game: PublicGame, seat: int) -> int:
    """Return in how many rounds this seat played: fewer than there were if it went out before."""
    return min(lasted(game, seat), len(game.past))
