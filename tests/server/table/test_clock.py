"""The clocks of a table: the time of a turn, the reserve, and bots' moves when time is up."""

from functools import partial

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Action
from sixth.rules.game import Refusal, legal
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay, seating, state as at_table
from sixth.server.table.codec import table_event_from_json, table_event_to_json
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Clocked, Extended, StoodIn, TimedOut
from tests.server.support.clocks import START, ClockedTable, clocked_table
from tests.server.support.logs import beginning
from tests.server.support.tables import after, full, refusal


@settings(max_examples=25)
@given(
    turn=st.integers(1, 100),
    bank=st.integers(0, 100),
    waits=st.lists(st.tuples(st.integers(-5_000, 150_000), st.integers(0, 1)), max_size=8),
)
def test_only_time_beyond_the_turn_is_taken_from_the_reserve(
    turn: int, bank: int, waits: list[tuple[int, int]]
) -> None:
    table = clocked_table(turn, bank)
    used = [0, 0]
    for wait, first in waits:
        if table.table.between_rounds or at_table.current_game(table.table).over:
            break
        seats = clock.people_to_act(table.table)
        seat = seats[first % len(seats)]
        end, reserve = table.own(seat)
        assert reserve == bank * 1000 - used[seat]
        assert clock.deadline(table.table, seat) == end + reserve
        before = table.table.clock
        assert before is not None
        # A seat may act late until a bot does; after a clock was set back, no time has passed.
        table.now += wait
        used[seat] += min(reserve, max(0, max(table.now, before.at) - end))
        table.choose(seat)
        assert table.table.clock is not None
        assert table.table.clock.banks[seat] == bank * 1000 - used[seat] >= 0
        assert table.table.clock.at >= before.at


def test_each_seat_that_must_act_has_its_own_time() -> None:
    table = clocked_table(20, 60)
    assert clock.deadline(table.table, 0) == clock.deadline(table.table, 1) == START + 80_000
    table.now += 5_000
    table.choose(0)
    assert clock.deadline(table.table, 0) is None
    assert clock.deadline(table.table, 1) == START + 80_000


def test_leaving_and_coming_back_gains_no_time() -> None:
    table = clocked_table(20)
    before = clock.deadline(table.table, 0)
    table.now += 5_000
    table.do(seating.leave(table.table, 0))
    assert clock.deadline(table.table, 0) is None
    table.now += 5_000
    table.do(seating.come_back(table.table, 0))
    assert clock.deadline(table.table, 0) == before


def test_the_host_gives_everybody_more_time_once_a_turn() -> None:
    table = clocked_table(20)
    with pytest.raises(Refusal, match="host"):
        clock.give_more_time(table.table, 1, game=1, round=1, turn=1)
    more = clock.give_more_time(table.table, 0, game=1, round=1, turn=1)
    assert more == (Extended(),)
    table.do(more)
    assert clock.deadline(table.table, 0) == clock.deadline(table.table, 1) == START + 40_000
    assert clock.give_more_time(table.table, 0, game=1, round=1, turn=1) == ()
    for seat in (0, 1):
        table.choose(seat)
    assert table.table.clock is not None
    assert not table.table.clock.extended


def test_a_table_without_a_clock_has_no_clocks_in_its_log() -> None:
    table = clocked_table(0)
    table.choose(0)
    assert not any(isinstance(each, Clocked) for each in table.log)
    assert clock.alarm(table.table, START) is None


def test_clock_events_come_back_from_json_unchanged() -> None:
    clocked = Clocked(START, (START + 5, None), (0, 60_000), pause=START + 7, extended=True)
    for each in (clocked, Clocked(START, (None,), (1,)), TimedOut(1), Extended()):
        assert table_event_from_json(table_event_to_json(each)) == each


@pytest.mark.parametrize("game", sorted(sixth.games))
def test_every_kind_of_turn_is_played_when_time_is_up(game: str) -> None:
    table = clocked_table(20, rules=sixth.games[game].replace(seats=2))
    turns = 0
    while not any(each.stand_in for each in table.table.seats):
        turns += 1
        end = clock.alarm(table.table, table.now)
        assert end is not None, "the game waits for a seat, so its clock runs"
        table.now = end
        state = at_table.current_game(table.table)
        moves: dict[int, tuple[Action | None, int, int]] = {
            seat: (None if state.phase == "flip" else legal(state, seat)[0], state.round, state.turn)
            for seat in clock.late_seats(table.table, end)
        }
        events = clock.resolve_timeouts(table.table, end, moves, beginning(table.table, 1))
        assert events
        assert clock.resolve_timeouts(table.table, end - 1, moves, beginning(table.table, 1)) == ()
        table.do(events)
        assert clock.resolve_timeouts(table.table, end, moves, beginning(table.table, 1)) == ()
    assert turns <= 6


def test_a_clock_out_of_bounds_is_refused() -> None:
    turns = [TableConfig(turn_seconds=seconds) for seconds in (4, -1, 10**9)]
    for config in (*turns, *(TableConfig(bank_seconds=seconds) for seconds in (-1, 10**9))):
        assert refusal(partial(seating.arrange, full(), 0, config)) == "clock"


# ------------------------------------------------------------------ after a result


def with_result(turn: int = 0, *, rounds: int = 2, first: str = HUMAN, second: str = HUMAN) -> ClockedTable:
    """Return a table of two after a round of one card each, or after the game."""
    rules = sixth.games["classic"].replace(seats=2, hand=1, end=End("rounds", rounds))
    table = clocked_table(turn, rules=rules, first=first, second=second)
    while not table.table.resting:
        table.choose(at_table.current_game(table.table).to_act[0])
    return table


