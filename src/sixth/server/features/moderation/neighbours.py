"""The others at a table, as somebody may mute or report them."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from sixth.server.people.mutes import muted_of
from sixth.server.people.person import seat_id
from sixth.server.store.people_schema import person_seats
from sixth.server.table.state import Table

_SHORT: Final = 16
"""Letters of the hash of a seat's token that name who has it on the page of the table."""


class Neighbour(NamedTuple):
    """Another at a table: their `short` name there, their id, and whether one has muted them."""

    short: str
    person_id: str
    muted: bool


def neighbours_of(connection: Connection, person_id: str, table: Table) -> Mapping[int, Neighbour]:
    """Return the others at a table by seat, people and programs."""
    tokens = {seat: token for seat, token in enumerate(table.tokens) if token is not None}
    seats = person_seats.c
    here = (seats.table_id == table.id) & seats.proof.in_(tokens.values())
    people = {row.proof: row.person_id for row in connection.execute(select(person_seats).where(here))}
    ids = {seat: people.get(token) or seat_id(token) for seat, token in tokens.items()}
    muted = muted_of(connection, person_id)
    return {
        seat: Neighbour(tokens[seat][:_SHORT], other, other in muted)
        for seat, other in ids.items()
        if other != person_id
    }
