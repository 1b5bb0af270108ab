"""Intervals that hold the truth as often as they say, and ratings that follow from places."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sixth.arena.statistics import as_if_all_met, intervals, of_own_deals, ratings
from sixth.arena.tally import ContestTally
from tests.arena.tables import contest, play_deals


@pytest.mark.parametrize(("deals", "least"), [(6, 0.91), (20, 0.925), (200, 0.935)])
@pytest.mark.parametrize("skewed", [False, True])
def test_an_interval_holds_the_true_mean_about_as_often_as_it_says(
    deals: int, least: float, skewed: bool
) -> None:
    rng = np.random.default_rng(1)
    shape = (deals, 4_000)
    # Heads of a deal are skewed, a little like a sum of two exponentials.
    values = rng.gamma(2.0, 1.0, shape) - 2.0 if skewed else rng.normal(0.0, 1.0, shape)
    result = [interval for interval in intervals(values) if interval is not None]
    assert len(result) == shape[1]
    hits = sum(low <= 0 <= high for low, high in result) / len(result)
    assert least - 0.03 * skewed <= hits <= 0.965


def test_an_interval_of_many_deals_is_that_of_the_normal_distribution() -> None:
    values = np.random.default_rng(2).normal(3.0, 2.0, (5_000, 1))
    (result,) = intervals(values)
    assert result is not None
    error = values.std(ddof=1) / np.sqrt(len(values))
    assert result == pytest.approx(
        (values.mean() - 1.96 * error, values.mean() + 1.96 * error), abs=0.1 * error
    )


def test_the_interval_of_what_never_varies_is_one_number() -> None:
    values = np.column_stack([np.zeros(50), np.full(50, 7.0), np.arange(50.0)])
    assert intervals(values)[:2] == [(0.0, 0.0), (7.0, 7.0)]


def test_the_same_values_have_the_same_interval_however_many_are_drawn_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    values = np.random.default_rng(3).normal(size=(30, 3))
    whole = intervals(values)
    monkeypatch.setattr("sixth.arena.statistics._MAX_DRAWS", 100)
    assert intervals(values) == [pytest.approx(each) for each in whole]


def test_too_few_deals_have_no_interval() -> None:
    assert intervals(np.zeros((4, 2))) == [None, None]
    assert intervals(np.zeros((5, 2))) == [(0.0, 0.0), (0.0, 0.0)]


def test_ratings_order_the_bots_as_their_places_do() -> None:
    rng = np.random.default_rng(4)
    # Bot 0 is first of four in seven rounds of ten.
    places = np.array(
        [
            [0, *rng.permutation([1, 2, 3])] if rng.random() < 0.7 else [3, *rng.permutation(3)]
            for _ in range(400)
        ],
        np.uint8,
    ).reshape(100, 4, 4)
    everybody = np.tile(np.arange(4), (100, 1))
    result = ratings(places, everybody, 4)
    assert result[0].mu > max(each.mu for each in result[1:])
    low, high = result[0].interval
    assert low < result[0].mu < high
    assert ratings(places, everybody, 4) == result


def test_a_player_who_shares_every_place_keeps_the_first_rating() -> None:
    places, everybody = np.zeros((20, 3, 3), np.uint8), np.tile(np.arange(3), (20, 1))
    assert [round(each.mu, 6) for each in ratings(places, everybody, 3)] == [25.0] * 3


def test_the_interval_of_a_rating_is_at_least_as_wide_as_ratings_differ_from_deals_to_deals() -> None:
    tally = ContestTally(contest("nearest,careful,random"), 300)
    for result in play_deals(tally.contest, 300):
        tally.add(result)
    parts = [
        ratings(tally.places[start : start + 25], tally.seated[start : start + 25], 3)
        for start in range(0, 300, 25)
    ]
    for bot in range(3):
        spread = np.std([part[bot].mu for part in parts], ddof=1)
        assert 0.5 < spread / np.mean([part[bot].sigma for part in parts]) < 1


# ------------------------------------------------------------------ more bots than seats


def _deals(rng: np.random.Generator, deals: int, strength: NDArray[np.float64]) -> tuple[Any, Any]:
    """Who sits at tables of three, and what they take: as much as they are weak, and as the deal is bad."""
    seats = np.sort(rng.permuted(np.tile(np.arange(len(strength)), (deals, 1)), axis=1)[:, :3], axis=1)
    luck = rng.normal(0, 5, (deals, 1))
    return strength[seats] + luck + rng.normal(0, 1, seats.shape), seats


def test_where_everybody_plays_every_deal_values_are_as_they_are() -> None:
    values, everybody = np.random.default_rng(5).normal(size=(40, 3)), np.tile(np.arange(3), (40, 1))
    assert np.array_equal(as_if_all_met(values, everybody, 3), values)
    assert np.array_equal(of_own_deals(values, everybody, 3), values)


def test_means_of_own_deals_are_those_of_the_deals_in_which_a_bot_played() -> None:
    values, seats = _deals(np.random.default_rng(6), 50, np.arange(5.0))
    result = of_own_deals(values, seats, 5).mean(axis=0)
    assert result == pytest.approx([values[seats == bot].mean() for bot in range(5)])


def test_what_a_deal_did_to_all_is_left_out_of_differences() -> None:
    """Their intervals hold the true difference as often as they say, and are narrow."""
    rng, strength = np.random.default_rng(7), np.array([0.0, 1.0, 1.5, 3.0, 8.0])
    hits, widths, runs = 0, [], 200
    for _ in range(runs):
        values, seats = _deals(rng, 60, strength)
        result = as_if_all_met(values, seats, 5)
        (interval,) = intervals(result[:, [4]] - result[:, [0]])
        assert interval is not None
        hits += interval[0] <= 8 <= interval[1]
        widths.append(interval[1] - interval[0])
    assert 0.90 <= hits / runs <= 0.99
    # Of 36 deals each with luck of 5 it would be 4.6.
    assert np.mean(widths) < 1.2


def test_a_bot_is_rated_by_the_deals_it_played() -> None:
    seats = np.array([[0, 1], [0, 2], [1, 2]] * 30)
    places = np.tile(np.array([[0, 1], [0, 1]], np.uint8), (90, 1, 1))
    first, second, third = ratings(places, seats, 3)
    assert first.mu > second.mu > third.mu


# ------------------------------------------------------------------ sums


def test_deals_add_up_the_same_in_every_order_and_once_only() -> None:
    results = play_deals(contest(), 6)
    one, other = ContestTally(contest(), 5), ContestTally(contest(), 5)
    for result in results:
        one.add(result)
    for result in [*results[::-1], results[2]]:
        other.add(result)
    assert not one.missing
    for name in ("heads", "wins", "places"):
        assert np.array_equal(getattr(one, name), getattr(other, name))
    assert one.heads.shape == (5, 3)
    assert one.heads[2, 1] == np.mean([heads[1] for heads in results[2].heads])


def test_the_wins_of_a_deal_are_shared_exactly() -> None:
    tally = ContestTally(contest("nearest,nearest,nearest"), 3)
    for result in play_deals(tally.contest, 3):
        tally.add(result)
    assert np.array_equal(tally.wins, np.full((3, 3), 1 / 3))


def test_what_is_missing_is_known() -> None:
    tally = ContestTally(contest(), 4)
    for result in play_deals(contest(), 2):
        tally.add(result)
    assert tally.missing == [2, 3]


def test_deals_count_for_those_who_were_seated() -> None:
    five = contest("careful,nearest,random,nearest,random", seats=3)
    tally = ContestTally(five, 10)
    for result in play_deals(five, 10):
        tally.add(result)
    assert [tally.rounds(bot) for bot in range(5)] == [18] * 5
    assert [tuple(each) for each in tally.seated.tolist()] == [five.seated(deal) for deal in range(10)]
    assert tally.heads.shape == tally.wins.shape == (10, 5)
    assert tally.wins.mean(axis=0)[0] > tally.wins.mean(axis=0)[2]
