"""The ends of games: each is written with its last event, and is here until the features have read it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, select

from sixth.rules.codec import dumps, loads
from sixth.rules.display.standings import standings
from sixth.rules.events import GameEnded
from sixth.rules.games import kept_name
from sixth.server.store.schema import game_ends, insert_new
from sixth.server.store.writer import StoreRows
from sixth.server.table.codec import loads_event
from sixth.server.table.fold import TableStep, apply_event, fold
from sixth.server.table.state import Table, current_game, seats_of


class SeatEnd(NamedTuple):
    """The result of a seat, and who had it at the end of the game.

    `proof` is the hash of the seat's token, None for a bot and for a person whom the host has removed. A
    person has `left` who was away at the end, and in the game when they went away.
    """

    name: str
    kind: str
    proof: str | None
    place: int
    heads: int
    rounds: int
    left: bool


class GameEnd(NamedTuple):
    """The end of a game, which was not broken off.

    `began_at` and `ended_at` are ISO 8601; the store sets `ended_at`. `game` is the name of the rules, with
    their end where only that differs ("classic rounds:1"), "" for none, and `daily` the day whose deal was
    played, "" for none. The deals of a `known` game were known before. A game is `deserted` if all people
    left it who were there when it began.
    """

    game_id: str
    table_id: str
    began_at: str
    game: str
    daily: str
    known: bool
    rated: bool
    deserted: bool
    seats: Sequence[SeatEnd]
    ended_at: str = ""


def ends_of(steps: Iterable[TableStep]) -> Sequence[GameEnd]:
    """Return the ends of the games that end in these steps."""
    return [_end(table) for event, table in steps if isinstance(event, GameEnded)]


def ends_in(table_id: str, rows: Iterable[tuple[str, str]]) -> Iterator[GameEnd]:
    """Yield the ends of all games in the log of a table, whose rows are times and events as JSON."""
    table: Table | None = None
    for at, body in rows:
        event = loads_event(body)
        table = apply_event(table, event) if table else fold(table_id, [event])
        if isinstance(event, GameEnded):
            yield _end(table)._replace(ended_at=at)


def dumps_end(end: GameEnd) -> str:
    """Return the end of a game as JSON."""
    return dumps(end._asdict())


def loads_end(body: str, ended_at: str) -> GameEnd:
    """Return the end of a game, at that time, from JSON."""
    values = loads(body)
    seats = [SeatEnd(*each) for each in values["seats"]]
    return GameEnd(**values | {"seats": seats, "ended_at": ended_at})


def _end(table: Table) -> GameEnd:
    began_at, present, left = table.attendance
    results = sorted(standings(current_game(table)), key=lambda each: each.seat)
    seats = [
        SeatEnd(who.name, who.kind, each.token, result.place, result.total, result.rounds, seat in left)
        for seat, (who, each, result) in enumerate(
            zip(seats_of(table.sitters), table.seats, results, strict=True)
        )
    ]
    return GameEnd(
        game_id=table.game_id or "",
        table_id=table.id,
        began_at=began_at,
        game=kept_name(table.rules),
        daily=table.daily,
        known=table.again != "" or table.practice,
        rated=table.config.rated,
        deserted=present <= left,
        seats=seats,
    )


KeepEnds = Callable[[Connection, Sequence[GameEnd]], None]
"""Writes what is kept of ended games, in the transaction of the connection; may be called again."""

_AT_ONCE: Final = 20
"""Games that one transaction reads."""


class GameEnds(StoreRows):
    """The ended games to read, in the database of the logs."""

    def read(self, keep: KeepEnds) -> bool:
        """Pass the next games to `keep`, oldest first, each once; return whether there may be more.

        What `keep` writes is committed together with the deletion of their rows, or not at all.
        """
        some = select(game_ends.c.game_id).limit(1)
        if self._read(lambda connection: connection.execute(some).first()) is None:
            return False
        return self._writer.submit("game ends", partial(_take, keep=keep)).result() == _AT_ONCE


def write(connection: Connection, ends: Iterable[GameEnd], ended_at: str) -> None:
    """Write the games that have ended, in the transaction that writes their last events."""
    for end in ends:
        values = {"game_id": end.game_id, "table_id": end.table_id, "ended_at": ended_at}
        insert_new(connection, game_ends, **values, body=dumps_end(end))


def _take(connection: Connection, keep: KeepEnds) -> int:
    # Another process waits here for the end of this transaction, and finds the rows after these.
    query = select(game_ends).order_by(game_ends.c.ended_at, game_ends.c.game_id).limit(_AT_ONCE)
    rows = connection.execute(query.with_for_update()).all()
    if rows:
        keep(connection, [loads_end(row.body, row.ended_at) for row in rows])
        read = game_ends.c.game_id.in_([row.game_id for row in rows])
        connection.execute(delete(game_ends).where(read))
    return len(rows)
