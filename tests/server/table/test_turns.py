"""Turns of days: the people whom a table waits for, since when, and who has answered since."""

import pytest

from sixth.rules.game import legal
from sixth.server.table import clock, seating, state as at_table
from sixth.server.table.config import TableConfig
from sixth.server.table.fold import fold
from sixth.server.table.turns import DAY_S, awaited_people, began_waiting, has_answered, is_slow
from tests.server.support.clocks import ID, ClockedTable, clocked_table, opening
from tests.server.support.logs import beginning


def wait_began(table: ClockedTable) -> int:
    """Return the version since which the table waits for the same decision."""
    log = (*opening(DAY_S), *table.log)
    return began_waiting(table.table, lambda version: fold(ID, log[:version]))


def time_up(table: ClockedTable) -> None:
    """Let the day pass, so that a bot plays for everybody who has not."""
    table.now += DAY_S * 1000 + 60_000
    state = at_table.current_game(table.table)
    moves = {
        seat: (legal(state, seat)[0], state.round, state.turn)
        for seat in clock.late_seats(table.table, table.now)
    }
    assert moves
    table.do(clock.resolve_timeouts(table.table, table.now, moves, beginning(table.table, 1)))


def turn(table: ClockedTable) -> None:
    """Let everybody act until the next turn begins."""
    before = at_table.current_game(table.table).turn
    while at_table.current_game(table.table).turn == before:
        table.choose(awaited_people(table.table)[0])


@pytest.mark.parametrize(("seconds", "slow"), [(0, False), (45, False), (DAY_S - 1, False), (DAY_S, True)])
def test_a_turn_of_a_day_or_more_is_slow(seconds: int, slow: bool) -> None:
    assert is_slow(TableConfig(turn_seconds=seconds)) == slow


def test_a_table_waits_since_its_turn_began_not_since_the_last_answer() -> None:
    table = clocked_table(DAY_S)
    dealt = wait_began(table)
    assert awaited_people(table.table) == (0, 1)
    table.choose(0)
    assert awaited_people(table.table) == (1,)
    assert wait_began(table) == dealt < table.table.version
    turn(table)
    assert wait_began(table) > dealt
    # Older versions may not be available.
    assert began_waiting(table.table, lambda _version: None) == table.table.version


def test_between_rounds_a_table_waits_for_people_who_are_not_ready() -> None:
    table = clocked_table(DAY_S)
    while not table.table.between_rounds:
        table.choose(awaited_people(table.table)[0])
    assert awaited_people(table.table) == (0, 1)


def test_a_bots_action_for_a_person_is_not_an_answer() -> None:
    table = clocked_table(DAY_S)
    table.choose(0)
    assert has_answered(table.log, 0)
    assert not has_answered(table.log, 1)
    count = len(table.log)
    while table.table.seats[1].stand_in is None:
        time_up(table)
    # A bot has played for both seats, and keeps one.
    assert not has_answered(table.log[count:], 0)
    assert not has_answered(table.log[count:], 1)
    table.do(seating.come_back(table.table, 1))
    assert has_answered(table.log[count:], 1)
    assert not has_answered(table.log[count:], 0)


def test_a_person_who_missed_a_turn_and_plays_the_next_has_answered() -> None:
    table = clocked_table(DAY_S)
    time_up(table)
    count = len(table.log)
    assert (has_answered(table.log, 0), table.table.seats[0].missed) == (False, 1)
    table.choose(0)
    assert (has_answered(table.log, 0), table.table.seats[0].missed) == (True, 0)
    assert has_answered(table.log[count:], 0)
