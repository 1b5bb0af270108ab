"""The standings of a game that has ended."""

from pathlib import Path

import pytest

import sixth
from sixth.rules.display.standings import standings
from sixth.rules.options import Goal
from sixth.rules.record import read
from sixth.rules.state import State

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.sixth.jsonl"))


def check(state: State) -> None:
    table = standings(state)
    assert {each.seat for each in table if each.place == 1} == set(state.winners)
    all_places = [each.place for each in table]
    assert all_places == [1 + sum(other < place for other in all_places) for place in all_places]
    if state.rules.end.kind != "elimination":
        assert [each.total for each in table] == sorted(state.totals, reverse=state.rules.goal != "fewest")


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_winners_have_the_first_place_and_no_place_is_better_than_a_better_result(path: Path) -> None:
    with path.open(encoding="utf-8") as lines:
        for game in read(lines.read().splitlines()):
            check(game.state())


@pytest.mark.parametrize("goal", ["fewest", "most"])
@pytest.mark.parametrize("seed", range(20))
def test_the_last_seat_left_in_an_elimination_is_first_whatever_the_goal(goal: Goal, seed: int) -> None:
    rules = sixth.games["elimination"].replace(seats=3, goal=goal, end=sixth.End("elimination", 20))
    game = sixth.Game(rules, seed=seed)
    game.play([sixth.bots.make("random", seed=each) for each in range(3)])
    check(game.state)
