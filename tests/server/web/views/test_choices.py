"""What a choice cost beside the others at the same point."""

from collections.abc import Sequence
from random import Random
from statistics import mean

import pytest

from sixth.server.web.views.choices import MIN_PLAYERS, Chosen, cost_of


def chosen(name: str, heads: Sequence[int]) -> Chosen:
    """Return the row of players with one choice who ended with these heads."""
    return Chosen(name, len(heads), sum(heads), sum(each * each for each in heads))


def test_a_choice_costs_the_difference_of_the_means_and_has_a_margin() -> None:
    own, others = [4, 8, 6, 9, 3], [2, 1, 3, 2, 5, 4]
    cost = cost_of([chosen("23", own), chosen("42", others[:3]), chosen("50", others[3:])], "23")
    assert cost is not None
    assert cost.heads == pytest.approx(mean(own) - mean(others))
    assert 0 < cost.margin < 4


def test_too_few_players_say_nothing_of_a_choice() -> None:
    many = chosen("23", [1] * MIN_PLAYERS)
    assert cost_of([many, chosen("42", [9] * (MIN_PLAYERS - 1))], "23") is None
    assert cost_of([many], "23") is None
    assert cost_of([many, chosen("42", [9] * MIN_PLAYERS)], "23") is not None


def test_the_margin_covers_the_truth_in_nineteen_of_twenty_fields() -> None:
    rng, hits = Random(1), 0
    for _ in range(400):
        own = [rng.randint(0, 20) for _ in range(40)]
        others = [rng.randint(2, 22) for _ in range(40)]
        cost = cost_of([chosen("23", own), chosen("42", others)], "23")
        assert cost is not None
        hits += abs(cost.heads + 2) <= cost.margin
    assert 365 <= hits <= 392
