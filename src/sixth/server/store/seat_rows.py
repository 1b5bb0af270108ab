"""Rows about seats that an append writes with its events: whose new seats are, whose ratings games count for.

Both are true from that moment on. A person who could become somebody else later would choose by the result.
The results of seats at the end of a game are written with it, too (`game_ends`).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from sqlalchemy import Connection, Select, insert, select

from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import people, person_browsers, person_seats, rated_seats
from sixth.server.store.schema import insert_new
from sixth.server.table.identity import SeatTaker


class RatedSeat(NamedTuple):
    """A seat of a rated game that begins, and the hash of its token."""

    game: str
    seat: int
    proof: str


class SeatRows(NamedTuple):
    """The browsers that take seats, by the hashes of the tokens, the seats of rated games that begin, and the
    games that end, with the result of each seat.
    """

    takers: Mapping[str, SeatTaker] = MappingProxyType({})
    rated: Sequence[RatedSeat] = ()
    ends: Sequence[GameEnd] = ()


NO_SEATS: Final = SeatRows()


def write(connection: Connection, table: str, rows: SeatRows) -> None:
    """Write these rows of a table, but for the ends of games, in the transaction that writes their events."""
    for proof, taker in rows.takers.items():
        insert_new(connection, person_seats, table_id=table, proof=proof, person_id=_owner(connection, taker))
    for game, seat, proof in rows.rated:
        owner = owner_of(table, proof).where(people.c.name != "")
        if alias := connection.scalar(owner.with_only_columns(people.c.alias)):
            values = {"game_id": game, "seat": seat, "table_id": table, "alias": alias}
            connection.execute(insert(rated_seats).values(**values))


def owner_of(table: str, proof: str) -> Select[str]:
    """Return the query for the person of a seat by the hash of its token; a deleted one is nobody."""
    return (
        select(people.c.person_id)
        .join(person_seats, person_seats.c.person_id == people.c.person_id)
        .where(person_seats.c.table_id == table, person_seats.c.proof == proof)
    )


def _owner(connection: Connection, taker: SeatTaker) -> str:
    """Return the person of a browser, who may be a new guest."""
    browser, label, at, guest, mark, _named = taker
    known = select(person_browsers.c.person_id).where(person_browsers.c.proof == browser)
    if person := connection.scalar(known):
        return str(person)
    since = {"since": at, "seen_at": at}
    connection.execute(insert(people).values(person_id=guest, name="", mark=mark, shown="hidden", **since))
    connection.execute(insert(person_browsers).values(proof=browser, person_id=guest, label=label, **since))
    return guest
