"""Which table a game that is over was played at, kept beside the logs in the same database.

A game that still goes on is here too, but nobody finds it: to whoever asks it is as if it did not exist.
"""

from collections.abc import Iterable

from sqlalchemy import Connection, or_, select, update

from sixth.rules.codec import loads
from sixth.rules.events import Abandoned, GameEnded
from sixth.server.store.schema import games, insert_new, log
from sixth.server.table.events import Began, TableEvent

_BEGAN = "began"
_ENDED = ("game_ended", "abandoned")


def note(connection: Connection, table: str, events: Iterable[TableEvent]) -> None:
    """Note the games that begin and end by these events; part of the transaction that writes them."""
    for event in events:
        if isinstance(event, Began):
            _begun(connection, table, event.game)
        elif isinstance(event, GameEnded | Abandoned):
            _over(connection, table)


def _begun(connection: Connection, table: str, game: str) -> None:
    insert_new(connection, games, game_id=game, table_id=table, over=False)


def _over(connection: Connection, table: str) -> None:
    connection.execute(update(games).where(games.c.table_id == table).values(over=True))


def table_of(connection: Connection, game: str) -> str | None:
    """Return the table where a game was played that is over, or None."""
    found = connection.scalar(select(games.c.table_id).where(games.c.game_id == game, games.c.over))
    return None if found is None else str(found)


def catch_up(connection: Connection) -> None:
    """Note the games of a database that was written before there was a list of them."""
    if connection.execute(select(games.c.game_id).limit(1)).first() is not None:
        return
    kinds = [log.c.happening.like(f'{{"event":"{kind}"%') for kind in (_BEGAN, *_ENDED)]
    wanted = select(log.c.table_id, log.c.happening).where(or_(*kinds))
    for table, body in connection.execute(wanted.order_by(log.c.table_id, log.c.version)).all():
        event = loads(body)
        if event["event"] == _BEGAN:
            _begun(connection, table, event["game"])
        else:
            _over(connection, table)