def ready(table: ClockedTable, seat: int) -> None:
    table.do(gameplay.next_round(table.table, seat, game=1, round=2))


def test_the_next_round_waits_for_everybody_or_half_a_minute_after_the_first() -> None:
    table = with_result()
    assert clock.alarm(table.table, START) is None, "nobody is ready"
    ready(table, 0)
    assert [each.ready for each in table.table.seats] == [True, False]
    assert clock.alarm(table.table, START) == START + clock.NEXT_ROUND_MS
    table.now += 5_000
    ready(table, 0)
    assert clock.alarm(table.table, START) == START + clock.NEXT_ROUND_MS, "a second request changes nothing"
    began = beginning(table.table, 1)
    assert clock.resolve_timeouts(table.table, START + clock.NEXT_ROUND_MS - 1, {}, began) == ()
    late = clock.resolve_timeouts(table.table, START + clock.NEXT_ROUND_MS, {}, began)
    assert at_table.current_game(after(table.table, late)).round == 2
    ready(table, 1)
    assert at_table.current_game(table.table).round == 2
    assert [each.ready for each in table.table.seats] == [False, False]
    assert clock.alarm(table.table, START) is None


def test_the_next_round_waits_for_nobody_who_has_left_and_at_least_a_turn_by_the_clock() -> None:
    table = with_result()
    ready(table, 0)
    table.do(seating.leave(table.table, 1))
    assert at_table.current_game(table.table).round == 2
    alone = with_result()
    alone.do(seating.leave(alone.table, 0))
    assert at_table.current_game(alone.table).round == 1, "the other is not ready"
    ready(alone, 1)
    assert at_table.current_game(alone.table).round == 2
    for turn, waits in ((5, clock.NEXT_ROUND_MS), (90, 90_000)):
        clocked = with_result(turn)
        end = clock.alarm(clocked.table, START)
        assert end is not None
        assert waits <= end - START <= waits + 10_000
        ready(clocked, 0)
        assert clock.alarm(clocked.table, START) == end


def test_the_next_game_begins_when_all_are_ready_or_a_minute_after_the_first() -> None:
    table = with_result(20, rounds=1)
    began = beginning(table.table, 1)
    assert clock.alarm(table.table, START) is None
    table.do(gameplay.begin(table.table, 1, game=2, bots=(), began=began))
    end = START + clock.NEXT_GAME_MS
    assert clock.alarm(table.table, START) == end
    assert clock.resolve_timeouts(table.table, end - 1, {}, began) == ()
    assert clock.resolve_timeouts(table.table, end, {}, began) == (began,)
    table.do(seating.leave(table.table, 1))
    assert clock.alarm(table.table, START) is None, "nobody here is ready for it"


@pytest.mark.parametrize("turn", [0, 20])
def test_a_silent_outside_bot_is_replaced_with_and_without_a_clock(turn: int) -> None:
    table = clocked_table(turn, second=OUTSIDE)
    waits = turn * 1000 or clock.OUTSIDE_MS
    assert clock.deadline(table.table, 0) == (START + 20_000 if turn else None)
    for missed in range(clock.MAX_MISSED):
        table.choose(0)
        end = clock.deadline(table.table, 1)
        assert end is not None
        assert clock.alarm(table.table, table.now) == end <= table.now + waits + 2 * 600
        table.now = end
        state = at_table.current_game(table.table)
        assert clock.late_seats(table.table, table.now) == (1,)
        moves = {1: (legal(state, 1)[0], state.round, state.turn)}
        table.do(clock.resolve_timeouts(table.table, table.now, moves, beginning(table.table, 1)))
        while at_table.current_game(table.table).phase == "take":
            table.choose(at_table.current_game(table.table).actor or 0)
        assert sum(isinstance(each, TimedOut) for each in table.log) == missed + 1
    assert [each.why for each in table.log if isinstance(each, StoodIn)] == ["time"]
    assert not table.table.in_person(1)


def test_without_a_clock_bots_hurry_nobody_between_rounds_and_wait_for_no_bot() -> None:
    for first, waits in ((HUMAN, None), (OUTSIDE, START + clock.NEXT_ROUND_MS)):
        table = with_result(first=first, second=OUTSIDE)
        ready(table, 1)
        end = clock.alarm(table.table, START)
        assert (end is None) == (waits is None)
        assert end is None or waits is None or waits <= end <= waits + 10_000
    table.do(seating.leave(table.table, 0))
    assert at_table.current_game(table.table).round == 2


def test_the_next_game_begins_by_itself_only_if_a_person_wants_it() -> None:
    table = with_result(20, rounds=1, second=OUTSIDE)
    began = beginning(table.table, 1)
    table.do(gameplay.begin(table.table, 1, game=2, bots=(), began=began))
    assert [each.ready for each in table.table.seats] == [False, True]
    assert clock.alarm(table.table, START) is None
    assert clock.resolve_timeouts(table.table, START + 10 * clock.NEXT_GAME_MS, {}, began) == ()
    alone = after(table.table, seating.leave(table.table, 0))
    assert alone.all_ready
    assert not gameplay.moves_by_itself(alone), "no person is left to want it"
    table.do(gameplay.begin(table.table, 0, game=2, bots=(), began=began))
    assert table.table.games == 2


def test_at_a_table_of_outside_bots_their_host_begins_the_next_game() -> None:
    table = with_result(20, rounds=1, first=OUTSIDE, second=OUTSIDE)
    began = beginning(table.table, 1)
    table.do(gameplay.begin(table.table, 1, game=2, bots=(), began=began))
    assert clock.alarm(table.table, START) is None
    table.do(gameplay.begin(table.table, 0, game=2, bots=(), began=began))
    assert table.table.games == 2
