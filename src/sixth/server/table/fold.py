"""The fold of a table: the table after each of its events. Pure."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any, Final

from sixth.rules.deal import Dealer
from sixth.rules.events import Chose, Dealt, Event, Flipped, Laid, Picked, Took
from sixth.rules.fold import evolve, with_fields, with_item
from sixth.rules.game import due
from sixth.rules.options import Rules
from sixth.rules.state import start
from sixth.server.table import events
from sixth.server.table.config import TableConfig
from sixth.server.table.events import ClockEvent, OwnEvent, Sitter, TableEvent
from sixth.server.table.seats import FREE_SEAT, Attendance, Claim, Guest, SeatState, clear_ready
from sixth.server.table.state import Table, current_game

_MAX_BARRED: Final = 100

_MAX_AWAY: Final = 100
"""People who left before the game and keep their place in the order of guests."""

TableStep = tuple[TableEvent, Table]
"""An event, and the table after it."""


def steps(table: Table, events: Iterable[TableEvent]) -> list[TableStep]:
    """Return each of these events with the table after it, beginning at `table`."""
    result = []
    for event in events:
        table = apply_event(table, event)
        result.append((event, table))
    return result


def steps_with_due(table: Table, events: Iterable[TableEvent]) -> list[TableStep]:
    """Return the steps of these events, and of the game's events that are due after them."""
    result = steps(table, events)
    while result and (state := result[-1][1].state) is not None and (event := due(state)) is not None:
        result.append((event, apply_event(result[-1][1], event)))
    return result


def fold(table_id: str, log: Iterable[TableEvent]) -> Table:
    """Return the table after the events of `log`, the first of which must be `Opened`."""
    remaining = iter(log)
    opened = next(remaining)
    if not isinstance(opened, events.Opened):
        raise TypeError(f"Table {table_id} does not begin with its opening.")
    table = Table(
        id=table_id,
        version=1,
        rules=opened.rules,
        seats=(FREE_SEAT,) * opened.rules.seats,
        secret=opened.secret,
        config=opened.config,
        again=opened.again,
        daily=opened.daily,
        practice=opened.practice,
    )
    for event in remaining:
        table = apply_event(table, event)
    return table


def apply_event(table: Table, event: TableEvent) -> Table:
    """Return the table after `event`, which is not checked."""
    # `with_fields` is faster, for the frequent events; `replace` needs less memory, for tables that wait.
    change = replace if isinstance(event, OwnEvent) else with_fields
    table = change(table, version=table.version + 1)
    match event:
        case events.Opened():
            raise TypeError(f"Table {table.id} was opened twice.")
        case events.Arranged(config, rules):
            return _arrange(table, config, rules)
        case (
            events.Sat()
            | events.Left()
            | events.Kicked()
            | events.Claimed()
            | events.Moved()
            | events.Unclaimed()
            | events.Renamed()
        ):
            return _change_occupant(table, event)
        case events.Readied(seat, ready):
            return _with_seat(table, seat, ready=ready)
        case events.PlayedOut():
            return replace(table, played_out=True)
        case events.StoodIn() | events.Returned() | events.Confirmed():
            return _change_decider(table, event)
        case events.Clocked() | events.TimedOut() | events.Extended():
            return _apply_clock_event(table, event)
        case events.Advised():
            return replace(table, advice=(*table.advice, event))
        case events.Coached():
            return replace(table, coached=(*table.coached, event))
        case events.Texted(seat, text):
            return _with_seat(table, seat, text=text)
        case events.Began(game, started, next_secret):
            return replace(
                table,
                games=table.games + 1,
                game_id=game,
                state=start(table.rules),
                dealer=Dealer(bytes.fromhex(table.secret), tuple([each.text for each in table.seats])),
                secret=next_secret,
                seats=tuple([each.for_game() for each in table.seats]),
                tally=table.tally.for_game(),
                advice=(),
                coached=(),
                played_out=False,
                attendance=Attendance(started, frozenset(filter(table.in_person, range(len(table.seats))))),
                clock=None,
            )
        case event:
            return _apply_game_event(table, event)


