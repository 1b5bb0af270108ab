"""A table can hold so much: it is told before, what goes on comes to its end, and nothing begins after."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sixth
from sixth.rules.events import Choose, Chose
from sixth.rules.game import Refusal, legal
from sixth.rules.options import End, Rules, RulesError
from sixth.server.table import clock, gameplay, seating
from sixth.server.table import state as at_table
from sixth.server.table.bounds import (
    MAX_EVENTS,
    MAX_GAME_EVENTS,
    check_room,
    check_rules,
    most_rounds,
    room_for_round,
    round_events,
)
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Readied, Returned, Sat, TableEvent, Texted
from sixth.server.table.state import Table
from tests.rules.strategies import all_rules
from tests.server.support.logs import begun, moves, sitting

CLASSIC = sixth.games["classic"].replace(seats=3)
NOW = 1_700_000_000_000


def at(version: int, table: Table) -> Table:
    """The same table after as many events."""
    return replace(table, version=version)


def play_a_round(rules: Rules, seed: int) -> Table:
    """A table with a clock where one round was played, at which everybody thinks for a while."""
    rng = Random(seed)
    table = at_table.fold("table", sitting(rules, seed))
    table = replace(table, config=TableConfig(turn_seconds=30, bank_seconds=30))
    done: tuple[TableEvent, ...] = (begun(table, seed),)
    now = NOW
    while done:
        now += rng.randrange(20_000)
        table = clock.timed(table, done, now)[-1][1]
        state = at_table.begun(table)
        done = gameplay.dealers_turn(table)
        if done or state.over or table.between_rounds:
            continue
        if state.phase == "flip" and state.actor is not None:
            done = gameplay.flip(table, state.actor, game=1, round=state.round, turn=state.turn)
            continue
        seat = rng.choice([each for each in state.to_act if state.chosen[each] is None])
        action = rng.choice(legal(state, seat))
        done = gameplay.act(table, seat, action, round=state.round, turn=state.turn)
    return table


@settings(max_examples=60, deadline=None)
@given(rules=all_rules(), seed=st.integers(0, 99))
def test_no_round_makes_more_events_than_are_reckoned_with(rules: Rules, seed: int) -> None:
    before = len(sitting(rules, seed))
    assert play_a_round(rules, seed).version - before <= round_events(rules)


@given(rules=all_rules())
def test_of_any_rules_a_game_of_some_rounds_can_be_held(rules: Rules) -> None:
    most = most_rounds(rules)
    assert most >= 10
    assert most * round_events(rules) <= MAX_GAME_EVENTS
    if rules.deal == "halves":
        return
    check_rules(rules.replace(end=End("rounds", most)))
    with pytest.raises(RulesError, match=f"{most} rounds at most"):
        check_rules(rules.replace(end=End("rounds", most + 1)))


@pytest.mark.parametrize("kind", ["score", "elimination"])
def test_a_limit_that_cannot_be_reached_in_so_many_rounds_is_refused(kind: str) -> None:
    rules = CLASSIC.replace(end=End(kind, 999_999_999))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="or less") as refused:
        check_rules(rules)
    most = refused.value.sentence.values["most"]
    assert isinstance(most, int)
    check_rules(rules.replace(end=End(kind, most)))  # type: ignore[arg-type]


def test_no_game_begins_that_might_not_come_to_its_end() -> None:
    table = at_table.fold("table", sitting(CLASSIC, 1))
    events = (begun(table, 1),)
    check_room(at(MAX_EVENTS - MAX_GAME_EVENTS, table), events)
    with pytest.raises(Refusal, match="open a new one"):
        check_room(at(MAX_EVENTS - MAX_GAME_EVENTS + 1, table), events)


def test_no_round_begins_at_a_full_table_and_no_clock_waits_for_it() -> None:
    rules = CLASSIC.replace(end=End("rounds", 2))
    table = play_a_round(rules, 1)
    assert table.between_rounds
    assert table.clock is not None
    assert table.clock.pause is not None
    events = gameplay.deal_round(table)
    last = at(MAX_EVENTS - round_events(rules), table)
    check_room(last, events)
    full = at(last.version + 1, table)
    with pytest.raises(Refusal, match="open a new one"):
        check_room(full, events)
    assert not room_for_round(full)
    noted = clock.wind(full, full, NOW)
    assert noted is not None
    assert noted.pause is None


@pytest.mark.parametrize("version", [MAX_EVENTS, MAX_EVENTS + 100])
def test_a_round_that_goes_on_comes_to_its_end_and_nobody_is_kept(version: int) -> None:
    for before, done in moves(CLASSIC, seed=3, rounds=1):
        table = at(version, before)
        state = table.state
        if state is None or table.between_rounds or not done:
            continue
        changes = any(isinstance(each, Chose) and state.chosen[each.seat] is not None for each in done)
        if changes:
            with pytest.raises(Refusal, match="full"):
                check_room(table, done)
        else:
            check_room(table, done)
        check_room(table, seating.leave(table, 0))
        check_room(table, seating.remove(table, 0, 1, "Person 1", now=0))
        check_room(table, ())


@pytest.mark.parametrize(
    "event", [Texted(0, "more"), Readied(0, ready=True), Returned(0), Sat(0, "Ana", "human", None)]
)
def test_at_a_full_table_nothing_else_is_kept(event: TableEvent) -> None:
    table = at_table.fold("table", sitting(CLASSIC, 1))
    check_room(at(MAX_EVENTS - 1, table), (event,))
    with pytest.raises(Refusal, match="full"):
        check_room(at(MAX_EVENTS, table), (event,))


def test_at_a_full_table_the_first_choice_counts() -> None:
    for before, _ in moves(CLASSIC, seed=1, rounds=1):
        state = before.state
        if state is None or state.phase != "choose":
            continue
        seat = state.to_act[0]
        first = gameplay.act(before, seat, Choose(state.hands[seat][0]), round=state.round, turn=state.turn)
        check_room(at(MAX_EVENTS, before), first)
        return
    pytest.fail("Nobody chose a card.")
