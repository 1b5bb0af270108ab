"""Luck is 0 on average among the reference: par and what is still to be gained are right, and needed."""

from collections.abc import Callable
from statistics import mean, stdev

import numpy as np
import pytest

import sixth
from sixth.coach.baseline import Baseline, Measured, PlayedRound, baseline_of, measure
from sixth.coach.intervals import Error, error_of, student, total
from sixth.coach.reference import one_round
from sixth.rules.options import End, Rules

TINY = Rules(seats=2, deck=12, hand=4, rows=2, row_limit=2, ends="both", end=End("rounds", 1))


@pytest.fixture(scope="module")
def measured() -> Measured:
    return measure(TINY, deals=50, rounds=300, playouts=300, seed=1)


def sigmas(values: list[float]) -> float:
    """How many standard errors the mean is away from 0."""
    return mean(values) / float(stdev(values) / len(values) ** 0.5)


def luck(each: PlayedRound) -> float:
    assert each.luck is not None
    return each.luck


def test_luck_after_the_deal_is_zero_on_average(measured: Measured) -> None:
    assert abs(sigmas([luck(each) for each in measured.rounds])) < 3


FAULTS: dict[str, Callable[[PlayedRound], float]] = {
    "what is still to be gained is left out": lambda each: luck(each) - sum(each.gains.values()),
    "it is counted twice": lambda each: luck(each) + sum(each.gains.values()),
    "the first value is half a head too low": lambda each: luck(each) + 0.5,
    "the result is half a head too low": lambda each: luck(each) - 0.5,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_any_term_would_show(fault: str, measured: Measured) -> None:
    """It moves the mean by more than the three standard errors in which that has to lie."""
    spread = stdev([luck(each) for each in measured.rounds])
    moved = mean(FAULTS[fault](each) - luck(each) for each in measured.rounds)
    assert abs(moved) > 3 * spread / len(measured.rounds) ** 0.5


def test_par_is_what_the_coach_itself_takes(measured: Measured) -> None:
    found = measured.baseline()
    results = [each.result for each in measured.rounds]
    error = (found.error.variance + stdev(results) ** 2 / len(results)) ** 0.5
    assert abs(found.par - mean(results)) < 3 * error


def test_what_is_still_to_be_gained_is_counted_from_the_decision_on() -> None:
    gains = {"pick": (0.0, 0.5), "choose": (1.0, 2.0, 4.0), "take": (8.0, 16.0, 32.0)}
    found = Baseline(0.0, Error(), gains)  # type: ignore[arg-type]
    assert found.still_to_gain("pick", 1) == 0.5 + 7 + 56
    assert found.still_to_gain("choose", 1) == 6 + 56
    assert found.still_to_gain("take", 1) == 6 + 48
    assert found.still_to_gain("choose", 3) == 32
    assert found.still_to_gain("take", 3) == 0


@pytest.mark.parametrize("name", sixth.games)
def test_named_games_have_figures_that_rules_alike_share(name: str) -> None:
    rules = sixth.games[name].replace(seats=4)
    found = baseline_of(one_round(rules, 4), playouts=1)
    assert not found.estimated
    assert found.error.margin > 0
    if name == "classic":
        longer = rules.replace(end=End("rounds", 20))
        assert baseline_of(one_round(longer, 4), playouts=1) == found


def test_other_rules_have_an_estimate() -> None:
    assert baseline_of(TINY, playouts=1).estimated


# ------------------------------------------------------------------ intervals


def test_intervals_are_those_of_student() -> None:
    assert student(2) == pytest.approx(4.303, rel=0.04)
    assert student(7) == pytest.approx(2.365, rel=0.01)
    assert student(1_000_000) == pytest.approx(1.96, rel=0.001)
    one = Error(2.0, 7)
    assert total([one]).free == 7
    assert total([one, one]).free == pytest.approx(14)
    assert total([]).margin == 0
    assert error_of(np.array([1.0, 2.0, 3.0, 4.0])).variance == pytest.approx(5 / 12)
