"""Who sits where, as commands: sitting down, being ready, leaving, coming back, and what the host decides.

Pure, as `commands` are: each gives events or one refusal, and the same request again changes nothing.
"""

from collections.abc import Iterator
from itertools import count, cycle, takewhile
from typing import Final

from sixth.rules.events import Dealt
from sixth.rules.game import Forbidden, Impossible, NotNow, Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN, Record
from sixth.server.table.config import TableConfig, checked
from sixth.server.table.events import (
    OUTSIDE,
    Arranged,
    Began,
    Claimed,
    Kicked,
    Left,
    Opened,
    Readied,
    Returned,
    Sat,
    Sitter,
    StoodIn,
    TableEvent,
    Texted,
    Unclaimed,
    Why,
)
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.seats import Guest
from sixth.server.table.state import Table, fold

MIXED: Final = "mixed"
"""Asks for bots of several kinds: at each table one that is hard to beat, and some that are not."""

RETURN_MS: Final = 5 * 60_000
"""Whoever leaves is not removed for so long, and whoever is host in their place removes nobody."""

_MIX: Final = ("expert", "careful", "policy", "nearest", "search")

BOT_NAMES: Final = (
    *("Alma", "Bruno", "Clio", "Dario", "Edda", "Felix", "Greta", "Hugo", "Irma", "Jonas"),
    *("Kira", "Livio", "Mira", "Nino", "Olga", "Pavel", "Runa", "Silas", "Thea", "Umberto"),
)


# ------------------------------------------------------------------ for oneself


def sit(
    table: Table, name: str, token: str, kind: str = HUMAN, *, run_by: str = "", text: str = ""
) -> tuple[TableEvent, ...]:
    """Give somebody called `name`, whose token has this hash, a free seat or that of a bot, once.

    They are of that `kind`: a person, or somebody's own bot (`OUTSIDE`), where the host lets those sit down;
    `run_by` as in `Sitter`. `text` is their own for the shuffles of the next game, if they have a seat now.

    While a round goes on, or people look at the result of a game, they have the bot's seat after that.

    Raises:
        Refusal: there is no seat for them, the name is taken or looks like one that is, or the host had
            them leave.
    """
    if token in table.tokens or table.claim_of(token) is not None:
        return ()
    if token in table.barred:
        raise Forbidden("barred", "The host has asked you to leave this table.")
    if kind == OUTSIDE and not table.config.outside:
        raise _no_outside_bots()
    seat = table.offered
    if seat is None:
        raise _no_seat(table)
    taken = [who for each in table.seats for who in (each.sitter, each.claim) if who is not None]
    if any(look_alike(who.name, name) for who in taken):
        raise NotNow("name-taken", "Somebody here already has that name; choose another.")
    sat = (Sat(seat, name, kind, token, run_by), *((Texted(seat, text),) if text else ()))
    if table.state is None or (table.between_rounds and seat in table.state.seats_in):
        return sat
    if table.state.over and table.host is None:
        # Nobody is here who could begin the next game: whoever comes does.
        return (Arranged(table.config, table.rules), *sat)
    return (Claimed(seat, name, token, kind, run_by),)


def _no_seat(table: Table) -> Refusal:
    """Why nobody can sit down at this table now."""
    if not table.shown_to(None):
        return Forbidden("private", "This table is private.")
    if None in table.tokens and not table.config.late:
        return NotNow("begun", "At this table, bots keep their seats.")
    return NotNow("full", "All seats at this table are taken by people; you can watch.")


def seat_claims(table: Table) -> tuple[Sat, ...]:
    """Return who sits down now that a round is counted: those to whom the seats of bots were promised."""
    state = table.state
    if state is None or not table.between_rounds:
        return ()
    return tuple(sat for sat in _claimed(table) if sat.seat in state.seats_in)


def _claimed(table: Table) -> tuple[Sat, ...]:
    return tuple(
        Sat(seat, claim.name, claim.kind, claim.token, claim.run_by)
        for seat, each in enumerate(table.seats)
        if (claim := each.claim) is not None
    )


def give_up(table: Table, token: str) -> tuple[TableEvent, ...]:
    """Let whoever holds the token of this hash not have the bot's seat that was promised to them."""
    seat = table.claim_of(token)
    return () if seat is None else (Unclaimed(seat),)


