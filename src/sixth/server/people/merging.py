"""What people have that goes to another whom they become; all other rows end with their person."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, delete, func, select, update

from sixth.server.people.mutes import merge_mutes
from sixth.server.people.relations import merge_relations
from sixth.server.people.tables import person_passkeys
from sixth.server.store.people_schema import hand_over, people, person_browsers, person_seats

Merge = Callable[[Connection, str, str], None]
"""Hands rows that name a person over to another whom the person becomes, both by id; `hand_over` may help.

What it leaves of the person is deleted with the person, as the keys of the rows say.
"""


def move_person(connection: Connection, person_id: str, into: str, merges: Sequence[Merge]) -> None:
    """Have a person become another, and hand over what features keep of the person by these `merges`.

    A bar or a mute by the host goes on for the longer of the two times.
    """
    both = people.c.person_id.in_((person_id, into))
    # First, so that others who write rows that name the two wait, or their rows are found here.
    connection.execute(select(people.c.mark).where(both).order_by(people.c.person_id).with_for_update())
    for column in (people.c.barred_until, people.c.muted_until):
        longer = connection.scalar(select(func.max(column)).where(both))
        connection.execute(update(people).where(people.c.person_id == into).values({column: longer}))
    for table in (person_browsers, person_seats, person_passkeys):
        hand_over(connection, table.c.person_id, person_id, into)
    merge_relations(connection, person_id, into)
    merge_mutes(connection, person_id, into)
    for merge in merges:
        merge(connection, person_id, into)
    connection.execute(delete(people).where(people.c.person_id == person_id))
