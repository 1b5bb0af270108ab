"""The erasure and merging of people in rated games, which leave the ratings of others as they are.

The numbers of others follow from games with this person, so the games stay, with a random name in place of
the person. It is the same in all of them, and leads to nobody.
"""

import json
from typing import Final

from sqlalchemy import Connection, delete, select, text, update

from sixth.rules.codec import dumps
from sixth.server.store.people_schema import people, person_ratings, rated_games
from sixth.server.table.identity import new_id

_GONE: Final = "gone-"


def is_gone(person_id: str) -> bool:
    """Return whether an id in a rated game stands for a person who is gone."""
    return person_id.startswith(_GONE)


def lock_rated_games(connection: Connection) -> None:
    """Keep others from writing rated games in this transaction; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE rated_games IN SHARE ROW EXCLUSIVE MODE"))


def forget_ratings(connection: Connection, person_id: str) -> None:
    """Delete the ratings of a person, and take them out of their games."""
    lock_rated_games(connection)
    connection.execute(delete(person_ratings).where(person_ratings.c.person_id == person_id))
    _rename(connection, person_id, _GONE + new_id())


def merge_ratings(connection: Connection, person_id: str, into: str) -> None:
    """Merge the ratings of two people: `into` gets those of the older of the two who has any."""
    rated = select(person_ratings.c.person_id)
    both = (people.c.person_id.in_((person_id, into))) & people.c.person_id.in_(rated)
    older = connection.scalar(select(people.c.person_id).where(both).order_by(people.c.since).limit(1))
    if older == person_id:
        forget_ratings(connection, into)
        same = update(person_ratings).where(person_ratings.c.person_id == person_id)
        connection.execute(same.values(person_id=into))
        _rename(connection, person_id, into)
    elif older is not None:
        forget_ratings(connection, person_id)


def _rename(connection: Connection, person_id: str, name: str) -> None:
    has_played = rated_games.c.players.contains(person_id, autoescape=True)
    for row in connection.execute(select(rated_games).where(has_played)).all():
        players = json.loads(row.players)
        for player in players:
            if player.get("person") == person_id:
                player["person"] = name
        same = update(rated_games).where(rated_games.c.game_id == row.game_id)
        connection.execute(same.values(players=dumps(players)))
