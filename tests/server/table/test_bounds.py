"""The limits of a table's log: a round that goes on can end, and nothing begins without room for its end."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth import bots
from sixth.rules.events import Chose
from sixth.rules.game import Refusal, legal
from sixth.rules.options import End, Rules, RulesError
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay, seating, state as at_table
from sixth.server.table.bounds import (
    MAX_EVENTS,
    MAX_GAME_EVENTS,
    ROOM_FOR_GAME,
    check_bots,
    check_only_game,
    check_room,
    check_rules,
    max_rounds,
    room_for_round,
    round_events,
)
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Opened, Readied, Renamed, Returned, Sat, TableEvent, Texted
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.rules.strategies import all_rules
from tests.server.support.logs import beginning, moves, sitting

CLASSIC = sixth.games["classic"].replace(seats=3)
NOW = 1_700_000_000_000
UNKNOWN = TableConfig(stand_in="deep blue")


def at(version: int, table: Table) -> Table:
    """Return the table as if it had that many events."""
    return replace(table, version=version)


def play_a_round(rules: Rules, seed: int) -> Table:
    """Return a table with a clock after one round, in which every action takes some time."""
    rng = Random(seed)
    table = fold("table", sitting(rules, seed))
    table = replace(table, config=TableConfig(turn_seconds=30, bank_seconds=30))
    events: tuple[TableEvent, ...] = (beginning(table, seed),)
    now = NOW
    while events:
        now += rng.randrange(20_000)
        table = clock.timed_steps(table, events, now)[-1][1]
        state = at_table.current_game(table)
        events = gameplay.dealers_turn(table)
        if events or state.over or table.between_rounds:
            continue
        if state.phase == "flip" and state.actor is not None:
            events = gameplay.flip(table, state.actor, game=1, round=state.round, turn=state.turn)
            continue
        seat = rng.choice([each for each in state.to_act if state.chosen[each] is None])
        action = rng.choice(legal(state, seat))
        events = gameplay.act(table, seat, action, round=state.round, turn=state.turn)
    return table


@settings(max_examples=60, deadline=None)
@given(rules=all_rules(), seed=st.integers(0, 99))
def test_no_round_makes_more_events_than_the_limit_assumes(rules: Rules, seed: int) -> None:
    before = len(sitting(rules, seed))
    assert play_a_round(rules, seed).version - before <= round_events(rules)


@given(rules=all_rules())
def test_a_table_can_hold_ten_rounds_by_any_rules(rules: Rules) -> None:
    most = max_rounds(rules)
    assert most >= 10
    assert most * round_events(rules) <= MAX_GAME_EVENTS
    if rules.deal == "halves":
        return
    check_rules(rules.replace(end=End("rounds", most)))
    with pytest.raises(RulesError, match=f"{most} rounds at most"):
        check_rules(rules.replace(end=End("rounds", most + 1)))


@pytest.mark.parametrize("kind", ["score", "elimination"])
def test_a_limit_of_heads_that_needs_too_many_rounds_is_refused(kind: str) -> None:
    rules = CLASSIC.replace(end=End(kind, 999_999_999))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="or less") as error:
        check_rules(rules)
    most = error.value.sentence.values["most"]
    assert isinstance(most, int)
    check_rules(rules.replace(end=End(kind, most)))  # type: ignore[arg-type]


def test_no_game_begins_without_room_for_its_end() -> None:
    table = fold("table", sitting(CLASSIC, 1))
    events = (beginning(table, 1),)
    check_room(at(MAX_EVENTS - ROOM_FOR_GAME, table), events)
    with pytest.raises(Refusal, match="open a new one"):
        check_room(at(MAX_EVENTS - ROOM_FOR_GAME + 1, table), events)


def refused_from(table: Table, *events: TableEvent) -> int:
    """Return the smallest version from which these events are refused at a table."""
    for version in range(MAX_EVENTS + 1):
        try:
            check_room(at(version, table), events)
        except Refusal:
            return version
    raise AssertionError("They are never refused.")


def test_no_number_of_changes_by_one_player_takes_the_end_of_a_game_from_the_others() -> None:
    table = next(
        table
        for table, _ in moves(CLASSIC.replace(end=End("rounds", max_rounds(CLASSIC))), seed=3)
        if table.state is not None and table.state.chosen[0] is not None
    )
    rounds = max_rounds(CLASSIC) * round_events(CLASSIC)
    changes = refused_from(table, Chose(0, 5))
    assert changes + rounds <= MAX_EVENTS, "all rounds that the game may have are still possible"
    assert changes > MAX_EVENTS - ROOM_FOR_GAME + 400, "there is room for changes in the last game of a table"
    assert refused_from(table, Texted(0, "more")) == changes
    returns = refused_from(table, Returned(1))
    assert returns > changes + 400, "whoever was away can come back where others may change nothing more"
    assert returns + rounds <= MAX_EVENTS
    check_room(at(MAX_EVENTS, table), (Renamed(0, "Somebody"), *seating.leave(table, 0)))


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
    clocked = clock.set_clock(full, full, NOW)
    assert clocked is not None
    assert clocked.pause is None


@pytest.mark.parametrize("version", [MAX_EVENTS, MAX_EVENTS + 100])
def test_at_a_full_table_a_round_can_end_and_people_can_leave(version: int) -> None:
    for before, events in moves(CLASSIC, seed=3, rounds=1):
        table = at(version, before)
        state = table.state
        if state is None or table.between_rounds or not events:
            continue
        changes = any(isinstance(each, Chose) and state.chosen[each.seat] is not None for each in events)
        if changes:
            with pytest.raises(Refusal, match="limit"):
                check_room(table, events)
        else:
            check_room(table, events)
        check_room(table, seating.leave(table, 0))
        check_room(table, seating.remove(table, 0, 1, "Person 1", now=0))
        check_room(table, ())


@pytest.mark.parametrize(
    "event", [Texted(0, "more"), Readied(0, ready=True), Returned(0), Sat(0, "Ana", "human", None)]
)
def test_at_a_full_table_other_events_are_refused(event: TableEvent) -> None:
    table = fold("table", sitting(CLASSIC, 1))
    check_room(at(MAX_EVENTS - 1, table), (event,))
    with pytest.raises(Refusal, match="limit"):
        check_room(at(MAX_EVENTS, table), (event,))


def test_a_table_for_one_game_takes_only_the_moves_of_that_game() -> None:
    table = fold("table", sitting(CLASSIC, 1))
    daily = replace(table, daily="2026-01-31")
    chose, sat = Chose(0, 5), Sat(0, "Ana", "human", None)
    for each, events in ((table, (sat,)), (table, (chose,)), (daily, (chose,))):
        check_only_game(each, events)
    with pytest.raises(Refusal, match="one game"):
        check_only_game(daily, (chose, sat))


@pytest.mark.parametrize(
    "event", [Opened(CLASSIC, "00", UNKNOWN), Arranged(UNKNOWN), Sat(1, "Alma", "deep blue", None)]
)
def test_an_event_that_names_an_unknown_bot_is_refused(event: TableEvent) -> None:
    with pytest.raises(Refusal, match="no bot of that name"):
        check_bots((event,), bots.names)


def test_people_and_known_bots_may_sit_down() -> None:
    check_bots(
        (Opened(CLASSIC, "00"), Sat(0, "Ana", HUMAN, "0"), Sat(1, "Alma", "careful", None)), bots.names
    )
