"""Who stands where after a round."""

from hypothesis import given

import sixth
from sixth.rules.display.standings import standings
from sixth.rules.options import Rules
from sixth.rules.view import view
from sixth.server.table.state import current_game
from sixth.server.web.views.chart import totals_chart
from sixth.server.web.views.result import rounds_before
from tests.rules.strategies import named_rules, seeds
from tests.server.support.logs import moves


@given(named_rules(), seeds())
def test_the_first_are_those_whom_the_rules_call_best(rules: Rules, seed: int) -> None:
    for table, _done in moves(rules, seed, rounds=2):
        if not table.between_rounds:
            continue
        seen = view(current_game(table), None)
        found = standings(seen)
        assert sorted(each.seat for each in found) == list(range(rules.seats))
        first = {each.seat for each in found if each.place == 1}
        assert first == {*rules.best(seen.seats_in, seen.totals)}
        assert [each.place for each in found] == sorted(each.place for each in found)
        for each in found:
            assert each.total == seen.totals[each.seat]


def test_who_is_out_comes_after_those_who_lasted_longer_and_their_line_ends() -> None:
    rules = sixth.games["elimination"].replace(seats=4, end=sixth.End("elimination", 30))
    for table, _done in moves(rules, seed=5, rounds=30):
        state = current_game(table) if table.state else None
        if state is None or not table.between_rounds:
            continue
        seen = view(state, None)
        found = standings(seen)
        if found[-1].rounds == len(state.past):
            continue
        assert {each.seat for each in found[: len(state.seats_in)]} == {*state.seats_in}
        assert [each.rounds for each in found] == sorted((each.rounds for each in found), reverse=True)
        out = next(each for each in found if each.seat not in state.seats_in)
        assert not any(heads[out.seat] for heads in state.past[out.rounds :])
        chart = totals_chart(seen, ["Ana", "Bo", "Cy", "Di"])
        assert chart is not None
        assert chart.lines[out.seat].path.count("L") == out.rounds
        return
    raise AssertionError("nobody went out")


def test_of_a_game_of_many_rounds_the_last_are_shown_and_a_line_has_few_marks() -> None:
    """A game of one card each may have thousands of rounds, and its page took ninety milliseconds."""
    rules = Rules(2, hand=1, end=sixth.End("rounds", 200))
    *_, (table, _done) = (each for each in moves(rules, seed=5, rounds=200) if each[0].between_rounds)
    seen = view(current_game(table), None)
    assert len(seen.past) > 190
    assert len(seen.past) - rounds_before(seen) == 50
    chart = totals_chart(seen, ["Ana", "Bo"])
    assert chart is not None
    for line in chart.lines:
        assert len(line.points) <= 51
        assert line.points[-1][0] == chart.x.end
