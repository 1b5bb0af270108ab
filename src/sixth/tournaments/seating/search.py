"""The seating of a round: who sits at which table, and in which seat.

`seat` fills the tables greedily and improves them by swaps (`sixth.tournaments.seating.swaps`); how dear a
round is says `cost`, in figures for the host. The members of a team never sit together where that is
possible. By lot, nobody meets twice while that can be helped. With `groups` equal points meet: differences
count by the square of the places between two players, and a repeated meeting is avoided where a swap with the
next table is enough for it. People whose share of the larger or smaller tables is not yet used up sit there
first, and at each table the seats go to those who have had them least.

docs/decisions/033 says why the search is our own, and how good it is.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from sixth.tournaments.events import Player, Tables
from sixth.tournaments.seating.history import History
from sixth.tournaments.seating.round_costs import RoundCosts, SeatingCost
from sixth.tournaments.seating.several_rounds import several_rounds
from sixth.tournaments.seating.swaps import improved
from sixth.tournaments.seating.table_sizes import SeatingError, table_sizes

__all__ = [
    "History",
    "Player",
    "SeatingCost",
    "SeatingError",
    "Tables",
    "cost",
    "greedy_seats",
    "seat",
    "table_sizes",
]

EFFORT: Final = 100_000
"""The effort of the search for one round, some 50 ms; more gains little."""

MAX_AHEAD: Final = 7
"""How many rounds to come the search looks at, at most."""


def seat(
    players: Sequence[Player],
    history: History,
    sizes: Sequence[int],
    *,
    seed: str,
    groups: Mapping[Player, float] | None = None,
    teams: Mapping[Player, str] | None = None,
    ahead: int = 0,
    effort: int = EFFORT,
) -> Tables:
    """Return the tables of the next round, in the order of their seats.

    `groups` has the points of each player, where equal points should meet; then the first table is that with
    the most points, else the tables have the order of `sizes`. `ahead` is how many rounds by lot are still to
    come: of tables that are equally good now, those that leave the most to these rounds are chosen. The same
    arguments give the same tables.

    Raises:
        ValueError: somebody is named twice, or the tables do not hold exactly these players.
    """
    round_ = RoundCosts(players, history, sizes, groups, teams)
    rng, costs = Random(seed), round_.costs
    tables = improved(costs, round_.greedy(rng), rng, effort)
    rounds = min(ahead, MAX_AHEAD) + 1
    is_open = ahead or costs.of(tables) > costs.least(sizes)
    if groups is None and effort and is_open and round_.is_tight(rounds):
        other = several_rounds(costs, round_.met, sizes, rng, rounds=rounds, effort=effort)[0]
        if costs.of(other) <= costs.of(tables):
            tables = other
    return round_.seated(tables, rng)


def greedy_seats(
    players: Sequence[Player],
    history: History,
    sizes: Sequence[int],
    *,
    seed: str,
    groups: Mapping[Player, float] | None = None,
    teams: Mapping[Player, str] | None = None,
) -> Tables:
    """Return the tables with which the search of `seat` begins: filled one after the other."""
    return seat(players, history, sizes, seed=seed, groups=groups, teams=teams, effort=0)


def cost(
    tables: Tables,
    history: History,
    *,
    groups: Mapping[Player, float] | None = None,
    teams: Mapping[Player, str] | None = None,
) -> SeatingCost:
    """Return what a round costs after the rounds before it.

    Raises:
        ValueError: somebody is named twice.
    """
    players = [player for table in tables for player in table]
    return RoundCosts(players, history, [len(table) for table in tables], groups, teams).cost(tables)
