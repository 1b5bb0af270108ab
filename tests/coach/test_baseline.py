"""Baselines: with par and the share saved, luck is 0 on average against the reference."""

from collections.abc import Callable
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

import sixth
from sixth.coach.baseline import baseline_of
from sixth.coach.measuring import Baseline, Measurements, PlayedRound, measure, policy_losses
from sixth.coach.reference import one_round, own_player, stranger
from sixth.quantiles import Error, error_of, total
from sixth.rules.options import End, Rules

DRAFT = Rules(seats=2, deck=14, hand=5, rows=4, row_limit=2, deal="draft", end=End("rounds", 1))
TINY = Rules(seats=2, deck=12, hand=4, rows=2, row_limit=2, ends="both", end=End("rounds", 1))


@pytest.fixture(scope="module")
def measurements() -> Measurements:
    return measure(TINY, blocks=20, rounds=200, playouts=200, seed=1)


def sigmas(values: list[float]) -> float:
    """Return the mean in standard errors."""
    return mean(values) / float(stdev(values) / len(values) ** 0.5)


def luck(each: PlayedRound) -> float:
    assert each.luck is not None
    return each.luck


def test_luck_after_the_deal_is_zero_on_average(measurements: Measurements) -> None:
    assert abs(sigmas([luck(each) for each in measurements.rounds])) < 3


def test_what_the_coach_saves_is_as_much_as_is_expected_after_each_decision(
    measurements: Measurements,
) -> None:
    baseline = measurements.baseline()
    for number in range(TINY.hand - 1):
        rests = []
        for each in measurements.rounds:
            step = [step for step in each.steps if step.kind == "choose"][number]
            after = each.steps[each.steps.index(step) + 1 :]
            saving = baseline.share(TINY, "choose", step.turn) * (step.ahead - step.gain)
            rests.append(saving - sum(step.gain for step in after))
        # That it shrinks evenly is near enough; what a round begins with is exact.
        assert abs(mean(rests)) < (0.2 if number else 0.01)


FAULTS: dict[str, Callable[[PlayedRound], float]] = {
    "what is gained is left out": lambda each: luck(each) - each.gain,
    "it is counted twice": lambda each: luck(each) + each.gain,
    "the first value is half a head too low": lambda each: luck(each) + 0.5,
    "the result is half a head too low": lambda each: luck(each) - 0.5,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_any_term_would_show(fault: str, measurements: Measurements) -> None:
    """It moves the mean by more than the three standard errors in which that has to lie."""
    spread = stdev([luck(each) for each in measurements.rounds])
    shift = mean(FAULTS[fault](each) - luck(each) for each in measurements.rounds)
    assert abs(shift) > 3 * spread / len(measurements.rounds) ** 0.5


def test_par_is_what_the_coach_itself_takes(measurements: Measurements) -> None:
    baseline = measurements.baseline()
    results = [each.result for each in measurements.rounds]
    error = (baseline.error.variance + stdev(results) ** 2 / len(results)) ** 0.5
    assert abs(baseline.par - mean(results)) < 3 * error


def test_the_policy_takes_in_lanes_what_it_takes_at_the_table() -> None:
    """Of a draft, too, in which the order of the seats matters."""
    for rules in (TINY, DRAFT):
        lanes = policy_losses(rules, blocks=40, seed=1)
        results = []
        for number in range(600):
            rng = Random(number)
            seat = rng.randrange(2)
            players = [stranger(rng) for _ in range(2)]
            players[seat] = own_player(rng)
            game = sixth.Game(rules, seed=number)
            game.play(players)
            results.append(float(game.totals[seat]))
        error = (stdev(results) ** 2 / len(results) + lanes.var(ddof=1) / len(lanes)) ** 0.5
        assert abs(mean(results) - lanes.mean()) < 3 * error


def test_the_share_saved_shrinks_evenly_to_nothing() -> None:
    baseline = Baseline(0.0, Error(), 0.4)
    four = Rules(seats=2, deck=20, hand=6, rows=4)
    assert [baseline.share(four, "choose", turn) for turn in range(1, 7)] == pytest.approx(
        [0.4, 0.3, 0.2, 0.1, 0, 0]
    )
    picks = [baseline.share(DRAFT, "pick", turn) for turn in range(1, 6)]
    choices = [baseline.share(DRAFT, "choose", turn) for turn in range(1, 5)]
    assert picks + choices == pytest.approx([0.4 * (1 - past / 8) for past in range(9)])


@pytest.mark.parametrize("name", sixth.games)
def test_named_games_have_figures_that_rules_alike_share(name: str) -> None:
    rules = sixth.games[name].replace(seats=4)
    baseline = baseline_of(one_round(rules, 4), playouts=1)
    assert not baseline.estimated
    assert baseline.error.margin > 0
    if name == "classic":
        longer = rules.replace(end=End("rounds", 20))
        assert baseline_of(one_round(longer, 4), playouts=1) == baseline


def test_other_rules_have_an_estimate() -> None:
    assert baseline_of(TINY, playouts=1).estimated


# ------------------------------------------------------------------ intervals


def test_errors_add_up_with_their_degrees_of_freedom() -> None:
    one = Error(2.0, 7)
    assert total([one]).free == 7
    assert total([one, one]).free == pytest.approx(14)
    assert total([]).margin == 0
    assert error_of(np.array([1.0, 2.0, 3.0, 4.0])).variance == pytest.approx(5 / 12)
