"""The statistics of favours: no finding where there is nothing, and one where there is."""

import numpy as np

from sixth.server.features.conduct.favours import ALPHA, CommonGame, bound, favours


def games(rng: np.random.Generator, *, more: float = 0.0, count: int = 15) -> list[CommonGame]:
    """Return common games with drawn effects on three others, the first of whom is spared `more`."""
    effects = rng.choice([-7.0, -2.0, 0.0, 0.0, 0.0, 1.0, 5.0], (count, 3))
    return [CommonGame(2.0, [row[0] + more, row[1], row[2]], 0) for row in effects]


def test_chance_is_as_often_below_a_level_as_the_level_says() -> None:
    rng = np.random.default_rng(1)
    chances = [favours({("a", "b"): games(rng)})[0].chance for _ in range(200)]
    assert 0.02 <= np.mean([each < ALPHA for each in chances]) <= 0.09
    assert 0.4 <= np.mean(chances) <= 0.6


def test_who_is_spared_again_and_again_is_beyond_the_bound_and_at_the_top() -> None:
    rng = np.random.default_rng(2)
    common = {
        (f"p{one}", f"p{other}"): games(rng) for one in range(10) for other in range(10) if one != other
    }
    common["p3", "p7"] = games(rng, more=5.0)
    compared = favours(common)
    assert (compared[0].giver, compared[0].taker) == ("p3", "p7")
    assert [each.chance < bound(len(compared)) for each in compared] == [True, *[False] * 89]
    assert compared[0].ci[0] < compared[0].favour < compared[0].ci[1]
    assert compared[0].ci[0] > 0


def test_who_harms_all_others_alike_favours_nobody() -> None:
    compared = favours({("a", "b"): [CommonGame(9.0, [-6.0, -6.0, -6.0], 0)] * 20})
    assert (compared[0].favour, compared[0].chance) == (0.0, 1.0)
