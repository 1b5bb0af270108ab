"""The commands for seats: sit down, be ready, leave, come back; and those of the host.

Pure, as `commands`: each function returns events or raises one refusal; a second request changes nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, cycle, takewhile
from typing import Final

from sixth import fast
from sixth.rules.events import Dealt
from sixth.rules.game import Forbidden, Impossible, NotNow, Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN, Record
from sixth.server.table import events
from sixth.server.table.config import TableConfig, check_config, check_rated
from sixth.server.table.events import OUTSIDE, Sitter, StandInReason, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.lookalikes import look_alike
from sixth.server.table.seats import Claim
from sixth.server.table.state import Table

EASY: Final = "easy"
MIXED: Final = "mixed"
"""The bots of the fourth level; a form that asks for these gets those that suit the last games."""
STRONG: Final = "strong"

EVEN: Final = ("mixed-1", "mixed-2", "mixed-3", "mixed-4", "mixed-5", "mixed-6", "mixed-7")
"""The mixes for a person who asks for bots that are as strong as they are: the first to the seventh level.

The last level is in none of them: it beats everybody, so it sits down only where somebody has asked for it.
"""

_MAX_LEVEL: Final = 8 if fast.INSTALLED else 6
"""The strongest level that sits down; those above it need the extra `fast`."""


def _levels(*numbers: int) -> tuple[str, ...]:
    return tuple(f"level-{min(number, _MAX_LEVEL)}" for number in numbers)


MIXES: Final[Mapping[str, tuple[str, ...]]] = {
    EASY: _levels(2, 1, 3),
    MIXED: _levels(4),
    **{mix: _levels(number) for number, mix in enumerate(EVEN, 1)},
    STRONG: _levels(8),
}
"""The kinds of each mix, which sit down in turn."""

RETURN_MS: Final = 5 * 60_000
"""Time to come back for somebody who leaves: nobody removes them, and a later host removes nobody."""

BOT_NAMES: Final = (
    *("Alma", "Bruno", "Clio", "Dario", "Edda", "Felix", "Greta", "Hugo", "Irma", "Jonas"),
    *("Kira", "Livio", "Mira", "Nino", "Olga", "Pavel", "Runa", "Silas", "Thea", "Umberto"),
)


# ------------------------------------------------------------------ the own seat


def sit(
    table: Table,
    name: str,
    token: str,
    kind: str = HUMAN,
    *,
    run_by: str = "",
    mark: int | None = None,
    text: str = "",
) -> tuple[TableEvent, ...]:
    """Give a newcomer called `name`, whose token has this hash, a free seat or a bot's.

    Their `kind` is a person or, where the host allows it, an outside bot (`OUTSIDE`); `run_by` is as in
    `Sitter`. They have the shape `mark` unless somebody who is here has chosen it. `text` is for the shuffles
    of the next game, if they get a seat at once. While a round goes on, or people look at the result of a
    game, they claim the bot's seat for the time after that.

    Raises:
        Refusal: there is no seat for them, the name is taken or looks like one that is, or the host has
            removed them.
    """
    if token in table.tokens or table.claim_of(token) is not None:
        return ()
    if token in table.barred:
        raise Forbidden("barred", "The host has asked you to leave this table.")
    if kind == OUTSIDE and not table.config.outside:
        raise no_outside_bots()
    seat = table.offered
    if seat is None:
        raise _no_seat(table)
    check_name(table, name)
    if mark in _chosen_marks(table):
        mark = None
    sat = events.Sat(seat, name, kind, token, run_by, mark)
    arrival = (sat, *((events.Texted(seat, text),) if text else ()))
    if table.state is None or (table.between_rounds and seat in table.state.seats_in):
        return arrival
    if table.state.over and table.host is None:
        # Nobody is here to begin the next game, so the newcomer becomes the host of a cleared table.
        return (events.Arranged(table.config, table.rules), *arrival)
    return (events.Claimed(seat, name, token, kind, run_by, mark),)


def check_name(table: Table, name: str) -> None:
    """Raise a refusal if somebody at the table has a name that looks like this one."""
    if any(look_alike(who.name, name) for who in _players(table)):
        raise NotNow("name-taken", "Somebody here already has that name; choose another.")


def _chosen_marks(table: Table) -> set[int]:
    return {who.mark for who in _players(table) if who.mark is not None}


def _players(table: Table) -> list[Sitter | Claim]:
    """Return all who sit at the table or have claimed a seat."""
    return [who for each in table.seats for who in (each.sitter, each.claim) if who is not None]


def _no_seat(table: Table) -> Refusal:
    """Return why there is no seat for a newcomer at this table now."""
    if not table.is_visible_to(None):
        return Forbidden("private", "This table is private.")
    if None in table.tokens and not table.config.takes_latecomers:
        return NotNow("begun", "At this table, bots keep their seats.")
    return NotNow("full", "All seats at this table are taken by people; you can watch.")


def seat_claims(table: Table) -> tuple[events.Sat, ...]:
    """Let the people with a claim take their seats, if a round has just been counted."""
    state = table.state
    if state is None or not table.between_rounds:
        return ()
    return tuple(each for each in _all_claims(table) if each.seat in state.seats_in)


def _all_claims(table: Table) -> tuple[events.Sat, ...]:
    return tuple(
        events.Sat(seat, claim.name, claim.kind, claim.token, claim.run_by, claim.mark)
        for seat, each in enumerate(table.seats)
        if (claim := each.claim) is not None
    )


def give_up(table: Table, token: str) -> tuple[TableEvent, ...]:
    """End the claim of the person whose token has this hash."""
    seat = table.claim_of(token)
    return () if seat is None else (events.Unclaimed(seat),)


def move(table: Table, before: str, token: str) -> tuple[TableEvent, ...]:
    """Have the person whose token had the hash `before` keep the seat with another token, of this hash."""
    return (events.Moved(table.tokens.index(before), token),) if before in table.tokens else ()


def set_ready(table: Table, seat: int, *, ready: bool) -> tuple[TableEvent, ...]:
    """Make a seat ready for the first game, or no longer ready."""
    if table.state is not None:
        raise NotNow("begun", "The game has begun already.")
    return () if table.seats[seat].ready == ready else (events.Readied(seat, ready),)


def leave(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Free a seat of a table without a game; in a game let a bot play there until its person comes back."""
    return (events.Left(seat),) if table.state is None else stand_in(table, seat, why="left")


