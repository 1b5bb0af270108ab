"""The standings of a game, ended or between two rounds."""

from pathlib import Path

import pytest
from hypothesis import given

import sixth
from sixth.rules.display.standings import standings
from sixth.rules.options import Goal, Rules
from sixth.rules.record import read
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.server.table.state import current_game
from tests.rules.strategies import named_rules, seeds
from tests.server.support.logs import moves

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


@given(named_rules(), seeds())
def test_the_leaders_are_the_best_seats_by_the_rules(rules: Rules, seed: int) -> None:
    for table, _events in moves(rules, seed, rounds=2):
        if not table.between_rounds:
            continue
        table_view = view(current_game(table), None)
        rows = standings(table_view)
        assert sorted(each.seat for each in rows) == list(range(rules.seats))
        first = {each.seat for each in rows if each.place == 1}
        assert first == {*rules.best(table_view.seats_in, table_view.totals)}
        assert [each.place for each in rows] == sorted(each.place for each in rows)
        for each in rows:
            assert each.total == table_view.totals[each.seat]


def test_a_seat_that_is_out_ranks_after_longer_survivors() -> None:
    rules = sixth.games["elimination"].replace(seats=4, end=sixth.End("elimination", 30))
    for table, _events in moves(rules, seed=5, rounds=30):
        state = current_game(table) if table.state else None
        if state is None or not table.between_rounds:
            continue
        table_view = view(state, None)
        rows = standings(table_view)
        if rows[-1].rounds == len(state.past):
            continue
        assert {each.seat for each in rows[: len(state.seats_in)]} == {*state.seats_in}
        assert [each.rounds for each in rows] == sorted((each.rounds for each in rows), reverse=True)
        out = next(each for each in rows if each.seat not in state.seats_in)
        assert not any(heads[out.seat] for heads in state.past[out.rounds :])
        return
    raise AssertionError("nobody went out")
