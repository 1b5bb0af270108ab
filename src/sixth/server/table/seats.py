"""The seats of a table: who comes to them, who leaves them, and what becomes of them as the host arranges it.

Part of the fold in `state`, and as pure.
"""

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

from sixth.rules.fold import with_item
from sixth.rules.options import Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Claimed, Kicked, Left, Sat, Sitter, Unclaimed

if TYPE_CHECKING:
    from sixth.server.table.state import Table

_MAX_BARRED: Final = 100

_MAX_AWAY: Final = 100
"""People who gave their seat back before the game, and whose place in the order is kept."""

_T = TypeVar("_T")


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


def came_or_went(table: "Table", event: Sat | Left | Kicked | Claimed | Unclaimed) -> "Table":
    """Return the table after somebody came to a seat, or left it, now or once the round is over."""
    match event:
        case Sat(seat, name, kind, token, run_by):
            return _arrived(_seated(table, seat, Sitter(name, kind, run_by), token), seat)
        case Left(seat, at):
            return _seated(since(table, seat, at), seat, None, None)
        case Kicked(seat):
            table = _barred(table, table.tokens[seat] or "")
            if table.state is None:
                return _seated(table, seat, None, None)
            return replace(table, tokens=with_item(table.tokens, seat, None))
        case Claimed(seat, name, token, kind, run_by):
            found = Claim(name, token, kind, run_by)
            return replace(table, claims=with_item(table.claims, seat, found))
        case Unclaimed(seat, barred):
            claim = table.claims[seat]
            table = _barred(table, claim.token) if barred and claim is not None else table
            return replace(table, claims=with_item(table.claims, seat, None))


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
        table = replace(table, ready=(False,) * table.rules.seats)
    if rules is None:
        return table
    table = table if table.state is None else _put_away(table)
    return _for_seats(replace(table, rules=rules), rules.seats)


def _put_away(table: "Table") -> "Table":
    """The table without its last game; who had to leave during that has left, and the bot has the seat."""
    for seat, (who, bot, token) in enumerate(zip(table.sitters, table.stand_ins, table.tokens, strict=True)):
        if who is not None and who.human and token is None:
            table = _seated(table, seat, bot, None)
    nobody = (False,) * len(table.sitters)
    return replace(table, state=None, dealer=None, clock=None, ready=nobody)


def _for_seats(table: "Table", seats: int) -> "Table":
    """The table with that many seats; where some would be lost that are taken, they move up in order.

    Where there are too few for all, the last bots go.
    """
    taken = [seat for seat, who in enumerate(table.sitters) if who is not None]
    kept = list(range(min(seats, len(table.sitters))))
    if taken and taken[-1] >= seats:
        bots = [seat for seat in taken if table.tokens[seat] is None]
        gone = bots[len(bots) - max(0, len(taken) - seats) :]
        kept = [seat for seat in taken if seat not in gone]

    def moved(held: tuple[_T, ...], empty: _T) -> tuple[_T, ...]:
        return (*(held[seat] for seat in kept), *(empty,) * (seats - len(kept)))

    return replace(
        table,
        sitters=moved(table.sitters, None),
        tokens=moved(table.tokens, None),
        texts=moved(table.texts, ""),
        ready=moved(table.ready, False),
        stand_ins=moved(table.stand_ins, None),
        missed=(0,) * seats,
        lent=(False,) * seats,
        chosen_by_bot=(False,) * seats,
        claims=(None,) * seats,
    )


def _seated(table: "Table", seat: int, who: Sitter | None, token: str | None) -> "Table":
    """The table with somebody else, or nobody, on that seat."""
    return replace(
        table,
        sitters=with_item(table.sitters, seat, who),
        tokens=with_item(table.tokens, seat, token),
        texts=with_item(table.texts, seat, ""),
        ready=with_item(table.ready, seat, False),
        stand_ins=with_item(table.stand_ins, seat, None),
        missed=with_item(table.missed, seat, 0),
        lent=with_item(table.lent, seat, False),
        chosen_by_bot=with_item(table.chosen_by_bot, seat, False),
        claims=with_item(table.claims, seat, None),
    )


def _arrived(table: "Table", seat: int) -> "Table":
    """The table at which this person has sat down: where they were in the order, if here before."""
    token = table.tokens[seat]
    if token is None or any(guest.token == token for guest in table.guests):
        return since(table, seat, None)
    away = [guest for guest in table.guests if guest.token not in table.tokens]
    # Whoever was here first is forgotten last, so that nobody else's coming and going makes them so.
    kept = tuple(guest for guest in table.guests if guest not in away[_MAX_AWAY:])
    return replace(table, guests=(*kept, Guest(token)))


def since(table: "Table", seat: int, left: int | None) -> "Table":
    """Return the table whose person on this seat left then, or is here if that is None."""
    token = table.tokens[seat]
    guests = tuple(Guest(token, left) if guest.token == token else guest for guest in table.guests)
    return replace(table, guests=guests)