def stand_in(table: Table, seat: int, *, why: StandInReason) -> tuple[TableEvent, ...]:
    """Let a bot play for the person on this seat, who keeps it and may come back at any time."""
    who = table.seats[seat].sitter
    if table.seats[seat].stand_in is not None or who is None or not who.human:
        return ()
    return (events.StoodIn(seat, next(_bot_names(table)), table.config.stand_in, why),)


def withdraw(table: Table, token: str, name: str) -> tuple[TableEvent, ...]:
    """Have the person whose token has this hash leave, under another name; a claim of theirs ends."""
    seat = table.tokens.index(token) if token in table.tokens else None
    who = None if seat is None else table.seats[seat].sitter
    if seat is None or who is None:
        return give_up(table, token)
    renamed = () if who.name == name else (events.Renamed(seat, name),)
    return renamed if table.has_one_game else (*renamed, *leave(table, seat))


def come_back(table: Table, seat: int) -> tuple[TableEvent, ...]:
    """Give a seat back to its person, from the bot that stands in."""
    return () if table.seats[seat].stand_in is None else (events.Returned(seat),)


# ------------------------------------------------------------------ the host


def arrange(
    table: Table, seat: int, config: TableConfig, rules: Rules | None = None
) -> tuple[TableEvent, ...]:
    """Give the table the settings `config`, and `rules` unless that is None.

    After a game `rules`, even the same, clear it from the table, as before the first game.

    Raises:
        Refusal: this seat is not the host's, the clock is out of bounds, the rules have too few seats for
            the people who are here, a game goes on whose rules or settings would change, or the table cannot
            be rated.
    """
    check_host(table, seat)
    clears = rules is not None and table.state is not None and not table.playing
    rules = None if rules == table.rules and not clears else rules
    if rules is None and config == table.config:
        return ()
    fixed = table.state is not None and not clears
    if fixed and (rules is not None or _game_settings(config) != _game_settings(table.config)):
        raise NotNow(
            "begun",
            "The game has begun: rules, clock, hints and stand-in bot stay as they are.",
        )
    newcomers = _all_claims(table) if clears else ()
    people = sum(token is not None for token in table.tokens) + len(newcomers)
    if rules is not None and rules.seats < people:
        raise NotNow(
            "seats-taken", "{people} people have a seat here, so there can be no fewer.", people=people
        )
    has_outside = config.outside or any(map(table.is_outside, range(len(table.seats))))
    check_rated(replace(config, outside=has_outside), rules or table.rules)
    if config.rated and table.again:
        raise NotNow("rated", "The cards of this table are known from an earlier game, so it is not rated.")
    return (*newcomers, events.Arranged(check_config(config), rules))


def _game_settings(config: TableConfig) -> tuple[object, ...]:
    """Return the settings that cannot change during a game."""
    return config.turn_seconds, config.bank_seconds, config.helps, config.stand_in, config.rated


def no_outside_bots() -> Refusal:
    """Return the refusal of a table that does not allow outside bots."""
    return Forbidden("no-outside-bots", "This table does not allow bots from outside.")


def add_bot(table: Table, host: int, seat: int, bot: str) -> tuple[TableEvent, ...]:
    """Put a `bot` of that kind (for a mix its next kind) on this seat.

    Raises:
        Refusal: `host` is not the host, there is no such seat, a person sits there, or the game has begun.
    """
    check_host(table, host)
    check_not_begun(table)
    who = _sitter(table, seat)
    if who is not None and not who.human:
        return ()
    if who is not None:
        raise NotNow("seat-taken", "Somebody has just taken that seat.")
    number = sum(each is not None and not each.human for each in table.sitters)
    kinds = MIXES.get(bot, (bot,))
    kind = kinds[number % len(kinds)]
    return (events.Sat(seat, next(_bot_names(table)), kind, None),)


