"""The clocks of a table: deadlines, reserves, and what happens when time is up.

Pure: callers pass the time, in milliseconds since 1970, UTC. The log keeps how the clocks stand (`Clocked`),
so they run on across a restart. A turn has its own time; a seat that needs more uses up its reserve, which is
for the whole game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sixth.rules.events import Action, Flip, Flipped, Placed, Revealed
from sixth.rules.game import NotNow, Refusal, event_of
from sixth.rules.view import awaited_seats
from sixth.server.table import gameplay, seating
from sixth.server.table.bounds import room_for_game, room_for_round
from sixth.server.table.events import Began, Clocked, Extended, Left, StoodIn, TableEvent, TimedOut
from sixth.server.table.fold import TableStep, apply_event, steps, steps_with_due
from sixth.server.table.state import Table, current_game

MAX_MISSED: Final = 3
"""After this many timeouts in a row a bot keeps the seat until its owner comes back."""

_SECOND_MS: Final = 1000

OUTSIDE_MS: Final = 30 * _SECOND_MS
"""Where no clock runs, people have no time limit, but an outside bot has this long for a turn."""

_REVEAL_MS: Final = 600
"""Time in which a page shows one card that is revealed or placed."""

_UNATTENDED_ROUND_MS: Final = 600 * _SECOND_MS
_UNATTENDED_ROUND_WITHOUT_CLOCK_MS: Final = 7 * 24 * 3600 * _SECOND_MS
"""Pause before the next round where bots play for everybody, so that people can come back in time."""

NEXT_ROUND_MS: Final = 30 * _SECOND_MS
NEXT_GAME_MS: Final = 60 * _SECOND_MS
"""Time for the result of a round, or of a game, once the first person is ready for the next."""

_RETRY_MS: Final = 5 * _SECOND_MS
"""Bots and dealer move at once; if their process stops before, another looks at the table after this time."""

TimeoutMoves = Mapping[int, tuple[Action | None, int, int]]
"""By seat: a bot's action (None to turn over a card), and the round and turn it is for."""


# ------------------------------------------------------------------ how the clocks stand


def people_to_act(table: Table) -> tuple[int, ...]:
    """Return the seats that must act and for which a person decides."""
    return tuple(seat for seat in _to_act(table) if table.in_person(seat))


def _to_act(table: Table) -> tuple[int, ...]:
    return awaited_seats(table.state) if table.state is not None else ()


def deadline(table: Table, seat: int) -> int | None:
    """Return when this seat's time is up, its reserve included; None if the game does not wait for it."""
    clock = table.clock
    if clock is None or seat not in people_to_act(table):
        return None
    until = clock.until[seat]
    return None if until is None else until + clock.banks[seat]


def alarm(table: Table, now: int) -> int | None:
    """Return when the driver must look at this table next; None if it need not."""
    if table.state is None:
        return None
    ends = [deadline(table, seat) for seat in people_to_act(table)]
    if table.resting and table.clock:
        ends.append(table.clock.pause)
    if gameplay.bots_to_act(table) or gameplay.dealers_turn(table):
        ends.append(now + _RETRY_MS)
    return min((end for end in ends if end is not None), default=None)


def timed_steps(before: Table, events: Sequence[TableEvent], now: int) -> list[TableStep]:
    """Return the steps of `events`, which are not empty, with what follows from them at `now`.

    What the rules make due comes first. After a round the people with a claim take their seats. The last step
    sets the clocks, if that changes them: a seat that is to act next has more time, in which its page shows
    what has happened. Events with a time get `now`.
    """
    timed = [
        replace(event, at=now) if isinstance(event, Left | StoodIn) and event.at is None else event
        for event in events
    ]
    result = steps_with_due(before, timed)
    result += steps(result[-1][1], seating.seat_claims(result[-1][1]))
    after = result[-1][1]
    reveal_ms = _REVEAL_MS * sum(isinstance(event, Revealed | Placed | Flipped) for event, _ in result)
    clocked = set_clock(before, after, now, reveal_ms)
    return result if clocked is None else [*result, (clocked, apply_event(after, clocked))]


