"""The rules of time at a table: who must act until when, what is left in reserve, what happens at zero.

Pure: every moment comes in from outside, in milliseconds since 1970, UTC, and what follows from it is kept in
the log (`Clocked`), so that the time goes on over a restart. A turn has its own time; what somebody needs
beyond it comes from a reserve for the whole game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from sixth.rules.events import Action, Flip, Flipped, Placed, Revealed
from sixth.rules.game import NotNow, Refusal, decide
from sixth.rules.state import State
from sixth.rules.view import View
from sixth.server.table import gameplay, seating
from sixth.server.table.bounds import room_for_game, room_for_round
from sixth.server.table.events import Began, Clocked, Extended, Left, StoodIn, TableEvent, TimedOut
from sixth.server.table.state import Step, Table, apply_event, begun, steps

MAX_MISSED: Final = 3
"""So many turns in a row without time left, and a bot keeps the seat until its owner comes back."""

_SECOND_MS: Final = 1000

OUTSIDE_MS: Final = 30 * _SECOND_MS
"""Where no clock runs people think as long as they like, but wait no longer for somebody's own bot."""

_SHOWN_MS: Final = 600
"""For each card that is revealed or placed."""

_NOBODY_HERE_MS: Final = 600 * _SECOND_MS
"""Where bots play for everybody, they do not run through the game while nobody looks."""

NEXT_ROUND_MS: Final = 30 * _SECOND_MS
NEXT_GAME_MS: Final = 60 * _SECOND_MS
"""After the first is ready, the others have so long to look at the result of a round, or of a game."""

_LOOK_AGAIN_MS: Final = 5 * _SECOND_MS
"""Bots and dealer move at once; should they be stopped, the table is looked at again after this."""

Moves = Mapping[int, tuple[Action | None, int, int]]
"""What a bot would do for a seat (None where a card is turned over), and the round and turn it is for."""


# ------------------------------------------------------------------ how the clocks stand


def awaited(game: State | View) -> tuple[int, ...]:
    """Return the seats that the game waits for, whoever decides for them, or whose pile is to be turned."""
    return (game.actor,) if game.phase == "flip" and game.actor is not None else game.to_act


def waited_for(table: Table) -> tuple[int, ...]:
    """Return the people whom the game waits for."""
    return tuple(seat for seat in _to_act(table) if table.in_person(seat))


def _to_act(table: Table) -> tuple[int, ...]:
    return awaited(table.state) if table.state is not None else ()


def deadline(table: Table, seat: int) -> int | None:
    """Return when the time of this seat is up, reserve and all; None if the game does not wait for it."""
    clock = table.clock
    if clock is None or seat not in waited_for(table):
        return None
    until = clock.until[seat]
    return None if until is None else until + clock.banks[seat]


def alarm(table: Table, now: int) -> int | None:
    """Return when somebody must look after this table; None if nobody need."""
    if table.state is None:
        return None
    ends = [deadline(table, seat) for seat in waited_for(table)]
    if table.resting and table.clock:
        ends.append(table.clock.pause)
    if gameplay.bots_to_act(table) or gameplay.dealers_turn(table):
        ends.append(now + _LOOK_AGAIN_MS)
    return min((end for end in ends if end is not None), default=None)


def timed(before: Table, events: Sequence[TableEvent], now: int) -> list[Step]:
    """Return the steps of these events, of which there are some, and of a note how the clocks stand then.

    Events that say when they happened are given `now`. Who was promised a bot's seat sits down once the round
    is counted.
    The note is left out where it would say nothing new. Nobody can think of the next turn before they have
    seen this one: who is to act now has more time for it.
    """
    came = steps(before, [_dated(event, now) for event in events])
    came += steps(came[-1][1], seating.seat_claims(came[-1][1]))
    after = came[-1][1]
    showing = _SHOWN_MS * sum(isinstance(each, Revealed | Placed | Flipped) for each in events)
    noted = wind(before, after, now, showing)
    return came if noted is None else [*came, (noted, apply_event(after, noted))]


def _dated(event: TableEvent, now: int) -> TableEvent:
    return replace(event, at=now) if isinstance(event, Left | StoodIn) and event.at is None else event