def remove(table: Table, host: int, seat: int, name: str, *, now: int) -> tuple[TableEvent, ...]:
    """Remove the player called `name` from that seat, or their claim of it; in a game a bot plays on.

    Raises:
        Refusal: `host` is not the host, it is the host's own seat, somebody else sits there, a bot sits there
            in a game, a rated game goes on, or by `now` (milliseconds since 1970, UTC) that person, or an
            earlier host, has only just left.
    """
    check_host(table, host)
    who = _sitter(table, seat)
    claim = table.seats[seat].claim
    if claim is not None and claim.name == name:
        return (events.Unclaimed(seat, barred=True),)
    if who is None or (table.state is not None and who.human and table.seats[seat].token is None):
        return ()
    if seat == host:
        raise Forbidden("own-seat", "That is your own seat; you can leave it yourself.")
    if who.name != name:
        raise NotNow("seat-taken", "Somebody else sits there now.")
    if not who.human:
        check_not_begun(table)
        return (events.Left(seat),)
    if table.config.rated and table.playing:
        raise NotNow(
            "rated", "Nobody is removed from a rated game; its clock plays for players who are away."
        )
    _check_return_time(table, host, seat, now)
    return (events.Kicked(seat), *(stand_in(table, seat, why="kicked") if table.state is not None else ()))


def _check_return_time(table: Table, host: int, seat: int, now: int) -> None:
    """Check that neither the person on `seat` nor a host before `host` has only just left."""
    minutes, recent = RETURN_MS // 60_000, now - RETURN_MS
    away = {guest.token for guest in table.guests if guest.left_at is not None and guest.left_at > recent}
    who = table.seats[seat].sitter
    if who is not None and table.seats[seat].token in away:
        raise NotNow(
            "may-return",
            "{name} left less than {minutes} minutes ago and may still come back; try again later.",
            name=who.name,
            minutes=minutes,
        )
    # Each person who sat down before this host becomes host on coming back.
    before = takewhile(lambda guest: guest.token != table.seats[host].token, table.guests)
    if away.intersection(guest.token for guest in before):
        raise NotNow(
            "may-return",
            "The host left less than {minutes} minutes ago and may still come back; try again later.",
            minutes=minutes,
        )


def fill(table: Table, *kinds: str) -> tuple[events.Sat, ...]:
    """Return bots for the free seats and for those of removed people, and the people with a claim.

    The bots are of these kinds in turn; a mix stands for its kinds.
    """
    each_kind = [kind for name in kinds for kind in MIXES.get(name, (name,))]
    names, next_kinds = _bot_names(table), cycle(each_kind)
    arrivals = list(_all_claims(table))
    for seat, each in enumerate(table.seats):
        bot = each.stand_in
        if each.claim is not None:
            continue
        if each.sitter is None:
            arrivals.append(events.Sat(seat, next(names), next(next_kinds), None))
        elif bot is not None and each.token is None:
            arrivals.append(events.Sat(seat, bot.name, bot.kind, None))
    return tuple(arrivals)


def deal_again(
    table_id: str, game: Record, person: events.Sat, kind: str, began: events.Began, *, at: int = 0
) -> tuple[TableEvent, ...]:
    """Set up a table with the deals of an earlier game, for `person` and bots of that `kind`.

    Play goes on from the position after the first `at` events of that game.

    Raises:
        Refusal: there is no such seat, nothing was dealt in that game, or it was over after `at` events.
    """
    if not 0 <= person.seat < game.rules.seats:
        raise Impossible("no-such-seat", "There is no such seat at this table.")
    proof = next((event.proof for event in game.events if isinstance(event, Dealt)), None)
    if proof is None:
        raise Impossible("no-deal", "Nothing was dealt in that game.")
    if at >= len(game.events):
        raise NotNow("over", "The game is over.")
    opened = events.Opened(game.rules, proof.secret, again=game.game)
    texts = (events.Texted(seat, text) for seat, text in enumerate(proof.texts) if text)
    return (opened, person, *fill(fold(table_id, (opened, person)), kind), *texts, began, *game.events[:at])


def check_host(table: Table, seat: int) -> None:
    """Raise a refusal if this seat is not the host's."""
    if seat != table.host:
        raise Forbidden("host-only", "Only the host of this table can do that.")


def check_not_begun(table: Table) -> None:
    """Raise a refusal if a game has begun at this table."""
    if table.state is not None:
        raise NotNow("begun", "The game has begun, so its bots stay.")


def _sitter(table: Table, seat: int) -> Sitter | None:
    if not 0 <= seat < table.rules.seats:
        raise Impossible("no-such-seat", "There is no such seat at this table.")
    return table.seats[seat].sitter


def _bot_names(table: Table) -> Iterator[str]:
    """Return names for new bots, unlike all names at the table."""
    used = [who.name for each in table.seats for who in (each.sitter, each.stand_in, each.claim) if who]
    names = (name if round == 1 else f"{name} {round}" for round in count(1) for name in BOT_NAMES)
    return (name for name in names if not any(look_alike(name, other) for other in used))
