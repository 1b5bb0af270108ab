"""Games to review: short ones, played by bots that need no kernels."""

from functools import cache

import sixth
from sixth.bots.match import play_games
from sixth.rules.options import End
from sixth.rules.record import Record

FEW = 64
"""Playouts that are enough where figures do not matter."""


@cache
def recorded(name: str = "classic", *, seats: int = 3, seed: int = 1, rounds: int = 1) -> Record:
    """Return the record of a game of `rounds` rounds, with careful and random bots in turns."""
    rules = sixth.games[name].replace(seats=seats)
    if rules.end.kind == "score":
        rules = rules.replace(end=End("rounds", rounds))
    elif rules.end.kind == "elimination":
        rules = rules.replace(end=End("elimination", 8))
    bots = [("careful", "random")[seat % 2] for seat in range(seats)]
    return next(play_games(rules, bots, games=1, seed=seed)).as_record()
