"""Every stored game played again from its log: what does not follow is told, table by table.

Nothing is written, and a server may go on meanwhile: tables are looked at as they are in one moment each.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Final

from sqlalchemy import Connection, Engine, exists, select, text
from sqlalchemy.sql import func

from sixth.i18n import clause
from sixth.i18n import gettext as _
from sixth.rules.events import Abandoned, Dealt, Event, GameEnded
from sixth.rules.record import Record, RecordError, read
from sixth.rules.sentence import Sentence, sentence
from sixth.rules.verify import verify
from sixth.server.store.schema import METADATA, deadlines, games, log
from sixth.server.table import clock
from sixth.server.table.codec import loads_event
from sixth.server.table.events import Began, OwnEvent, TableEvent
from sixth.server.table.state import Table, apply_event, fold, seats_of

_TABLES_AT_ONCE: Final = 100
"""Tables that are looked at in one transaction."""

_MAX_FAULTS: Final = 10
"""That a file is damaged in more places tells nothing new."""

Row = tuple[int, str, str]
"""Of a log: the version, when it was written, the event as JSON."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that does not follow: at which table ("": of the whole database) and version, and what."""

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
        told = _("Table {table}, version {version}: {what}.")
        return told.format(table=self.table, version=self.version, what=what)


@dataclass(frozen=True, slots=True)
class Looked:
    """What one table was found to be."""

    events: int
    games: int
    faults: tuple[Fault, ...]


@dataclass
class _Game:
    """A game in a log: how it began, its events, and the version of each."""

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
    """Return how many tables there are to look at."""
    with engine.connect() as connection:
        return connection.scalar(select(func.count(log.c.table_id.distinct()))) or 0


def check(engine: Engine) -> Iterator[Looked]:
    """Look at every table."""
    last = ""
    while True:
        with engine.connect() as connection:
            wanted = select(log.c.table_id).where(log.c.table_id > last).distinct().order_by(log.c.table_id)
            tables = connection.execute(wanted.limit(_TABLES_AT_ONCE)).scalars().all()
            for table in tables:
                yield _look(connection, table)
        if not tables:
            return
        last = tables[-1]


def around(engine: Engine) -> tuple[Fault, ...]:
    """Return what is wrong beside the logs: rows of tables that are not there, a file that is damaged."""
    found = []
    with engine.connect() as connection:
        if connection.dialect.name == "sqlite":
            told = connection.execute(text(f"PRAGMA integrity_check({_MAX_FAULTS})")).scalars().all()
            found += [Fault("", None, Sentence(each)) for each in told if each != "ok"]
        for beside in METADATA.sorted_tables:
            if beside is log or "table_id" not in beside.c:
                continue
            lost = ~exists().where(log.c.table_id == beside.c.table_id)
            wanted = select(beside.c.table_id).where(lost).distinct().limit(_MAX_FAULTS)
            what = sentence("{list} names it, but there is no such table", list=beside.name)
            found += [Fault(table, None, what) for table in connection.execute(wanted).scalars()]
    return tuple(found)


def _look(connection: Connection, table: str) -> Looked:
    rows = connection.execute(
        select(log.c.version, log.c.at, log.c.happening)
        .where(log.c.table_id == table)
        .order_by(log.c.version)
    ).all()
    noted = connection.execute(select(games.c.game_id, games.c.over).where(games.c.table_id == table)).all()
    alarm = connection.scalar(select(deadlines.c.deadline_at).where(deadlines.c.table_id == table))
    return look(table, [tuple(row) for row in rows], dict(tuple(row) for row in noted), alarm)


