"""The verification of a database: every stored game is played again from its log, table by table.

It writes nothing, and a server may go on meanwhile: each table is read at one moment.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Final

from sqlalchemy import Connection, Engine, Row, exists, select, text
from sqlalchemy.sql import func

from sixth.i18n import clause, gettext as _
from sixth.rules.events import Abandoned, Dealt, Event, GameEnded
from sixth.rules.record import Record, RecordError, read
from sixth.rules.sentence import Sentence, sentence
from sixth.rules.verify import verify
from sixth.server.store.schema import METADATA, deadlines, games, log
from sixth.server.table import clock
from sixth.server.table.codec import loads_event
from sixth.server.table.events import Began, OwnEvent, TableEvent
from sixth.server.table.fold import apply_event, fold
from sixth.server.table.state import Table, seats_of

_TABLES_AT_ONCE: Final = 100
"""Tables that are checked in one transaction."""

_MAX_FAULTS: Final = 10
"""Faults of one kind that are listed; more of them tell nothing new."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: its table ("" for the whole database), its version if there is one, and what is wrong."""

    table: str
    version: int | None
    what: Sentence

    def text(self) -> str:
        """Return the fault in one sentence, in the language in use."""
        what = clause(self.what)
        if not self.table:
            return what + "."
        if self.version is None:
            return _("Table {table}: {what}.").format(table=self.table, what=what)
        template = _("Table {table}, version {version}: {what}.")
        return template.format(table=self.table, version=self.version, what=what)


@dataclass(frozen=True, slots=True)
class TableReport:
    """The result of checking one table: its numbers of events and games, and its faults."""

    events: int
    games: int
    faults: tuple[Fault, ...]


@dataclass
class _Game:
    """A game in a log: its beginning with its version, its events, and the version of each."""

    began: Began
    at: int
    table: Table
    events: list[Event] = field(default_factory=list)
    versions: list[int] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return bool(self.events) and isinstance(self.events[-1], GameEnded | Abandoned)

    def record(self) -> Record:
        who = seats_of(self.table.sitters)
        return Record(self.began.game, self.table.rules, who, self.began.started, tuple(self.events))


def count(engine: Engine) -> int:
    """Return the number of tables to check."""
    with engine.connect() as connection:
        return connection.scalar(select(func.count(log.c.table_id.distinct()))) or 0


def check_tables(engine: Engine) -> Iterator[TableReport]:
    """Check every table, and yield a report of each."""
    last = ""
    while True:
        with engine.connect() as connection:
            query = select(log.c.table_id).where(log.c.table_id > last).distinct().order_by(log.c.table_id)
            tables = connection.execute(query.limit(_TABLES_AT_ONCE)).scalars().all()
            for table in tables:
                yield _check_table(connection, table)
        if not tables:
            return
        last = tables[-1]


def check_database(engine: Engine) -> tuple[Fault, ...]:
    """Return the faults beside the logs: a damaged file, and rows that name a table without a log."""
    faults = []
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            lines = connection.execute(text(f"PRAGMA integrity_check({_MAX_FAULTS})")).scalars().all()
            faults += [Fault("", None, Sentence(each)) for each in lines if each != "ok"]
        for other in METADATA.sorted_tables:
            if other is log or "table_id" not in other.c:
                continue
            orphan = ~exists().where(log.c.table_id == other.c.table_id)
            query = select(other.c.table_id).where(orphan).distinct().limit(_MAX_FAULTS)
            what = sentence("{list} names it, but there is no such table", list=other.name)
            faults += [Fault(table, None, what) for table in connection.execute(query).scalars()]
    return tuple(faults)


