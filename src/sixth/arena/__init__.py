"""Bots against bots: duplicate deals, ratings, intervals, plots, and bots in other processes.

`Contest` describes the contest, `play` plays it, and `report.document` returns the results. `serve_bot` runs
a bot in its own process.
"""

from sixth.arena.contest import ArenaError, ArenaUsageError, Contest, Entrant, entrants_from
from sixth.arena.play import play
from sixth.arena.players.serve import serve_bot
from sixth.arena.results_file import seed_in

__all__ = [
    "ArenaError",
    "ArenaUsageError",
    "Contest",
    "Entrant",
    "entrants_from",
    "play",
    "seed_in",
    "serve_bot",
]
