"""Intervals that hold the truth as often as they say, and ratings that follow from places."""

import numpy as np
import pytest

from sixth.arena.statistics import intervals, ratings
from sixth.arena.tally import Tally
from tests.arena.tables import contest, played


@pytest.mark.parametrize(("deals", "least"), [(6, 0.91), (20, 0.925), (200, 0.935)])
@pytest.mark.parametrize("skewed", [False, True])
def test_an_interval_holds_the_true_mean_about_as_often_as_it_says(
    deals: int, least: float, skewed: bool
) -> None:
    rng = np.random.default_rng(1)
    shape = (deals, 4_000)
    # Heads of a deal are skewed, a little like a sum of two exponentials.
    values = rng.gamma(2.0, 1.0, shape) - 2.0 if skewed else rng.normal(0.0, 1.0, shape)
    found = [interval for interval in intervals(values) if interval is not None]
    assert len(found) == shape[1]
    held = sum(low <= 0 <= high for low, high in found) / len(found)
    assert least - 0.03 * skewed <= held <= 0.965


def test_an_interval_of_many_deals_is_that_of_the_normal_distribution() -> None:
    values = np.random.default_rng(2).normal(3.0, 2.0, (5_000, 1))
    (found,) = intervals(values)
    assert found is not None
    error = values.std(ddof=1) / np.sqrt(len(values))
    assert found == pytest.approx(
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
    found = ratings(places)
    assert found[0].mu > max(each.mu for each in found[1:])
    low, high = found[0].interval
    assert low < found[0].mu < high
    assert ratings(places) == found


def test_whoever_shares_every_place_keeps_the_rating_of_the_beginning() -> None:
    assert [round(each.mu, 6) for each in ratings(np.zeros((20, 3, 3), np.uint8))] == [25.0] * 3


def test_the_interval_of_a_rating_is_at_least_as_wide_as_ratings_differ_from_deals_to_deals() -> None:
    tally = Tally(contest("nearest,careful,random"), 300)
    for result in played(tally.contest, 300):
        tally.add(result)
    parts = [ratings(tally.places[start : start + 25]) for start in range(0, 300, 25)]
    for bot in range(3):
        spread = np.std([part[bot].mu for part in parts], ddof=1)
        assert 0.5 < spread / np.mean([part[bot].sigma for part in parts]) < 1


# ------------------------------------------------------------------ sums


def test_deals_add_up_the_same_in_every_order_and_once_only() -> None:
    results = played(contest(), 6)
    one, other = Tally(contest(), 5), Tally(contest(), 5)
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
    tally = Tally(contest("nearest,nearest,nearest"), 3)
    for result in played(tally.contest, 3):
        tally.add(result)
    assert np.array_equal(tally.wins, np.full((3, 3), 1 / 3))


def test_what_is_missing_is_known() -> None:
    tally = Tally(contest(), 4)
    for result in played(contest(), 2):
        tally.add(result)
    assert tally.missing == [2, 3]
