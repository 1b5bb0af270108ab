"""The search for several rounds at once, beside what is known of the social golfer problem."""

from random import Random

import pytest

from sixth.tournaments.seating.several_rounds import several_rounds
from sixth.tournaments.seating.swaps import Costs


@pytest.mark.parametrize(
    ("tables", "size", "rounds"), [(4, 4, 5), (5, 4, 5), (3, 3, 4), (5, 5, 6), (6, 4, 5)]
)
def test_as_many_rounds_as_are_known_to_be_possible_have_no_repeated_meeting(
    tables: int, size: int, rounds: int
) -> None:
    players = tables * size
    nobody = [[0] * players for _ in range(players)]
    costs = Costs(nobody, [{size: 0}] * players, 60)
    plan = several_rounds(costs, nobody, [size] * tables, Random("s"), rounds=rounds, effort=100_000)
    pairs = {
        (one, other)
        for seating in plan
        for table in seating
        for one in table
        for other in table
        if one < other
    }
    assert len(plan) == rounds
    assert len(pairs) == rounds * tables * size * (size - 1) // 2
