"""The table of each game, in the database of the logs.

Games that still go on are stored, too, but `table_of` returns finished games only, and none of a table that
is held back (`held_tables`). All that reads ended games asks `table_of` first.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, exists, select, update

from sixth.rules.events import Abandoned, GameEnded
from sixth.server.store.schema import games, held_tables, insert_new
from sixth.server.table.events import Began, TableEvent


@dataclass(frozen=True, slots=True)
class GameRows:
    """The games that some events of a table begin and end.

    `begun` says of each game that begins whether the events also end it; `ends` is whether they end a game.
    """

    begun: Mapping[str, bool]
    ends: bool


def games_in(events: Iterable[TableEvent]) -> GameRows:
    """Return the games that these events begin and end."""
    begun: dict[str, bool] = {}
    ends = False
    for event in events:
        if isinstance(event, Began):
            begun[event.game] = False
        elif isinstance(event, GameEnded | Abandoned):
            begun, ends = dict.fromkeys(begun, True), True
    return GameRows(begun, ends)


def note(connection: Connection, table: str, changes: GameRows) -> None:
    """Write the games that begin and end, in the transaction that writes their events."""
    if changes.ends:
        connection.execute(update(games).where(games.c.table_id == table).values(over=True))
    for game, is_over in changes.begun.items():
        insert_new(connection, games, game_id=game, table_id=table, over=is_over)


_READABLE: Final = games.c.over & ~exists().where(held_tables.c.table_id == games.c.table_id)


def table_of(connection: Connection, game: str) -> str | None:
    """Return the table of a finished game that is not held back, or None."""
    table = connection.scalar(select(games.c.table_id).where(games.c.game_id == game, _READABLE))
    return None if table is None else str(table)


def readable(connection: Connection, these: Collection[str]) -> Collection[str]:
    """Return those of these games that are finished and not held back, and whose logs are there."""
    query = select(games.c.game_id).where(games.c.game_id.in_(these), _READABLE)
    return set(connection.execute(query).scalars())
