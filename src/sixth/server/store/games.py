"""Which table a game that is over was played at, kept beside the logs in the same database.

A game that still goes on is here too, but nobody finds it: to whoever asks it is as if it did not exist.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, or_, select, update

from sixth.rules.codec import loads
from sixth.rules.events import Abandoned, GameEnded
from sixth.server.store.schema import games, insert_new, log
from sixth.server.table.events import Began, TableEvent

_BEGAN = "began"
_ENDED = ("game_ended", "abandoned")


@dataclass(frozen=True, slots=True)
class Games:
    """What some events mean for the games at a table: which begin, and whether each is over by them, too.

    `ends` says that whatever was played there before is over.
    """

    begun: Mapping[str, bool]
    ends: bool


def games_in(events: Iterable[TableEvent]) -> Games:
    """Return what these events mean for the games at their table."""
    begun: dict[str, bool] = {}
    ends = False
    for event in events:
        if isinstance(event, Began):
            begun[event.game] = False
        elif isinstance(event, GameEnded | Abandoned):
            begun, ends = dict.fromkeys(begun, True), True
    return Games(begun, ends)


def note(connection: Connection, table: str, found: Games) -> None:
    """Note the games that begin and end; part of the transaction that writes their events."""
    if found.ends:
        _over(connection, table)
    for game, is_over in found.begun.items():
        insert_new(connection, games, game_id=game, table_id=table, over=is_over)


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
            insert_new(connection, games, game_id=event["game"], table_id=table, over=False)
        else:
            _over(connection, table)