def ready(table: Table, seat: int, *, ready: bool) -> tuple[TableEvent, ...]:
    """Note that a seat is ready to start, or no longer is."""
    if table.state is not None:
        raise NotNow("begun", "The game has begun already.")
    return () if table.seats[seat].ready == ready else (Readied(seat, ready),)


def leave(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Free a seat where no game is on the table; else let a bot play there until its owner comes back."""
    return (Left(seat),) if table.state is None else stand_in(table, seat, why="left")


def stand_in(table: Table, seat: int, *, why: Why) -> tuple[TableEvent, ...]:
    """Let a bot play for this seat from now on; its owner keeps it, and may come back at any time."""
    who = table.seats[seat].sitter
    if table.seats[seat].stand_in is not None or who is None or not who.human:
        return ()
    return (StoodIn(seat, next(_names(table)), table.config.stand_in, why),)


def come_back(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Give a seat back to its owner, from the bot that plays there."""
    return () if table.seats[seat].stand_in is None else (Returned(seat),)


# ------------------------------------------------------------------ for the host


def arrange(
    table: Table, seat: int, config: TableConfig, rules: Rules | None = None
) -> tuple[TableEvent, ...]:
    """Keep the table as `config` says from now on, and play by `rules` unless that is None.

    After a game `rules`, even the same, put it away, so that people gather again as before the first.

    Raises:
        Refusal: this seat is not the host's, the clock is out of bounds, the rules have too few seats for
            the people who are here, or a game goes on and what it is played by would change.
    """
    host_only(table, seat)
    gathers = rules is not None and table.state is not None and not table.playing
    rules = None if rules == table.rules and not gathers else rules
    if rules is None and config == table.config:
        return ()
    fixed = table.state is not None and not gathers
    if fixed and (rules is not None or _fixed(config) != _fixed(table.config)):
        raise NotNow(
            "begun",
            "The game has begun: rules, clock, hints and stand-in bot stay as they are.",
        )
    come = _claimed(table) if gathers else ()
    people = sum(token is not None for token in table.tokens) + len(come)
    if rules is not None and rules.seats < people:
        raise NotNow(
            "seats-taken", "{people} people have a seat here, so there can be no fewer.", people=people
        )
    return (*come, Arranged(checked(config), rules))


def _fixed(config: TableConfig) -> tuple[object, ...]:
    """What of the config belongs to the game, and stays once it has begun."""
    return config.turn_seconds, config.bank_seconds, config.helps, config.stand_in


def check_invitable(table: Table, host: int) -> None:
    """See that the host may invite a bot that somebody runs elsewhere.

    Raises:
        Refusal: not the host asks, no such bots sit down here, the game has begun, or no seat is free.
    """
    host_only(table, host)
    if not table.config.outside:
        raise _no_outside_bots()
    _before_the_game(table)
    if table.free is None:
        raise NotNow("full", "All seats at this table are taken.")


def _no_outside_bots() -> Refusal:
    return Forbidden("no-outside-bots", "This table does not allow bots from outside.")


def add_bot(table: Table, host: int, seat: int, kind: str) -> tuple[TableEvent, ...]:
    """Seat a bot of that kind, or of a fitting one for `mixed`, on this seat.

    Raises:
        Refusal: not the host asks, there is no such seat, somebody sits there, or the game has begun.
    """
    host_only(table, host)
    _before_the_game(table)
    who = _sitter(table, seat)
    if who is not None and not who.human:
        return ()
    if who is not None:
        raise NotNow("seat-taken", "Somebody has just taken that seat.")
    number = sum(each is not None and not each.human for each in table.sitters)
    kind = _MIX[number % len(_MIX)] if kind == MIXED else kind
    return (Sat(seat, next(_names(table)), kind, None),)


def remove(table: Table, host: int, seat: int, name: str, *, now: int) -> tuple[TableEvent, ...]:
    """Have whoever is called `name` and sits on that seat leave it; in a game a bot plays on for a person.

    The same for who was promised it.

    Raises:
        Refusal: not the host asks, it is the host's own seat, somebody else sits there, a bot in a game, or
            at `now` (milliseconds since 1970, UTC) that person, or the host whom this one stands in for, has
            only just left.
    """
    host_only(table, host)
    who = _sitter(table, seat)
    claim = table.seats[seat].claim
    if claim is not None and claim.name == name:
        return (Unclaimed(seat, barred=True),)
    if who is None or (table.state is not None and who.human and table.seats[seat].token is None):
        return ()
    if seat == host:
        raise Forbidden("own-seat", "That is your own seat; you can leave it yourself.")
    if who.name != name:
        raise NotNow("seat-taken", "Somebody else sits there now.")
    if not who.human:
        _before_the_game(table)
        return (Left(seat),)
    _nobody_may_return(table, host, seat, now)
    return (Kicked(seat), *(stand_in(table, seat, why="kicked") if table.state is not None else ()))


def _nobody_may_return(table: Table, host: int, seat: int, now: int) -> None:
    """See that neither the person on `seat` nor whoever is host before `host` has only just left."""
    minutes, just = RETURN_MS // 60_000, now - RETURN_MS
    away = {guest.token for guest in table.guests if guest.left is not None and guest.left > just}
    who = table.seats[seat].sitter
    if who is not None and table.seats[seat].token in away:
        raise NotNow(
            "may-return",
            "{name} left less than {minutes} minutes ago and may still come back; try again later.",
            name=who.name,
            minutes=minutes,
        )
    if away.intersection(guest.token for guest in _guests_before(table, host)):
        raise NotNow(
            "may-return",
            "The host left less than {minutes} minutes ago and may still come back; try again later.",
            minutes=minutes,
        )


def _guests_before(table: Table, host: int) -> Iterator[Guest]:
    """Whoever sat down before this host did, and is host again once they are back."""
    return takewhile(lambda guest: guest.token != table.seats[host].token, table.guests)


def fill(table: Table, kind: str) -> tuple[Sat, ...]:
    """Return bots for the free seats, and for those whose person had to leave during the game before.

    Whoever was promised a seat has it now.
    """
    names, kinds = _names(table), cycle(_MIX if kind == MIXED else (kind,))
    sat = list(_claimed(table))
    for seat, each in enumerate(table.seats):
        bot = each.stand_in
        if each.claim is not None:
            continue
        if each.sitter is None:
            sat.append(Sat(seat, next(names), next(kinds), None))
        elif bot is not None and each.token is None:
            sat.append(Sat(seat, bot.name, bot.kind, None))
    return tuple(sat)


def deal_again(
    table_id: str, game: Record, sat: Sat, kind: str, began: Began, *, at: int = 0
) -> tuple[TableEvent, ...]:
    """Set up a table where the deals of an earlier game come again, for the person of `sat` and bots.

    The first `at` of its events have happened there already, so one plays on from that position.

    Raises:
        Refusal: there is no such seat, the game ended before its first deal, or was over by then.
    """
    if not 0 <= sat.seat < game.rules.seats:
        raise Impossible("no-such-seat", "There is no such seat at this table.")
    proof = next((event.proof for event in game.events if isinstance(event, Dealt)), None)
    if proof is None:
        raise Impossible("no-deal", "Nothing was dealt in that game.")
    if at >= len(game.events):
        raise NotNow("over", "The game is over.")
    opened = Opened(game.rules, proof.secret, again=game.game)
    texts = (Texted(seat, text) for seat, text in enumerate(proof.texts) if text)
    return (opened, sat, *fill(fold(table_id, (opened, sat)), kind), *texts, began, *game.events[:at])


def host_only(table: Table, seat: int) -> None:
    """Let the host do it, and nobody else.

    Raises:
        Refusal: this seat is not the host's.
    """
    if seat != table.host:
        raise Forbidden("host-only", "Only the host of this table can do that.")


def _before_the_game(table: Table) -> None:
    if table.state is not None:
        raise NotNow("begun", "The game has begun, so its bots stay.")


def _sitter(table: Table, seat: int) -> Sitter | None:
    if not 0 <= seat < table.rules.seats:
        raise Impossible("no-such-seat", "There is no such seat at this table.")
    return table.seats[seat].sitter


def _names(table: Table) -> Iterator[str]:
    """Names for bots that nobody at the table has."""
    taken = [who.name for each in table.seats for who in (each.sitter, each.stand_in, each.claim) if who]
    names = (name if round == 1 else f"{name} {round}" for round in count(1) for name in BOT_NAMES)
    return (name for name in names if not any(look_alike(name, other) for other in taken))
