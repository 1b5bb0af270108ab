"""The erasure and merging of people in rated games, which leave the ratings of others as they are.

The numbers of others follow from games with this person, so the games stay, with a random name in place of
the person, also those that still go on. It is the same in all of them, and leads to nobody.
"""

import json
from typing import Final

from sqlalchemy import Connection, Table, select, text, update

from sixth.rules.codec import dumps
from sixth.server.store.people_schema import people, person_ratings, rated_games, rated_seats
from sixth.server.table.identity import new_id

_GONE: Final = "gone-"


def lock_rated_games(connection: Connection) -> None:
    """Keep others from writing rated games in this transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE rated_games IN SHARE ROW EXCLUSIVE MODE"))


def forget_ratings(connection: Connection, person_id: str) -> None:
    """Have a random name take the place of a person, whose ratings and rated games go on without them."""
    lock_rated_games(connection)
    _rename(connection, person_id, _GONE + new_id())


def merge_ratings(connection: Connection, person_id: str, into: str) -> None:
    """Merge the ratings of two people: `into` gets those of the older of the two who has any.

    Where neither has, a first rated game that goes on counts as well.
    """
    older = _older_in(connection, person_ratings, person_id, into)
    older = older or _older_in(connection, rated_seats, person_id, into)
    if older == person_id:
        forget_ratings(connection, into)
        _rename(connection, person_id, into)
    elif older is not None:
        forget_ratings(connection, person_id)


def _older_in(connection: Connection, table: Table, *person_ids: str) -> str | None:
    """Return the oldest of these people among those in a table."""
    these = people.c.person_id.in_(person_ids) & people.c.person_id.in_(select(table.c.person_id))
    return connection.scalar(select(people.c.person_id).where(these).order_by(people.c.since).limit(1))


def _rename(connection: Connection, person_id: str, name: str) -> None:
    for table in (person_ratings, rated_seats):
        connection.execute(update(table).where(table.c.person_id == person_id).values(person_id=name))
    has_played = rated_games.c.players.contains(person_id, autoescape=True)
    for row in connection.execute(select(rated_games).where(has_played)).all():
        players = json.loads(row.players)
        for player in players:
            if player.get("person") == person_id:
                player["person"] = name
        same = update(rated_games).where(rated_games.c.game_id == row.game_id)
        connection.execute(same.values(players=dumps(players)))