def look(table_id: str, rows: Sequence[Row], noted: Mapping[str, bool], alarm: int | None) -> Looked:
    """Check a table by its log, by which of its games are `noted` as over, and by its deadline."""
    try:
        events = _read(table_id, rows)
        found, played = _played(table_id, events)
    except _WrongError as error:
        return Looked(len(rows), 0, (error.fault,))
    faults = [
        *chain.from_iterable(_wrong_in(game, last=game is played[-1]) for game in played),
        *_wrong_in_list(found, played, noted),
    ]
    if alarm is None and clock.alarm(found, 0) is not None:
        what = Sentence("somebody must look after it in time, but there is no moment noted when")
        faults.append(Fault(table_id, len(rows), what))
    return Looked(len(rows), len(played), tuple(faults))


class _WrongError(Exception):
    """After this nothing at the table can be known."""

    def __init__(self, table: str, version: int, what: Sentence) -> None:
        super().__init__(table)
        self.fault = Fault(table, version, what)


def _read(table_id: str, rows: Sequence[Row]) -> list[TableEvent]:
    found = []
    for wanted, (version, at, body) in enumerate(rows, 1):
        if version != wanted:
            raise _WrongError(table_id, wanted, Sentence("it is missing"))
        try:
            datetime.fromisoformat(at)
            found.append(loads_event(body))
        except Exception as error:
            # Whatever stands there may be anything.
            raise _WrongError(table_id, version, Sentence("it cannot be read")) from error
    return found


def _played(table_id: str, events: Sequence[TableEvent]) -> tuple[Table, list[_Game]]:
    """The table as it is now, and the games played there."""
    found: list[_Game] = []
    version = 1
    try:
        table = fold(table_id, events[:1])
        for version, event in enumerate(events[1:], 2):
            if isinstance(event, Dealt) and (table.dealer is None or event.proof != table.dealer.proof):
                raise _WrongError(table_id, version, Sentence("it is not dealt from what was promised"))
            table = apply_event(table, event)
            if isinstance(event, Began):
                found.append(_Game(event, version, table))
            elif not isinstance(event, OwnEvent):
                found[-1].events.append(event)
                found[-1].versions.append(version)
    except _WrongError:
        raise
    except Exception as error:
        # A fold takes what happened as a fact, and may stumble in any way over what cannot have happened.
        raise _WrongError(table_id, version, Sentence("it does not follow from what was before")) from error
    return table, found


def _wrong_in(game: _Game, *, last: bool) -> Iterator[Fault]:
    """Whether each line of a game follows by the rules, and its deals from what was promised."""
    record = game.record()
    try:
        for _record in read(list(record.lines()), unfinished=last and not game.over):
            pass
    except RecordError as error:
        # Line 1 is the head; what is missing at the end counts as one more.
        at = [game.at, *game.versions, (game.versions or [game.at])[-1]][error.line - 1]
        hidden = Sentence("it does not follow by the rules (what should, is hidden while the game goes on)")
        # Whoever looks through a database may sit at one of its tables.
        yield Fault(game.table.id, at, error.sentence if game.over or not last else hidden)
        return
    why = verify(record).why if any(isinstance(event, Dealt) for event in game.events) else None
    if why is not None:
        yield Fault(
            game.table.id, game.at, sentence("game {game} is not fair: {why}", game=record.game, why=why)
        )


def _wrong_in_list(table: Table, played: Sequence[_Game], noted: Mapping[str, bool]) -> Iterator[Fault]:
    """Whether the list of games, by which those that are over are found, says what is so."""
    left = dict(noted)
    for game in played:
        known, name = left.pop(game.began.game, None), game.began.game
        if known is None:
            yield Fault(table.id, game.at, sentence("the list of games lacks game {game}", game=name))
        elif known and not game.over:
            what = sentence("the list of games says that game {game} is over, but it goes on", game=name)
            yield Fault(table.id, game.at, what)
        elif game.over and not known:
            what = sentence("the list of games says that game {game} goes on, but it is over", game=name)
            yield Fault(table.id, game.at, what)
    for name in left:
        yield Fault(
            table.id, None, sentence("the list of games names game {game}, which never began", game=name)
        )
