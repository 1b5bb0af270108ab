"""What choices cost by theme is all that they cost, told apart."""

from math import hypot

import pytest

from sixth.coach import review
from sixth.puzzles import THEMES
from sixth.puzzles.costs import theme_costs
from tests.coach.games import FEW, recorded


@pytest.mark.parametrize("name", ["classic", "logic", "both-ends"])
def test_what_choices_cost_by_theme_adds_up_to_what_they_cost(name: str) -> None:
    record = recorded(name, rounds=2)
    # Seat 1 is played by one who does not look.
    found = review(record, 1, playouts=FEW)
    costs = theme_costs(record, found)
    assert costs.keys() <= {*THEMES}
    decisions = [each for played in found.rounds for each in played.decisions]
    # Also what was not clear, and what came out below 0 by chance.
    assert sum(each.value for each in costs.values()) == pytest.approx(sum(each.loss for each in decisions))
    margins = [(each.ci[1] - each.ci[0]) / 2 for each in costs.values()]
    own = [(each.loss_ci[1] - each.loss_ci[0]) / 2 for each in decisions]
    assert hypot(*margins) == pytest.approx(hypot(*own), abs=0.05)
