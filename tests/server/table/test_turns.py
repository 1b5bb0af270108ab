"""At a table with days for a turn: whom it waits for, since when, and who has answered since."""

import pytest

from sixth.rules.game import legal
from sixth.server.table import clock, seating
from sixth.server.table import state as at_table
from sixth.server.table.config import TableConfig
from sixth.server.table.state import fold
from sixth.server.table.turns import DAY_S, began_waiting, has_answered, is_slow, waits_for
from tests.server.support.clocks import ID, Played, opening, played
from tests.server.support.logs import begun


def began(table: Played) -> int:
    """The version since which the table waits for what it waits for."""
    log = (*opening(DAY_S), *table.log)
    return began_waiting(table.table, lambda version: fold(ID, log[:version]))


def time_up(table: Played) -> None:
    """Let the day go by, so that a bot plays for whoever has not."""
    table.now += DAY_S * 1000 + 60_000
    state = at_table.begun(table.table)
    moves = {
        seat: (legal(state, seat)[0], state.round, state.turn) for seat in clock.late(table.table, table.now)
    }
    assert moves
    table.do(clock.time_up(table.table, table.now, moves, begun(table.table, 1)))


def turn(table: Played) -> None:
    """Have everybody answer until the table waits for all anew."""
    before = at_table.begun(table.table).turn
    while at_table.begun(table.table).turn == before:
        table.choose(waits_for(table.table)[0])


@pytest.mark.parametrize(("seconds", "slow"), [(0, False), (45, False), (DAY_S - 1, False), (DAY_S, True)])
def test_a_turn_of_a_day_or_more_is_slow(seconds: int, slow: bool) -> None:
    assert is_slow(TableConfig(turn_seconds=seconds)) == slow


def test_it_waits_since_the_turn_began_whoever_has_answered_meanwhile() -> None:
    table = played(DAY_S)
    dealt = began(table)
    assert waits_for(table.table) == (0, 1)
    table.choose(0)
    assert waits_for(table.table) == (1,)
    assert began(table) == dealt < table.table.version
    turn(table)
    assert began(table) > dealt
    # As far back as anything is known.
    assert began_waiting(table.table, lambda _version: None) == table.table.version


def test_between_rounds_it_waits_for_whoever_is_not_ready() -> None:
    table = played(DAY_S)
    while not table.table.between_rounds:
        table.choose(waits_for(table.table)[0])
    assert waits_for(table.table) == (0, 1)


def test_only_what_somebody_does_themselves_is_an_answer() -> None:
    table = played(DAY_S)
    table.choose(0)
    assert has_answered(table.log, 0)
    assert not has_answered(table.log, 1)
    told = len(table.log)
    while table.table.seats[1].stand_in is None:
        time_up(table)
    # A bot has played for both, and keeps a seat.
    assert not has_answered(table.log[told:], 0)
    assert not has_answered(table.log[told:], 1)
    table.do(seating.come_back(table.table, 1))
    assert has_answered(table.log[told:], 1)
    assert not has_answered(table.log[told:], 0)


def test_whoever_missed_a_turn_and_plays_the_next_has_answered() -> None:
    table = played(DAY_S)
    time_up(table)
    told = len(table.log)
    assert not has_answered(table.log, 0)
    table.choose(0)
    assert has_answered(table.log, 0)
    assert has_answered(table.log[told:], 0)
