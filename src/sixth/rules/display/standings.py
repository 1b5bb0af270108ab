"""Who stands where after a round or a game."""

from itertools import accumulate
from typing import NamedTuple

from sixth.rules.view import View


class Standing(NamedTuple):
    """Where somebody stands: `place` from 1, and the `rounds` they played."""

    place: int
    seat: int
    total: int
    rounds: int


def standings(view: View) -> tuple[Standing, ...]:
    """Return who stands where, the first first; who is out comes after those who lasted longer."""
    sign = 1 if view.rules.goal == "fewest" else -1
    rounds = [rounds_played(view, seat) for seat in range(len(view.totals))]
    ranks = [(-rounds[seat], sign * total) for seat, total in enumerate(view.totals)]
    return tuple(
        [
            Standing(1 + sum(rank < ranks[seat] for rank in ranks), seat, view.totals[seat], rounds[seat])
            for seat in sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
        ]
    )


def rounds_played(view: View, seat: int) -> int:
    """Return in how many rounds this seat played: fewer than there were if it went out before."""
    if view.rules.end.kind != "elimination":
        return len(view.past)
    totals = accumulate(heads[seat] for heads in view.past)
    return next((at for at, total in enumerate(totals, 1) if total > view.rules.end.count), len(view.past))
