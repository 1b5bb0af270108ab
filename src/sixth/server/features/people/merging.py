"""What people have that goes to another whom they become; all other rows end with their person."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from sixth.server.feature import Merge
from sixth.server.features.people.tables import person_games
from sixth.server.features.people.ties import merge_ties
from sixth.server.store.people_schema import hand_over, people, person_browsers, person_seats

_MOVED: Final = (person_browsers, person_seats, person_games)


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
    for table in _MOVED:
        hand_over(connection, table.c.person_id, person_id, into)
    merge_ties(connection, person_id, into)
    for merge in merges:
        merge(connection, person_id, into)
    connection.execute(delete(people).where(people.c.person_id == person_id))
