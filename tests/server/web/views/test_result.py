"""Standings after a round."""

from hypothesis import given

import sixth
from sixth.rules.display.standings import standings
from sixth.rules.options import Rules
from sixth.rules.view import view
from sixth.server.table.state import current_game
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
