"""Tables go on: where no person who is here is awaited, a deadline is set, and deadlines end every game."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Abandoned, Action
from sixth.rules.game import Refusal, legal
from sixth.rules.options import End, Rules
from sixth.rules.record import HUMAN
from sixth.server.table import clock, gameplay, seating, state as at_table
from sixth.server.table.bounds import MAX_EVENTS, check_room
from sixth.server.table.config import TableConfig
from sixth.server.table.events import OUTSIDE, Opened, Sat, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.identity import hash_token
from tests.server.support.clocks import ClockedTable, clocked_table
from tests.server.support.logs import beginning, secret, token

GAMES: dict[str, dict[str, Any]] = {
    "classic": {"hand": 2, "end": End("rounds", 2)},
    "tactical": {"hand": 2, "end": End("score", 5)},
    "logic": {"hand": 2, "end": End("rounds", 2)},
    "both-ends": {"hand": 3, "end": End("rounds", 2)},
    "kids": {"hand": 3, "end": End("rounds", 2)},
    "elimination": {"hand": 3, "end": End("elimination", 4)},
}
"""Named games, made short, with every kind of decision and of end."""

CONFIGS = {
    "no clock": TableConfig(outside=True),
    "seconds": TableConfig(outside=True, turn_seconds=20, bank_seconds=60),
    "days": TableConfig(outside=True, turn_seconds=3 * 86_400),
    "rated": TableConfig(rated=True, turn_seconds=20),
}
MOVES = ("act", "act", "act", "act", "bots", "bots", "leave", "back", "kick", "sit", "play out", "time")


def short(game: str, seats: int) -> Rules:
    """Return the rules of a short game with that many seats."""
    return sixth.games[game].replace(seats=seats, **GAMES[game])


def begun(rules: Rules, config: TableConfig, kinds: list[str]) -> ClockedTable:
    """Return a table with players of these kinds, whose game has just begun."""
    sitting = [
        Sat(seat, f"{kind} {seat}", kind, hash_token(token(seat)) if kind in (HUMAN, OUTSIDE) else None)
        for seat, kind in enumerate(kinds)
    ]
    table = ClockedTable(fold("table", (Opened(rules, secret(1, 1), config), *sitting)))
    table.do((beginning(table.table, 1),))
    return table


def test_the_daily_deal_waits_for_its_player_a_program_as_well() -> None:
    table = begun(short("classic", 2), TableConfig(outside=True), [OUTSIDE, "random"])
    daily = replace(table.table, daily="2026-01-31", clock=None)
    assert clock.set_clock(daily, daily, now=0) is None
    assert clock.set_clock(replace(daily, daily=""), replace(daily, daily=""), now=0) is not None


def is_going_on(table: ClockedTable) -> bool:
    """Return whether a game goes on."""
    return table.table.playing


def awaits_person(table: ClockedTable) -> bool:
    """Return whether a person who is here can and has to move, by which a game may wait for ever."""
    now = table.table
    seats = now.company if now.between_rounds else clock.people_to_act(now)
    return any(
        not now.is_outside(seat) and not (now.between_rounds and now.seats[seat].ready) for seat in seats
    )


def let_bots_move(table: ClockedTable) -> None:
    """Move for the bots of the site, as the driver of its tables does."""
    now, state = table.table, at_table.current_game(table.table)
    moves = [(seat, legal(state, seat)[0], state.round, state.turn) for seat, _ in gameplay.bots_to_act(now)]
    table.do(gameplay.bots_moves(now, moves))


def let_time_pass(table: ClockedTable) -> None:
    """Let the time pass until the table is looked after, and do what is due then."""
    alarm = clock.alarm(table.table, table.now)
    assert alarm is not None
    table.now, now, state = max(table.now, alarm), table.table, at_table.current_game(table.table)
    moves: dict[int, tuple[Action | None, int, int]] = {
        seat: (None if state.phase == "flip" else legal(state, seat)[0], state.round, state.turn)
        for seat in clock.late_seats(now, table.now)
    }
    table.do(clock.resolve_timeouts(now, table.now, moves, beginning(now, 1)))
    let_bots_move(table)


def act(table: ClockedTable, rng: Random) -> None:
    """Let somebody who is here do what the table waits for."""
    now, state = table.table, at_table.current_game(table.table)
    if now.between_rounds and now.company:
        seat = rng.choice(now.company)
        table.do(gameplay.next_round(now, seat, game=now.games, round=state.round + 1))
    elif seats := clock.people_to_act(now):
        seat = rng.choice(seats)
        if state.phase == "flip":
            table.do(gameplay.flip(now, seat, game=now.games, round=state.round, turn=state.turn))
        else:
            action = rng.choice(legal(state, seat))
            table.do(gameplay.act(now, seat, action, round=state.round, turn=state.turn))


def do(table: ClockedTable, move: str, rng: Random) -> None:
    """Do one of `MOVES` at the table, if it is possible now."""
    now, seat = table.table, rng.randrange(table.table.rules.seats)
    newcomer = hash_token(f"newcomer {now.version}")
    events: tuple[TableEvent, ...] = ()
    match move:
        case "act":
            act(table, rng)
        case "bots":
            let_bots_move(table)
        case "leave":
            events = seating.leave(now, seat)
        case "back":
            events = seating.come_back(now, seat) if now.tokens[seat] else ()
        case "kick" if now.host is not None and (who := now.seats[seat].sitter) is not None:
            events = seating.remove(now, now.host, seat, who.name, now=table.now)
        case "sit":
            kind = HUMAN if now.config.rated else rng.choice((HUMAN, OUTSIDE))
            events = seating.sit(now, f"Newcomer {now.version}", newcomer, kind)
        case "play out":
            events = gameplay.play_out(now, seat, game=now.games)
        case "time" if clock.alarm(now, table.now) is not None:
            let_time_pass(table)
    table.do(events)


def check_goes_on(table: ClockedTable) -> None:
    """Check that the game does not wait for somebody who may never come."""
    if is_going_on(table):
        assert awaits_person(table) or clock.alarm(table.table, table.now) is not None


@settings(max_examples=400, deadline=None)
@given(
    game=st.sampled_from(sorted(GAMES)),
    config=st.sampled_from(sorted(CONFIGS)),
    kinds=st.lists(st.sampled_from((HUMAN, OUTSIDE, "careful")), min_size=2, max_size=4),
    seed=st.integers(0, 2**32),
    moves=st.lists(st.sampled_from(MOVES), max_size=40),
)
def test_a_game_that_waits_for_no_person_who_is_here_has_a_deadline_and_ends(
    game: str, config: str, kinds: list[str], seed: int, moves: list[str]
) -> None:
    if config == "rated":
        kinds = [HUMAN if kind == OUTSIDE else kind for kind in kinds]
    table = begun(short(game, len(kinds)), CONFIGS[config], kinds)
    rng = Random(seed)
    check_goes_on(table)
    for move in moves:
        if not is_going_on(table):
            break
        try:
            do(table, move, rng)
        except Refusal:
            continue
        check_goes_on(table)
    # From here on nobody does anything any more.
    for _ in range(400):
        if not is_going_on(table) or awaits_person(table):
            return
        let_time_pass(table)
        check_goes_on(table)
    raise AssertionError("the game does not end")


def test_a_game_without_room_for_another_round_is_abandoned_after_the_round() -> None:
    table = clocked_table(20, rules=short("classic", 2))
    table.table = replace(table.table, version=MAX_EVENTS - 20)
    while is_going_on(table):
        table.choose(at_table.current_game(table.table).to_act[0])
    (end,) = (event for event in table.log if isinstance(event, Abandoned))
    check_room(table.table, (end,))
    assert end.why.endswith(".")
    assert len(at_table.current_game(table.table).past) == 1
