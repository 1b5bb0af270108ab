"""The end of a game as a value: the result of each seat, and who had it. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sixth.rules.codec import dumps, loads
from sixth.rules.display.standings import standings
from sixth.rules.events import GameEnded
from sixth.rules.games import name_of
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

    `began_at` and `ended_at` are ISO 8601; the store sets `ended_at`. `game` is the name of the rules, "" for
    none, and `daily` the day whose deal was played, "" for none. The deals of a `known` game were known
    before. A game is `deserted` if all people left it who were there when it began.
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
    attendance, results = table.attendance, {each.seat: each for each in standings(current_game(table))}
    return GameEnd(
        game_id=table.game_id or "",
        table_id=table.id,
        began_at=attendance.began_at,
        game=name_of(table.rules) or "",
        daily=table.daily,
        known=table.again != "" or table.practice,
        rated=table.config.rated,
        deserted=attendance.present <= attendance.left,
        seats=[
            SeatEnd(
                who.name,
                who.kind,
                table.seats[seat].token,
                results[seat].place,
                results[seat].total,
                results[seat].rounds,
                seat in attendance.left,
            )
            for seat, who in enumerate(seats_of(table.sitters))
        ],
    )
