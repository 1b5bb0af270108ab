"""Ratings as values: how many games one takes to settle."""

from random import Random
from statistics import median

import pytest

from sixth.server.features.ratings.rating import (
    POOLS,
    SETTLED_AFTER,
    PersonRatings,
    Pool,
    RatedGame,
    RatedPlayer,
    bot_ratings,
    rate,
)

_SEATS: dict[Pool, int] = {"2": 2, "3-5": 4, "6-10": 7}


def games_to_settle(pool: Pool, rng: Random) -> int:
    """Play games of somebody of middling strength against bots of the site until the rating is settled."""
    bots = {kind: rating.mu for kind, rating in bot_ratings()[pool].items() if kind != "random"}
    ratings: PersonRatings = {}
    for number in range(400):
        kinds = rng.sample(list(bots), _SEATS[pool] - 1)
        strength = {"": 25.0} | {kind: bots[kind] for kind in kinds}
        order = sorted(strength, key=lambda kind: -rng.gauss(strength[kind], 25 / 6))
        players = [RatedPlayer(at, "" if kind else "ana", kind) for at, kind in enumerate(order, 1)]
        rate(ratings, [RatedGame(str(number), str(number), pool, "classic", tuple(players))])
        if not ratings["ana", pool].is_provisional:
            return number + 1
    raise AssertionError("the rating never settled")


@pytest.mark.parametrize("pool", POOLS)
def test_a_rating_settles_after_about_as_many_games_as_people_are_told(pool: Pool) -> None:
    count = median(games_to_settle(pool, Random(seed)) for seed in range(3))
    assert 0.75 < count / SETTLED_AFTER[pool] < 1.34
