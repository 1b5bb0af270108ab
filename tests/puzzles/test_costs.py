"""Costs by theme: they add up to all costs."""

from math import hypot

import pytest

from sixth.coach import review
from sixth.puzzles import THEMES
from sixth.puzzles.costs import theme_costs
from tests.coach.games import FEW, recorded


@pytest.mark.parametrize("name", ["classic", "logic", "both-ends"])
def test_what_choices_cost_by_theme_adds_up_to_what_they_cost(name: str) -> None:
    record = recorded(name, rounds=2)
    # Seat 1 plays at random.
    game_review = review(record, 1, playouts=FEW)
    costs = theme_costs(record, game_review)
    assert costs.keys() <= {*THEMES}
    decisions = [each for round_review in game_review.rounds for each in round_review.decisions]
    # Unclear losses, and those below 0 by chance, count, too.
    assert sum(each.value for each in costs.values()) == pytest.approx(sum(each.loss for each in decisions))
    margins = [(each.ci[1] - each.ci[0]) / 2 for each in costs.values()]
    loss_margins = [(each.loss_ci[1] - each.loss_ci[0]) / 2 for each in decisions]
    assert hypot(*margins) == pytest.approx(hypot(*loss_margins), abs=0.05)