def set_clock(before: Table, after: Table, now: int, reveal_ms: int = 0) -> Clocked | None:
    """Return how the clocks stand once `before` has become `after`; None if they have not changed.

    A seat that was not to act before has `reveal_ms` more, in which its page shows what has happened.
    If `now` is earlier than the last reading of the clocks, no time has passed. The daily deal has no clock,
    as nothing hurries its one player.
    """
    if after.has_one_game:
        return None
    seats, people = after.rules.seats, people_to_act(after)
    turns = [_turn_ms(after, seat) for seat in range(seats)]
    previous, wait = after.clock, _pause_ms(after)
    if previous is None and not any(turns[seat] for seat in people) and wait is None:
        return None
    if previous is None:
        previous = Clocked(now, (None,) * seats, (after.config.bank_seconds * _SECOND_MS,) * seats)
    now = max(now, previous.at)
    same = turn_key(before) == turn_key(after)
    to_act = _to_act(after)
    until, banks = list(previous.until), list(previous.banks)
    for seat, end in enumerate(previous.until):
        if turns[seat] and end is not None and same and seat in to_act:
            # The clock runs on while its person is away, so nobody gains time by leaving and coming back.
            continue
        if end is not None:
            # What the seat has used of its reserve, if it acts after the end of its time, is gone.
            banks[seat] = max(0, min(previous.banks[seat], end + previous.banks[seat] - now))
        until[seat] = now + reveal_ms + turns[seat] if turns[seat] and seat in people else None
    pause = None
    if wait is not None:
        pause = previous.pause if same and previous.pause is not None else now + reveal_ms + wait
    clocked = Clocked(now, tuple(until), tuple(banks), pause, extended=previous.extended and same)
    return None if replace(clocked, at=previous.at) == previous else clocked


def _turn_ms(table: Table, seat: int) -> int:
    """Return how many milliseconds this seat has for a turn; 0 for no limit."""
    if table.config.turn_seconds or not table.is_outside(seat):
        return table.config.turn_seconds * _SECOND_MS
    return OUTSIDE_MS


def _pause_ms(table: Table) -> int | None:
    """Return after how many milliseconds the next round, or game, begins by itself; None for never.

    Where a clock runs, that is at least the time of a turn; elsewhere the pause begins once a person is
    ready, or at once if none is here. A game begins only if a person is ready for it, and a rated one once
    all are. Programs are always ready, so they hurry nobody.
    """
    if not table.resting or not (room_for_round(table) if table.between_rounds else room_for_game(table)):
        return None
    turn, company = table.config.turn_seconds * _SECOND_MS, table.company
    if not table.between_rounds:
        return NEXT_GAME_MS if table.next_game_wanted and not table.config.rated else None
    if turn:
        return max(turn, NEXT_ROUND_MS if company else _UNATTENDED_ROUND_MS)
    if not company:
        return _UNATTENDED_ROUND_WITHOUT_CLOCK_MS
    people = [seat for seat in company if not table.is_outside(seat)]
    return NEXT_ROUND_MS if not people or any(table.seats[seat].ready for seat in people) else None


def turn_key(table: Table) -> tuple[object, ...]:
    """Return a key of the decision that the table waits for: it changes with every decision, not before."""
    state = table.state
    if state is None:
        return (table.games,)
    return table.games, state.round, state.part, state.turn, state.phase, state.actor


# ------------------------------------------------------------------ more time, and no time


def give_more_time(table: Table, seat: int, *, game: int, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Give everybody who must act in that turn the time of another turn; a second request changes nothing.

    Raises:
        Refusal: the seat is not the host's, no clock runs, or the turn or the game is over.
    """
    seating.check_host(table, seat)
    state, clock = gameplay.this_game(table, game), table.clock
    if clock is None or not table.config.turn_seconds or (clock.pause is None and not people_to_act(table)):
        raise NotNow("no-clock", "No clock runs now.")
    gameplay.check_turn(state, round, turn)
    return () if clock.extended else (Extended(),)


def late_seats(table: Table, now: int) -> tuple[int, ...]:
    """Return the seats whose time is up."""
    ends = ((seat, deadline(table, seat)) for seat in people_to_act(table))
    return tuple(seat for seat, end in ends if end is not None and end <= now)


def resolve_timeouts(table: Table, now: int, moves: TimeoutMoves, began: Began) -> tuple[TableEvent, ...]:
    """Play bots' `moves` for the seats whose time is up, or begin the next round, or the game `began`."""
    state = current_game(table)
    if table.resting:
        pause = table.clock.pause if table.clock else None
        if pause is None or pause > now:
            return ()
        return gameplay.deal_round(table) if table.between_rounds else begin_next_game(table, began)
    events: list[TableEvent] = []
    for seat in late_seats(table, now):
        move = moves.get(seat)
        if move is None or move[1:] != (state.round, state.turn):
            continue
        for event in _timed_out(table, seat, move[0]):
            events.append(event)
            # The next seat's stand-in has another name.
            table = apply_event(table, event)
    return tuple(events)


def begin_next_game(table: Table, began: Began) -> tuple[TableEvent, ...]:
    """Begin the next game, with bots on the free seats."""
    return (*seating.fill(table, seating.MIXED), began)


def _timed_out(table: Table, seat: int, action: Action | None) -> tuple[TableEvent, ...]:
    state = current_game(table)
    is_away = table.seats[seat].missed + 1 >= MAX_MISSED
    try:
        move = event_of(state, None, Flip()) if action is None else event_of(state, seat, action)
    except Refusal:
        # The action was for an earlier position; the driver asks the bot again.
        return ()
    away = seating.stand_in(table, seat, why="time") if is_away else ()
    return (TimedOut(seat), *away, *(() if move is None else (move,)))
