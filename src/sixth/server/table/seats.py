"""The seats of a table: who comes to them, who leaves them, and what becomes of them as the host arranges it.

Part of the fold in `state`, and as pure.
"""

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
"""People who gave their seat back before the game, and whose place in the order is kept."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Whoever sat down with the token of this hash.

    `left` is when they left, in milliseconds since 1970, UTC; None while they are here, or where an earlier
    version kept no time.
    """

    token: str
    left: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody called `name` will have a bot's seat, and prove it by the token of this hash."""

    name: str
    token: str
    kind: str
    run_by: str


class SeatState(NamedTuple):
    """A seat of a table, secrets included.

    `token` is a hash, None for a bot and for somebody whom the host had leave during a game. `text` is for
    the next game. `stand_in` is the bot that plays for somebody who is away; the seat stays theirs. `missed`
    is how often in a row its time was up, `lent` whether a bot plays its turn, `chosen_by_bot` whether a bot
    has made its last choice in a person's place. `claim` is who will have a bot's seat once no round goes on.
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
        """Return the seat as a game begins there."""
        return SeatState(self.sitter, self.token, stand_in=self.stand_in, claim=self.claim)


FREE_SEAT: Final = SeatState()


def with_seat(table: "Table", seat: int, **changes: Any) -> "Table":
    """Return the table with other values in the fields of a seat that `changes` names."""
    return replace(table, seats=with_item(table.seats, seat, table.seats[seat]._replace(**changes)))


def unready(seats: Iterable[SeatState]) -> tuple[SeatState, ...]:
    """Return these seats, of which none is ready."""
    return tuple([each._replace(ready=False) if each.ready else each for each in seats])


def came_or_went(table: "Table", event: Sat | Left | Kicked | Claimed | Unclaimed) -> "Table":
    """Return the table after somebody came to a seat, or left it, now or once the round is over."""
    match event:
        case Sat(seat, name, kind, token, run_by):
            return _arrived(_seated(table, seat, SeatState(Sitter(name, kind, run_by), token)), seat)
        case Left(seat, at):
            return _seated(since(table, seat, at), seat, FREE_SEAT)
        case Kicked(seat):
            table = _barred(table, table.seats[seat].token or "")
            now = FREE_SEAT if table.state is None else table.seats[seat]._replace(token=None)
            return _seated(table, seat, now)
        case Claimed(seat, name, token, kind, run_by):
            return with_seat(table, seat, claim=Claim(name, token, kind, run_by))
        case Unclaimed(seat, barred):
            claim = table.seats[seat].claim
            table = _barred(table, claim.token) if barred and claim is not None else table
            return with_seat(table, seat, claim=None)


def _barred(table: "Table", token: str) -> "Table":
    return replace(table, barred=(*table.barred, token)[-_MAX_BARRED:])


def arranged(table: "Table", config: TableConfig, rules: Rules | None) -> "Table":
    """Return the table that is kept so; who was ready for another game or another pace, is so no longer.

    Rules for the next game put the one that is over away: people gather again as before the first.
    """
    before, after = asdict(table.config), asdict(config)
    changed = [name for name in after if before[name] != after[name]]
    if rules not in (None, table.rules):
        changed.append("rules")
    table = replace(table, config=config, changed=tuple(changed))
    if {"rules", "turn_seconds", "bank_seconds"}.intersection(changed):
        table = replace(table, seats=unready(table.seats))
    if rules is None:
        return table
    table = table if table.state is None else _put_away(table)
    return _for_seats(replace(table, rules=rules), rules.seats)


def _put_away(table: "Table") -> "Table":
    """The table without its last game; who had to leave during that has left, and the bot has the seat."""
    seats = [
        SeatState(each.stand_in) if each.token is None and each.sitter and each.sitter.human else each
        for each in table.seats
    ]
    return replace(table, state=None, dealer=None, clock=None, seats=unready(seats))


def _for_seats(table: "Table", seats: int) -> "Table":
    """The table with that many seats; where some would be lost that are taken, they move up in order.

    Where there are too few for all, the last bots go.
    """
    taken = [seat for seat, each in enumerate(table.seats) if each.sitter is not None]
    kept = list(range(min(seats, len(table.seats))))
    if taken and taken[-1] >= seats:
        bots = [seat for seat in taken if table.seats[seat].token is None]
        gone = bots[len(bots) - max(0, len(taken) - seats) :]
        kept = [seat for seat in taken if seat not in gone]
    moved = [
        SeatState(each.sitter, each.token, each.text, each.ready, each.stand_in)
        for each in map(table.seats.__getitem__, kept)
    ]
    return replace(table, seats=(*moved, *(FREE_SEAT,) * (seats - len(kept))))


def _seated(table: "Table", seat: int, state: SeatState) -> "Table":
    """The table with somebody else, or nobody, on that seat."""
    return replace(table, seats=with_item(table.seats, seat, state))


def _arrived(table: "Table", seat: int) -> "Table":
    """The table at which this person has sat down: where they were in the order, if here before."""
    token = table.seats[seat].token
    if token is None or any(guest.token == token for guest in table.guests):
        return since(table, seat, None)
    away = [guest for guest in table.guests if guest.token not in table.tokens]
    # Whoever was here first is forgotten last, so that nobody else's coming and going makes them so.
    kept = tuple(guest for guest in table.guests if guest not in away[_MAX_AWAY:])
    return replace(table, guests=(*kept, Guest(token)))


def since(table: "Table", seat: int, left: int | None) -> "Table":
    """Return the table whose person on this seat left then, or is here if that is None."""
    token = table.seats[seat].token
    guests = tuple(Guest(token, left) if guest.token == token else guest for guest in table.guests)
    return replace(table, guests=guests)
