"""Reports of lines and people to the host of a site, within limits."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from sixth.rules.game import NotNow
from sixth.server.core.background import Background
from sixth.server.core.refusals import NotFound
from sixth.server.features.moderation.neighbours import neighbours_of
from sixth.server.features.moderation.report import MAX_REASON, Report
from sixth.server.features.moderation.report_rows import ReportRows
from sixth.server.live.tables import Tables
from sixth.server.people.people import People
from sixth.server.people.person import Person
from sixth.server.protocol.lines import ChatLine
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import clean_message, new_id
from sixth.server.table.state import Table

MAX_REPORTS: Final = 10
"""Reports of one person a day."""

_HOUR_MS: Final = 60 * 60 * 1000
_DAY_MS: Final = 24 * 60 * 60 * 1000
_LINES: Final = 10
"""The last lines of a person that a report about that person keeps."""


class ReportSubject(NamedTuple):
    """What a report is about: somebody at a table with an id, a seat, a name, and their lines of chat.

    `line` is the number of the only line, 0 where the report is about the person.
    """

    person_id: str
    seat: int
    name: str
    lines: tuple[ChatLine, ...]
    line: int = 0


class Reports(Background):
    """The reports to the host of a site; a loop deletes those that are too old."""

    interval_s = 60.0
    late, fault = "Old reports are deleted later", "Old reports cannot be deleted"

    def __init__(self, store: SqlStore, tables: Tables, people: People) -> None:
        self._rows, self._tables, self._people, self._chores = ReportRows(store), tables, people, store.chores

    async def subject(self, person: Person, table: Table, *, line: int, player: str) -> ReportSubject:
        """Return what a person reports: the line of chat with this number, else another at the table.

        Raises:
            NotFound: there is no such line any more, or it is the person's own; or the other has left.
        """
        lines = self._tables.chat.lines(table.id)
        if line:
            for each in lines:
                if each.number == line and each.person not in ("", person.id):
                    return ReportSubject(each.person, each.seat, each.name, (each,), line)
            raise NotFound("no-line", "That message is gone; report the person instead.")
        for seat, other in (await self._people.read(neighbours_of, person.id, table)).items():
            sitter = table.seats[seat].sitter
            if other.short == player and sitter is not None:
                own = tuple(each for each in lines if each.person == other.person_id)
                return ReportSubject(other.person_id, seat, sitter.name, own[-_LINES:])
        raise NotFound("no-neighbour", "They have left the table.")

    async def export(self, person_id: str) -> Sequence[Mapping[str, object]]:
        """Return whom a person has muted or reported, for the file that they take along."""
        rows = await asyncio.to_thread(self._rows.of_person, person_id)
        return [{"kind": kind, "name": name, "since": since} for kind, name, since in rows]

    async def once(self) -> None:
        """Delete the reports that are too old, once an hour, in one process of the site."""
        now = self._tables.now()
        if await asyncio.to_thread(self._chores.claim, "reports", now, _HOUR_MS):
            await asyncio.to_thread(self._rows.delete_old, now)

    async def add(self, person: Person, table: Table, subject: ReportSubject, reason: str) -> None:
        """Keep what a person reports, with a `reason` or "".

        Raises:
            Refusal: the reason is too long, or the person has made too many reports today.
        """
        reason = clean_message(reason, MAX_REASON) if reason.strip() else ""
        now = self._tables.now()
        if await asyncio.to_thread(self._rows.count_since, person.id, now - _DAY_MS) >= MAX_REPORTS:
            raise NotNow("reports-full", "You have made {count} reports today.", count=MAX_REPORTS)
        report = Report(
            new_id(),
            now,
            person.id,
            subject.person_id,
            table.id,
            table.game_id or "",
            table.version,
            subject.seat,
            subject.name,
            subject.line,
            [each.said for each in subject.lines],
            reason,
        )
        await asyncio.to_thread(self._rows.add, report)