def wind(before: Table, after: Table, now: int, showing: int = 0) -> Clocked | None:
    """Return how the clocks stand once `before` has become `after`; None if nothing is to be noted.

    Who is to act only now has `showing` milliseconds more, in which the page shows what has happened.
    A clock that was set back between two of its moments counts as having stood still.
    """
    seats, people = after.rules.seats, waited_for(after)
    turns = [_turn(after, seat) for seat in range(seats)]
    known, wait = after.clock, _pause(after)
    if known is None and not any(turns[seat] for seat in people) and wait is None:
        return None
    if known is None:
        known = Clocked(now, (None,) * seats, (after.config.bank_seconds * _SECOND_MS,) * seats)
    now = max(now, known.at)
    same = moment(before) == moment(after)
    to_act = _to_act(after)
    until, banks = list(known.until), list(known.banks)
    for seat, end in enumerate(known.until):
        if turns[seat] and end is not None and same and seat in to_act:
            # Goes on, also for who leaves and comes back: that gives nobody more time.
            continue
        if end is not None:
            banks[seat] = _left(end, known.banks[seat], now)
        until[seat] = now + showing + turns[seat] if turns[seat] and seat in people else None
    pause = None
    if wait is not None:
        pause = known.pause if same and known.pause is not None else now + showing + wait
    noted = Clocked(now, tuple(until), tuple(banks), pause, extended=known.extended and same)
    return None if replace(noted, at=known.at) == known else noted


def _turn(table: Table, seat: int) -> int:
    """Return how many milliseconds this seat has for a turn; 0 for as long as it likes."""
    if table.config.turn_seconds or not table.is_outside(seat):
        return table.config.turn_seconds * _SECOND_MS
    seats = range(table.rules.seats)
    waits = any(table.in_person(each) and not table.is_outside(each) for each in seats)
    return OUTSIDE_MS if waits else 0


def _pause(table: Table) -> int | None:
    """Return after how many milliseconds the next round, or game, begins by itself; None for not at all.

    Where a clock runs a result is seen for the time of a turn at least; else until the first has been ready
    for a while. A game begins only if a person wants it: programs are ready at once, and for ever.
    """
    if not table.resting or not (room_for_round(table) if table.between_rounds else room_for_game(table)):
        return None
    turn, company = table.config.turn_seconds * _SECOND_MS, table.company
    if turn and table.between_rounds:
        return max(turn, NEXT_ROUND_MS if company else _NOBODY_HERE_MS)
    if not table.between_rounds:
        return NEXT_GAME_MS if table.next_game_wanted else None
    return NEXT_ROUND_MS if any(table.seats[seat].ready for seat in company) else None


def _left(until: int, bank: int, now: int) -> int:
    """What is left of the reserve of somebody who was to act `until` then, and acts now."""
    return max(0, min(bank, until + bank - now))


def moment(table: Table) -> tuple[object, ...]:
    """Return what stays the same while somebody thinks, and is another for everything that one is asked."""
    state = table.state
    if state is None:
        return (table.games,)
    return table.games, state.round, state.part, state.turn, state.phase, state.actor


# ------------------------------------------------------------------ what may be done


def more_time(table: Table, seat: int, *, game: int, round: int, turn: int) -> tuple[TableEvent, ...]:
    """Everybody who has to act in that turn gets the time of a turn more, once; asking again changes nothing.

    Raises:
        Refusal: not the host asks, no clock runs, or the turn or the game is over.
    """
    seating.host_only(table, seat)
    state, clock = gameplay.this_game(table, game), table.clock
    if clock is None or not table.config.turn_seconds or (clock.pause is None and not waited_for(table)):
        raise NotNow("no-clock", "No clock runs now.")
    if (round, turn) != (state.round, state.turn):
        raise NotNow("too-late", "That was for another turn; the table has moved on.")
    return () if clock.extended else (Extended(),)


def late(table: Table, now: int) -> tuple[int, ...]:
    """Return the seats whose time is up."""
    ends = ((seat, deadline(table, seat)) for seat in waited_for(table))
    return tuple(seat for seat, end in ends if end is not None and end <= now)


def time_up(table: Table, now: int, moves: Moves, began: Began) -> tuple[TableEvent, ...]:
    """Let bots, which were asked before, play for those whose time is up; or let the next round begin.

    After a game that is the next one, as `began` says.
    """
    state = begun(table)
    if table.resting:
        pause = table.clock.pause if table.clock else None
        if pause is None or pause > now:
            return ()
        return gameplay.deal_round(table) if table.between_rounds else next_game(table, began)
    events: list[TableEvent] = []
    for seat in late(table, now):
        move = moves.get(seat)
        if move is None or move[1:] != (state.round, state.turn):
            continue
        for event in _timed_out(table, seat, move[0]):
            events.append(event)
            table = apply_event(table, event)
    return tuple(events)


def next_game(table: Table, began: Began) -> tuple[TableEvent, ...]:
    """Begin the next game, as all are ready for it or have had the time to be."""
    return (*seating.fill(table, seating.MIXED), began)


def _timed_out(table: Table, seat: int, action: Action | None) -> tuple[TableEvent, ...]:
    state = begun(table)
    gone = table.seats[seat].missed + 1 >= MAX_MISSED
    try:
        played = decide(state, None, Flip()) if action is None else decide(state, seat, action)
    except Refusal:
        # It was asked of another moment; the bot is asked again.
        return ()
    return (TimedOut(seat), *(seating.stand_in(table, seat, why="time") if gone else ()), *played)