def _change_decider(table: Table, event: events.StoodIn | events.Returned | events.Confirmed) -> Table:
    """Return the table once a bot or again its person decides for a seat, or the person confirms a choice."""
    seat = event.seat
    if isinstance(event, events.Confirmed):
        return _set_chosen_by_bot(_end_turn(table, seat), seat, by_bot=False)
    bot = Sitter(event.name, event.kind) if isinstance(event, events.StoodIn) else None
    table = _set_guest_left(table, seat, event.at if isinstance(event, events.StoodIn) else None)
    attendance = table.attendance
    if bot is None:
        attendance = attendance._replace(left=attendance.left - {seat})
    elif table.state is not None and seat in table.state.seats_in:
        attendance = attendance._replace(left=attendance.left | {seat})
    table = replace(table, attendance=attendance)
    missed = table.seats[seat].missed if bot else 0
    return _with_seat(table, seat, stand_in=bot, missed=missed, lent=False, ready=False)


def _apply_game_event(table: Table, event: Event) -> Table:
    if isinstance(event, Chose | Picked | Took | Flipped):
        if isinstance(event, Chose):
            seat = table.seats[event.seat]
            by_bot = seat.lent or seat.stand_in is not None
            table = _set_chosen_by_bot(table, event.seat, by_bot=by_bot)
        table = _end_turn(table, event.seat)
    elif isinstance(event, Dealt | Laid) and any(each.ready for each in table.seats):
        table = with_fields(table, seats=clear_ready(table.seats))
    state = evolve(current_game(table), event)
    tally = table.tally.after(event, state, table.seats)
    return with_fields(table, state=state, tally=tally)


def _apply_clock_event(table: Table, event: ClockEvent) -> Table:
    match event:
        case events.Clocked():
            return with_fields(table, clock=event)
        case events.TimedOut(seat):
            return _with_seat(table, seat, missed=table.seats[seat].missed + 1, lent=True)
        case events.Extended():
            clock, more = table.clock, table.config.turn_seconds * 1000
            if clock is None:
                return table
            until = tuple(end and end + more for end in clock.until)
            pause = clock.pause and clock.pause + more
            return replace(table, clock=replace(clock, until=until, pause=pause, extended=True))


def _set_chosen_by_bot(table: Table, seat: int, *, by_bot: bool) -> Table:
    if table.seats[seat].chosen_by_bot == by_bot:
        return table
    return _with_seat(table, seat, chosen_by_bot=by_bot)


def _end_turn(table: Table, seat: int) -> Table:
    """Return the table after this seat has acted, which ends a loan to a bot, or a row of timeouts."""
    if table.seats[seat].lent:
        return _with_seat(table, seat, lent=False)
    return _with_seat(table, seat, missed=0) if table.seats[seat].missed else table


# ------------------------------------------------------------------ seats


def _with_seat(table: Table, seat: int, **changes: Any) -> Table:
    return replace(table, seats=with_item(table.seats, seat, table.seats[seat]._replace(**changes)))