def _check_table(connection: Connection, table_id: str) -> TableReport:
    """Check the log of a table, the list of its games, and its deadline."""
    rows = connection.execute(
        select(log.c.version, log.c.at, log.c.happening)
        .where(log.c.table_id == table_id)
        .order_by(log.c.version)
    ).all()
    query = select(games.c.game_id, games.c.over).where(games.c.table_id == table_id)
    game_list = {row.game_id: row.over for row in connection.execute(query)}
    alarm = connection.scalar(select(deadlines.c.deadline_at).where(deadlines.c.table_id == table_id))
    try:
        table, played_games = _replay(table_id, _load_events(table_id, rows))
    except _FaultError as error:
        return TableReport(len(rows), 0, (error.fault,))
    faults = [
        *chain.from_iterable(_check_game(game, last=game is played_games[-1]) for game in played_games),
        *_check_list(table, played_games, game_list),
    ]
    if alarm is None and clock.alarm(table, 0) is not None:
        what = Sentence("it must be updated in time, but no deadline is stored for it")
        faults.append(Fault(table_id, len(rows), what))
    return TableReport(len(rows), len(played_games), tuple(faults))


class _FaultError(Exception):
    """A fault after which the log cannot be read on."""

    def __init__(self, table: str, version: int, what: Sentence) -> None:
        super().__init__(table)
        self.fault = Fault(table, version, what)


def _load_events(table_id: str, rows: Iterable[Row[int, str, str]]) -> list[TableEvent]:
    events = []
    for following, (version, at, body) in enumerate(rows, 1):
        if version != following:
            raise _FaultError(table_id, following, Sentence("it is missing"))
        try:
            datetime.fromisoformat(at)
            events.append(loads_event(body))
        except Exception as error:
            # A damaged row may raise any error.
            raise _FaultError(table_id, version, Sentence("it cannot be read")) from error
    return events


def _replay(table_id: str, events: Sequence[TableEvent]) -> tuple[Table, list[_Game]]:
    """Return the table after these events, and its games."""
    played_games: list[_Game] = []
    version = 1
    try:
        table = fold(table_id, events[:1])
        for version, event in enumerate(events[1:], 2):
            if isinstance(event, Dealt) and (table.dealer is None or event.proof != table.dealer.proof):
                raise _FaultError(
                    table_id, version, Sentence("the deal does not come from the promised secret")
                )
            table = apply_event(table, event)
            if isinstance(event, Began):
                played_games.append(_Game(event, version, table))
            elif not isinstance(event, OwnEvent):
                played_games[-1].events.append(event)
                played_games[-1].versions.append(version)
    except _FaultError:
        raise
    except Exception as error:
        # A fold takes events as facts, so events that cannot have happened may raise any error.
        raise _FaultError(
            table_id, version, Sentence("it does not follow from the events before it")
        ) from error
    return table, played_games


def _check_game(game: _Game, *, last: bool) -> Iterator[Fault]:
    """Yield the faults of a game: an event against the rules, or a deal that breaks its promise."""
    record = game.record()
    try:
        for _record in read(list(record.lines()), unfinished=last and not game.over):
            pass
    except RecordError as error:
        # Line 1 is the head; a missing end counts as one line more.
        at = [game.at, *game.versions, (game.versions or [game.at])[-1]][error.line - 1]
        hidden = Sentence("it breaks the rules (what they require is hidden while the game goes on)")
        # A host who checks the database may sit at one of its tables.
        yield Fault(game.table.id, at, error.sentence if game.over or not last else hidden)
        return
    why = verify(record).why if any(isinstance(event, Dealt) for event in game.events) else None
    if why is not None:
        yield Fault(
            game.table.id, game.at, sentence("game {game} is not fair: {why}", game=record.game, why=why)
        )


def _check_list(
    table: Table, played_games: Sequence[_Game], game_list: Mapping[str, bool]
) -> Iterator[Fault]:
    """Yield the differences between the list of games, with those that are over, and the log."""
    remaining = dict(game_list)
    for game in played_games:
        name = game.began.game
        over = remaining.pop(name, None)
        if over == game.over:
            continue
        if over is None:
            what = sentence("the list of games lacks game {game}", game=name)
        elif over:
            what = sentence("the list of games says that game {game} is over, but it goes on", game=name)
        else:
            what = sentence("the list of games says that game {game} goes on, but it is over", game=name)
        yield Fault(table.id, game.at, what)
    for name in remaining:
        yield Fault(
            table.id, None, sentence("the list of games names game {game}, which never began", game=name)
        )
