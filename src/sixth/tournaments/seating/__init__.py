"""The seating of a round: a search by swaps, what it has to know of the rounds before, and what it costs."""

from sixth.tournaments.events import Tables
from sixth.tournaments.seating.history import History
from sixth.tournaments.seating.round_costs import SeatingCost
from sixth.tournaments.seating.search import cost, greedy_seats, seat
from sixth.tournaments.seating.table_sizes import SeatingError, table_sizes

__all__ = [
    "History",
    "SeatingCost",
    "SeatingError",
    "Tables",
    "cost",
    "greedy_seats",
    "seat",
    "table_sizes",
]
