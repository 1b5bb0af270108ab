"""The tally of a table's games."""

from dataclasses import replace

import pytest
from hypothesis import given

import sixth
from sixth.rules.events import GameEnded, Placed
from sixth.rules.options import Rules
from sixth.rules.record import Record
from sixth.server.features.replay.steps import steps_of
from sixth.server.table.events import OwnEvent, Sat
from sixth.server.table.fold import fold
from sixth.server.table.state import seats_of
from sixth.server.table.tally import MAX_TAKES
from tests.rules.strategies import named_rules, seeds
from tests.server.support.logs import beginning, whole
from tests.server.support.tables import after


@given(named_rules(), seeds())
def test_the_most_expensive_rows_of_a_game_have_their_steps_in_the_replay(rules: Rules, seed: int) -> None:
    log = whole(rules, seed, rounds=2)
    table = fold("table", log)
    game = tuple(event for event in log if not isinstance(event, OwnEvent))
    record = Record("game", rules, seats_of(table.sitters), "2026-01-01T00:00:00+00:00", game)
    steps = tuple(steps_of(record))
    assert table.tally.steps == len(steps)
    costs = [
        sum(rules.heads_of[card] for card in step.event.taken)
        for step in steps
        if isinstance(step.event, Placed) and step.event.taken
    ]
    heads = [take.heads for take in table.tally.takes]
    assert heads == sorted(heads, reverse=True)
    assert heads[:MAX_TAKES] == sorted(costs, reverse=True)[:MAX_TAKES]
    for seat in range(rules.seats):
        own = [
            sum(rules.heads_of[card] for card in step.event.taken)
            for step in steps
            if isinstance(step.event, Placed) and step.event.taken and step.event.seat == seat
        ]
        takes = [take.heads for take in table.tally.takes if take.seat == seat]
        assert max(own, default=0) == max(takes, default=0)
    assert len(table.tally.takes) <= MAX_TAKES + rules.seats
    for take in table.tally.takes:
        step = steps[take.step - 1]
        assert isinstance(step.event, Placed)
        assert (step.event.seat, step.event.card, step.round) == (take.seat, take.card, take.round)


def test_last_places_in_a_row_count_for_people_at_a_table_with_bots() -> None:
    rules = sixth.games["classic"].replace(seats=3, end=sixth.End("rounds", 1))
    log = [
        replace(each, kind="careful") if isinstance(each, Sat) and each.seat == 2 else each
        for each in whole(rules, seed=3, rounds=99)
    ]
    table, among_people = fold("table", log), fold("table", whole(rules, seed=3, rounds=99))
    assert table.state is not None
    name = f"Person {table.state.totals.index(max(table.state.totals))}"
    assert table.tally.lasts == ((name, 1),)
    assert among_people.tally.lasts == ()
    ended = table.tally.after(GameEnded(table.state.totals, table.state.winners), table.state, table.seats)
    assert ended.for_game().lasts == ((name, 2),)


@pytest.mark.parametrize("game", ["halves", "tactical"])
def test_wins_count_over_all_games_of_a_table_and_rows_for_each_game(game: str) -> None:
    table = fold("table", whole(sixth.games[game].replace(seats=2), seed=3, rounds=99))
    assert table.state is not None
    winners = {f"Person {seat}" for seat in table.state.winners}
    assert winners
    assert dict(table.tally.wins) == dict.fromkeys(winners, 1)
    again = after(table, (beginning(table, 3),))
    assert (again.tally.wins, again.tally.takes, again.tally.steps) == (table.tally.wins, (), 0)
