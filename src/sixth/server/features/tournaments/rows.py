"""Rows of tournaments: their logs, the tables of their rounds, and the people of their players."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Delete, Row, Select, Update, delete, insert, select, update
from sqlalchemy.sql import func

from sixth.rules.codec import dumps, loads
from sixth.server.features.tournaments.tables import (
    tournament_events,
    tournament_people,
    tournament_tables,
    tournaments,
)
from sixth.server.store import ConflictError
from sixth.server.store.game_ends import GameEnd
from sixth.server.store.people_schema import hand_over, people, person_browsers
from sixth.server.store.schema import held_tables, insert_new, sayable
from sixth.server.store.seat_rows import person_of_taker
from sixth.server.store.writer import StoreRows
from sixth.server.table.identity import SeatTaker, new_id
from sixth.tournaments import codec
from sixth.tournaments.events import Player, TournamentEvent

HOST_ROW: Final = ""
"""The player of the row that names the host."""

Owners = Mapping[Player, SeatTaker]
"""The browsers whose people the players are from now on; the host is `HOST_ROW`."""

NO_OWNERS: Final[Owners] = {}


class TableRow(NamedTuple):
    """A table of a round online; `heads` by seat are those of its first `game`, () until that has ended."""

    table_id: str
    code: str
    round: int
    number: int
    game: str = ""
    heads: tuple[int, ...] = ()


class Changes(NamedTuple):
    """What is written with events: the time, when the site goes on by itself, and other rows.

    With `keeps_due` the site goes on when it was to do so before.
    `owners` are the people of players, `tables` those of a round that begins, which are held back if
    `is_held`. The tables of the `undone_round` are no longer its own. Those of the rounds that are `released`
    are no longer held back. `stages` are new ones of tables that are open: round, number and stage. Times
    are ms since 1970, UTC.
    """

    now: int
    due_at: int | None = None
    keeps_due: bool = False
    owners: Owners = NO_OWNERS
    tables: Sequence[TableRow] = ()
    is_held: bool = False
    undone_round: int = 0
    released: Sequence[int] = ()
    stages: Sequence[tuple[int, int, str]] = ()


class TournamentRows(StoreRows):
    """The tournaments of a site; codes and events are written as one transaction."""

    def create(self, code: str, secret: str, events: Sequence[TournamentEvent], changes: Changes) -> bool:
        """Write a new tournament with its first events; return False if the code is in use."""

        def write(connection: Connection) -> bool:
            if connection.scalar(select(tournaments.c.code).where(tournaments.c.code == code)):
                return False
            row = {"code": code, "secret": secret, "version": 0, "changed_at": changes.now}
            connection.execute(insert(tournaments).values(**row))
            _append(connection, code, 0, events, changes)
            return True

        return self._writer.submit(code, write).result()

    def append(self, code: str, version: int, events: Sequence[TournamentEvent], changes: Changes) -> None:
        """Write events after `version`; all is on disk when this returns.

        Raises:
            ConflictError: the log is not `version` long.
        """
        self._writer.submit(
            code, lambda connection: _append(connection, code, version, events, changes)
        ).result()

    def secret(self, code: str) -> str | None:
        """Return the secret of a tournament, None if there is none of that code."""
        if not sayable(code):
            return None
        query = select(tournaments.c.secret).where(tournaments.c.code == code)
        secret: str | None = self._read(lambda connection: connection.scalar(query))
        return secret

    def load(self, code: str, after: int) -> Sequence[TournamentEvent]:
        """Return the events of a tournament after number `after`."""
        events = tournament_events.c
        query = select(events.body).where(events.code == code, events.number > after)
        bodies = self._read(
            lambda connection: connection.execute(query.order_by(events.number)).scalars().all()
        )
        return [codec.loads(body) for body in bodies]

    def due(self, now: int) -> Sequence[str]:
        """Return the tournaments in which the site has to go on by itself at that time."""
        query = select(tournaments.c.code).where(tournaments.c.due_at <= now)
        codes: Sequence[str] = self._read(lambda connection: connection.execute(query).scalars().all())
        return codes

    def next_due(self) -> int | None:
        """Return the earliest time at which the site goes on by itself."""
        query = select(func.min(tournaments.c.due_at))
        due: int | None = self._read(lambda connection: connection.scalar(query))
        return due

    def set_due(self, code: str, version: int, due_at: int | None) -> None:
        """Set when the site goes on by itself, unless the log has grown beyond `version`."""
        same = update(tournaments).where(tournaments.c.code == code, tournaments.c.version == version)
        self._change(code, same.values(due_at=due_at))

    # -------------------------------------------------------------- tables

    def tables_at(self, stage: str) -> Sequence[TableRow]:
        """Return all tables at a stage, `due`, `over` or `judge`."""
        query = select(tournament_tables).where(tournament_tables.c.stage == stage)
        query = query.order_by(*(tournament_tables.c[name] for name in ("code", "round", "number")))
        rows = self._read(lambda connection: connection.execute(query).all())
        return [_table_row(row) for row in rows]

    def tables_of(self, code: str) -> Sequence[TableRow]:
        """Return all tables of a tournament that are there, in the order of rounds and numbers."""
        tables = tournament_tables.c
        query = select(tournament_tables).where(tables.code == code).order_by(tables.round, tables.number)
        rows = self._read(lambda connection: connection.execute(query).all())
        return [_table_row(row) for row in rows]

    def place_of(self, table_id: str) -> TableRow | None:
        """Return the row of a table, None if it is that of no tournament."""
        query = select(tournament_tables).where(tournament_tables.c.table_id == table_id)
        row = self._read(lambda connection: connection.execute(query).one_or_none())
        return row and _table_row(row)

    def stage_of(self, table_id: str) -> str:
        """Return the stage of a table, "" if there is none."""
        tables = tournament_tables.c
        query = select(tables.stage).where(tables.table_id == table_id)
        return str(self._read(lambda connection: connection.scalar(query)) or "")

    def set_stage(self, table_ids: Sequence[str], before: str, stage: str) -> None:
        """Move tables from one stage on to another."""
        these = tournament_tables.c.table_id.in_(table_ids) & (tournament_tables.c.stage == before)
        self._change("", update(tournament_tables).where(these).values(stage=stage))

    def _change(self, key: str, statement: Update | Delete) -> None:
        def write(connection: Connection) -> None:
            connection.execute(statement)

        self._writer.submit(key, write).result()

    # -------------------------------------------------------------- people

    def players_of(self, code: str, person_id: str) -> Sequence[Player]:
        """Return which players of a tournament a person is, `HOST_ROW` for the host."""
        own = tournament_people.c
        query = select(own.player).where(own.code == code, own.person_id == person_id)
        players: Sequence[Player] = self._read(
            lambda connection: connection.execute(query.order_by(own.player)).scalars().all()
        )
        return players

    def takers(self, code: str, now: int) -> Owners:
        """Return the people of players, each by the browser where they were last, as takers of seats."""
        own, browsers = tournament_people.c, person_browsers.c
        query = (
            select(own.player, browsers.proof, browsers.label, people.c.mark, people.c.name)
            .select_from(tournament_people)
            .join(people, people.c.person_id == own.person_id)
            .join(person_browsers, browsers.person_id == people.c.person_id)
            .where(own.code == code)
            .order_by(browsers.seen_at)
        )
        rows = self._read(lambda connection: connection.execute(query).all())
        return {
            row.player: SeatTaker(row.proof, row.label, now, new_id(), row.mark, row.name != "")
            for row in rows
        }

    def erased_players(self, most: int) -> Sequence[tuple[str, Player]]:
        """Return up to `most` players, each with the code of the tournament, whose people are deleted."""
        query = select(tournament_people.c.code, tournament_people.c.player)
        query = query.where(tournament_people.c.person_id.is_(None)).limit(most)
        return [tuple(row) for row in self._read(lambda connection: connection.execute(query).all())]

    def rewrite(self, code: str, change: Callable[[TournamentEvent], TournamentEvent]) -> None:
        """Rewrite the events of a tournament in which `change` changes something."""

        def write(connection: Connection) -> None:
            events = tournament_events.c
            rows = connection.execute(select(events.number, events.body).where(events.code == code))
            for number, body in rows.all():
                event = codec.loads(body)
                if (other := change(event)) != event:
                    same = (events.code == code) & (events.number == number)
                    connection.execute(update(tournament_events).where(same).values(body=codec.dumps(other)))

        self._writer.submit(code, write).result()

    def disown(self, code: str, player: Player) -> None:
        """Drop the row that says whose a player is."""
        own = tournament_people.c
        self._change(code, delete(tournament_people).where(own.code == code, own.player == player))

    def old(self, before: int) -> Sequence[str]:
        """Return the codes of the tournaments in which nothing has happened since `before`."""
        codes: Sequence[str] = self._read(lambda connection: connection.execute(_old(before)).scalars().all())
        return codes

    def delete_old(self, before: int) -> Sequence[str]:
        """Delete the tournaments that are `old`; return their codes."""

        def write(connection: Connection) -> Sequence[str]:
            codes = connection.execute(_old(before).with_for_update()).scalars().all()
            held = select(tournament_tables.c.table_id).where(tournament_tables.c.code.in_(codes))
            connection.execute(delete(held_tables).where(held_tables.c.table_id.in_(held)))
            for table in (tournament_people, tournament_tables, tournament_events, tournaments):
                connection.execute(delete(table).where(table.c.code.in_(codes)))
            return codes

        return self._writer.submit("", write).result()


class PersonTournament(NamedTuple):
    """A tournament of a person, as whose player they play; "" for its host."""

    code: str
    player: Player


def tournaments_of(connection: Connection, person_id: str) -> Sequence[PersonTournament]:
    """Return the tournaments of a person, the latest first."""
    own = tournament_people.c
    query = select(own.code, own.player).join(tournaments, tournaments.c.code == own.code)
    query = query.where(own.person_id == person_id).order_by(tournaments.c.changed_at.desc(), own.player)
    return [PersonTournament(*row) for row in connection.execute(query)]


def merge_players(connection: Connection, person_id: str, into: str) -> None:
    """Hand the players of a person over to another."""
    hand_over(connection, tournament_people.c.person_id, person_id, into)


def keep_heads(connection: Connection, ends: Sequence[GameEnd]) -> None:
    """Keep the results of the first games at tables of tournaments, for the loop that reports them."""
    for end in ends:
        first = (tournament_tables.c.table_id == end.table_id) & (tournament_tables.c.game == "")
        heads = dumps([seat.heads for seat in end.seats])
        result = {"stage": "over", "game": end.game_id, "heads": heads}
        connection.execute(update(tournament_tables).where(first).values(**result))


def _old(before: int) -> Select[str]:
    return select(tournaments.c.code).where(tournaments.c.changed_at < before)


def _table_row(row: Row[Any]) -> TableRow:
    heads = tuple(loads(row.heads or "[]"))
    return TableRow(row.table_id, row.code, row.round, row.number, row.game, heads)


def _append(
    connection: Connection, code: str, version: int, events: Sequence[TournamentEvent], changes: Changes
) -> None:
    own = (tournaments.c.code == code) & (tournaments.c.version == version)
    tables = tournament_tables.c
    row: dict[str, object] = {"version": version + len(events), "changed_at": changes.now}
    if not changes.keeps_due:
        row["due_at"] = changes.due_at
    # Another process waits here for the end of this transaction, and finds another version.
    if connection.execute(update(tournaments).where(own).values(**row)).rowcount != 1:
        raise ConflictError
    bodies = [
        {"code": code, "number": version + at, "body": codec.dumps(event)}
        for at, event in enumerate(events, start=1)
    ]
    connection.execute(insert(tournament_events), bodies)
    for player, taker in changes.owners.items():
        key = {"code": code, "player": player}
        insert_new(connection, tournament_people, **key, person_id=person_of_taker(connection, taker))
    if changes.released:
        free = select(tables.table_id).where(tables.code == code, tables.round.in_(changes.released))
        connection.execute(delete(held_tables).where(held_tables.c.table_id.in_(free)))
    if changes.undone_round:
        undone = tables.round == changes.undone_round
        connection.execute(delete(tournament_tables).where(tables.code == code, undone))
    rows = [
        {"table_id": each.table_id, "code": code, "round": each.round, "number": each.number, "stage": "due"}
        for each in changes.tables
    ]
    if rows:
        connection.execute(insert(tournament_tables), rows)
    for each in changes.tables if changes.is_held else ():
        insert_new(connection, held_tables, table_id=each.table_id)
    for number, at, stage in changes.stages:
        opened = (tables.round == number) & (tables.number == at) & (tables.stage != "due")
        change = update(tournament_tables).where(tables.code == code, opened)
        connection.execute(change.values(stage=stage))
