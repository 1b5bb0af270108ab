"""What people have that goes to another whom they become, and what ends with them."""

from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from sixth.server.features.people.rated import merge_ratings
from sixth.server.features.people.ties import move_ties
from sixth.server.store.people_schema import (
    lock_people,
    passkey_challenges,
    people,
    person_actions,
    person_browsers,
    person_codes,
    person_games,
    person_links,
    person_names,
    person_passkeys,
    person_pushes,
    person_puzzles,
    person_seats,
    rating_board,
)

NOT_MOVED: Final = (
    *(person_names, person_links, person_codes, person_actions, passkey_challenges),
    rating_board,
)
"""Tables whose rows end with their person, also where two people become one."""


MERGED: Final = (person_puzzles,)
"""Tables with the person in their key; where two people become one, the rows of the one who stays stay."""


def move_person(connection: Connection, person_id: str, into: str) -> None:
    """Give the browsers, seats, games, passkeys, puzzles and ties of a person to another, delete the rest.

    A bar or a mute by the host goes on for the longer of the two times.
    """
    # First, so that rated games that begin at the same time wait, or are found here.
    lock_people(connection, (person_id, into))
    both = people.c.person_id.in_((person_id, into))
    for column in (people.c.barred_until, people.c.muted_until):
        longer = connection.scalar(select(func.max(column)).where(both))
        connection.execute(update(people).where(people.c.person_id == into).values({column: longer}))
    merge_ratings(connection, person_id, into)
    for table in MERGED:
        theirs = table.alias()
        others = [theirs.c[each.name] == each for each in table.primary_key if each.name != "person_id"]
        is_there = select(theirs.c.person_id).where(theirs.c.person_id == into, *others).exists()
        connection.execute(delete(table).where(table.c.person_id == person_id, is_there))
        connection.execute(update(table).where(table.c.person_id == person_id).values(person_id=into))
    for table in (person_browsers, person_seats, person_games, person_passkeys, person_pushes):
        connection.execute(update(table).where(table.c.person_id == person_id).values(person_id=into))
    for table in (*NOT_MOVED, people):
        connection.execute(delete(table).where(table.c.person_id == person_id))
    connection.execute(delete(person_links).where(person_links.c.other_id == person_id))
    move_ties(connection, person_id, into)
