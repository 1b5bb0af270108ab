"""Standings after a round."""

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


def test_a_seat_that_is_out_ranks_after_longer_survivors_and_its_line_ends() -> None:
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
        chart = totals_chart(table_view, ["Ana", "Bo", "Cy", "Di"])
        assert chart is not None
        assert chart.lines[out.seat].path.count("L") == out.rounds
        return
    raise AssertionError("nobody went out")


def test_a_long_game_shows_its_last_rounds_and_few_marks_in_a_line() -> None:
    """A game of one card each may have thousands of rounds, and its page took ninety milliseconds."""
    rules = Rules(2, hand=1, end=sixth.End("rounds", 200))
    *_, (table, _events) = (each for each in moves(rules, seed=5, rounds=200) if each[0].between_rounds)
    table_view = view(current_game(table), None)
    assert len(table_view.past) > 190
    assert len(table_view.past) - rounds_before(table_view) == 50
    chart = totals_chart(table_view, ["Ana", "Bo"])
    assert chart is not None
    for line in chart.lines:
        assert len(line.points) <= 51
        assert line.points[-1][0] == chart.x.end
