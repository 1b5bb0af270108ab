"""The seats of a table, and the part of the fold that changes them. Pure."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sixth.rules.fold import with_item
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Claimed, Kicked, Left, Sat, Sitter, Unclaimed

if TYPE_CHECKING:
    from sixth.server.table.state import Table

_MAX_BARRED: Final = 100

_MAX_AWAY: Final = 100
"""People who left before the game and keep their place in the order of guests."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who sat down with the token of this hash.

    `left_at` is when they left, in milliseconds since 1970, UTC; None while they are here, and in logs of
    earlier versions.
    """

    token: str
    left_at: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a newcomer, with the token of this hash, to a bot's seat after the round."""

    name: str
    token: str
    kind: str
    run_by: str


class SeatState(NamedTuple):
    """A seat of a table, secrets included.

    `token` is a hash, None for a bot and for a person whom the host has removed during a game. `text` is for
    the shuffles of the next game. `stand_in` is the bot that plays for a person who is away and keeps the
    seat. `missed` counts timeouts in a row, `lent` says that a bot plays this turn, `chosen_by_bot` that a
    bot has made the last choice for a person. `claim` is that of the newcomer who will take a bot's seat.
    """

    sitter: Sitter | None = None
    token: str | None = None
    text: str = ""
    ready: bool = False
    stand_in: Sitter | None = None
    missed: int = 0
    lent: bool = False
    chosen_by_bot: bool = False
    claim: Claim | None = None

    def for_game(self) -> "SeatState":
        """Return the seat at the beginning of a game."""
        return SeatState(self.sitter, self.token, stand_in=self.stand_in, claim=self.claim)


FREE_SEAT: Final = SeatState()


def with_seat(table: "Table", seat: int, **changes: Any) -> "Table":
    """Return the table with `changes` to the fields of one seat."""
    return replace(table, seats=with_item(table.seats, seat, table.seats[seat]._replace(**changes)))


def clear_ready(seats: Iterable[SeatState]) -> tuple[SeatState, ...]:
    """Return these seats, none of them ready."""
    return tuple([each._replace(ready=False) if each.ready else each for each in seats])


def change_occupant(table: "Table", event: Sat | Left | Kicked | Claimed | Unclaimed) -> "Table":
    """Return the table after a player has taken, left, claimed or lost a seat."""
    match event:
        case Sat(seat, name, kind, token, run_by):
            return _add_guest(_set_seat(table, seat, SeatState(Sitter(name, kind, run_by), token)), seat)
        case Left(seat, at):
            return _set_seat(set_guest_left(table, seat, at), seat, FREE_SEAT)
        case Kicked(seat):
            table = _bar(table, table.seats[seat].token or "")
            now = FREE_SEAT if table.state is None else table.seats[seat]._replace(token=None)
            return _set_seat(table, seat, now)
        case Claimed(seat, name, token, kind, run_by):
            return with_seat(table, seat, claim=Claim(name, token, kind, run_by))
        case Unclaimed(seat, barred):
            claim = table.seats[seat].claim
            table = _bar(table, claim.token) if barred and claim is not None else table
            return with_seat(table, seat, claim=None)


def _bar(table: "Table", token: str) -> "Table":
    return replace(table, barred=(*table.barred, token)[-_MAX_BARRED:])


def arrange(table: "Table", config: TableConfig, rules: Rules | None) -> "Table":
    """Return the table with these settings, and with `rules` unless that is None.

    Nobody stays ready for other rules or another clock. Rules after a game clear it from the table.
    """
    before, after = asdict(table.config), asdict(config)
    changes = [name for name in after if before[name] != after[name]]
    if rules not in (None, table.rules):
        changes.append("rules")
    table = replace(table, config=config, changed=tuple(changes))
    if {"rules", "turn_seconds", "bank_seconds"}.intersection(changes):
        table = replace(table, seats=clear_ready(table.seats))
    if rules is None:
        return table
    table = table if table.state is None else _clear_game(table)
    return _resize(replace(table, rules=rules), rules.seats)


def _clear_game(table: "Table") -> "Table":
    """Return the table without its last game; bots get the seats of people who were removed during it."""
    seats = [
        SeatState(each.stand_in) if each.token is None and each.sitter and each.sitter.human else each
        for each in table.seats
    ]
    return replace(table, state=None, dealer=None, clock=None, seats=clear_ready(seats))


def _resize(table: "Table", seats: int) -> "Table":
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


def _set_seat(table: "Table", seat: int, state: SeatState) -> "Table":
    return replace(table, seats=with_item(table.seats, seat, state))


def _add_guest(table: "Table", seat: int) -> "Table":
    """Return the table with the person on this seat among its guests, at their old place if they have one."""
    token = table.seats[seat].token
    if token is None or any(guest.token == token for guest in table.guests):
        return set_guest_left(table, seat, None)
    away = [guest for guest in table.guests if guest.token not in table.tokens]
    # The newest are dropped, so that strangers who come and go cannot push out the first guests.
    guests = tuple(guest for guest in table.guests if guest not in away[_MAX_AWAY:])
    return replace(table, guests=(*guests, Guest(token)))


def set_guest_left(table: "Table", seat: int, left_at: int | None) -> "Table":
    """Return the table whose person on this seat left at `left_at`, or is here if that is None."""
    token = table.seats[seat].token
    guests = tuple(Guest(token, left_at) if guest.token == token else guest for guest in table.guests)
    return replace(table, guests=guests)