def _change_occupant(
    table: Table,
    event: events.Sat
    | events.Left
    | events.Kicked
    | events.Claimed
    | events.Unclaimed
    | events.Moved
    | events.Renamed,
) -> Table:
    """Return the table after a player has taken, left, claimed, moved or lost a seat, or has another name."""
    match event:
        case events.Sat(seat, name, kind, token, run_by, mark):
            return _add_guest(
                _set_seat(table, seat, SeatState(Sitter(name, kind, run_by, mark), token)), seat
            )
        case events.Left(seat, at):
            return _set_seat(_set_guest_left(table, seat, at), seat, FREE_SEAT)
        case events.Kicked(seat):
            table = _bar(table, table.seats[seat].token or "")
            now = FREE_SEAT if table.state is None else table.seats[seat]._replace(token=None)
            return _set_seat(table, seat, now)
        case events.Claimed(seat, name, token, kind, run_by, mark):
            return _with_seat(table, seat, claim=Claim(name, token, kind, run_by, mark))
        case events.Unclaimed(seat, barred):
            claim = table.seats[seat].claim
            table = _bar(table, claim.token) if barred and claim is not None else table
            return _with_seat(table, seat, claim=None)
        case events.Moved(seat, token):
            before = table.seats[seat].token
            guests = [replace(each, token=token) if each.token == before else each for each in table.guests]
            return replace(_with_seat(table, seat, token=token), guests=tuple(guests))
        case events.Renamed(seat, name):
            sitter = table.seats[seat].sitter
            if sitter is None:
                return table
            return _with_seat(table, seat, sitter=replace(sitter, name=name, mark=None))


def _bar(table: Table, token: str) -> Table:
    return replace(table, barred=(*table.barred, token)[-_MAX_BARRED:])


def _arrange(table: Table, config: TableConfig, rules: Rules | None) -> Table:
    """Return the table with these settings, and with `rules` unless that is None.

    Nobody stays ready for other rules, another clock or a rated game. Rules after a game clear it from the
    table.
    """
    before, after = asdict(table.config), asdict(config)
    changes = [name for name in after if before[name] != after[name]]
    if rules not in (None, table.rules):
        changes.append("rules")
    table = replace(table, config=config, changed=tuple(changes))
    if {"rules", "turn_seconds", "bank_seconds", "rated"}.intersection(changes):
        table = replace(table, seats=clear_ready(table.seats))
    if rules is None:
        return table
    table = table if table.state is None else _clear_game(table)
    return _resize(replace(table, rules=rules), rules.seats)


def _clear_game(table: Table) -> Table:
    """Return the table without its last game; bots get the seats of people who were removed during it."""
    seats = [
        SeatState(each.stand_in) if each.token is None and each.sitter and each.sitter.human else each
        for each in table.seats
    ]
    return replace(table, state=None, dealer=None, clock=None, seats=clear_ready(seats))


def _resize(table: Table, seats: int) -> Table:
    """Return the table with that many seats; players whose seat is lost move up, and the last bots go."""
    occupied = [seat for seat, each in enumerate(table.seats) if each.sitter is not None]
    sources = list(range(min(seats, len(table.seats))))
    if occupied and occupied[-1] >= seats:
        bots = [seat for seat in occupied if table.seats[seat].token is None]
        surplus = bots[len(bots) - max(0, len(occupied) - seats) :]
        sources = [seat for seat in occupied if seat not in surplus]
    states = [
        SeatState(each.sitter, each.token, each.text, each.ready, each.stand_in)
        for each in map(table.seats.__getitem__, sources)
    ]
    return replace(table, seats=(*states, *(FREE_SEAT,) * (seats - len(sources))))


def _set_seat(table: Table, seat: int, state: SeatState) -> Table:
    return replace(table, seats=with_item(table.seats, seat, state))


def _add_guest(table: Table, seat: int) -> Table:
    """Return the table with the person on this seat among its guests, at their old place if they have one."""
    token = table.seats[seat].token
    if token is None or any(guest.token == token for guest in table.guests):
        return _set_guest_left(table, seat, None)
    away = [guest for guest in table.guests if guest.token not in table.tokens]
    # The newest are dropped, so that strangers who come and go cannot push out the first guests.
    guests = tuple(guest for guest in table.guests if guest not in away[_MAX_AWAY:])
    return replace(table, guests=(*guests, Guest(token)))


def _set_guest_left(table: Table, seat: int, left_at: int | None) -> Table:
    """Return the table whose person on this seat left at `left_at`, or is here if that is None."""
    token = table.seats[seat].token
    guests = tuple(Guest(token, left_at) if guest.token == token else guest for guest in table.guests)
    return replace(table, guests=guests)
