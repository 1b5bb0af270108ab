"""Rows of reports in the database."""

import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, literal, select, union_all, update

from sixth.rules.codec import dumps
from sixth.server.features.moderation.report import Report, copy_of_log, pack, unpack
from sixth.server.features.moderation.tables import person_reports
from sixth.server.people.person import is_seat
from sixth.server.people.tables import person_mutes
from sixth.server.store.people_schema import hand_over, lock_people, person_seats
from sixth.server.store.schema import log, sayable
from sixth.server.store.sql import SqlStore
from sixth.server.store.writer import StoreRows

KEPT_MS: Final = 180 * 24 * 60 * 60 * 1000
"""Milliseconds for which a report about somebody is kept."""

_COLUMNS: Final = tuple(person_reports.c[name] for name in Report._fields if name != "log")


class ReportRows(StoreRows):
    """The reports to the host of a site."""

    def __init__(self, store: SqlStore) -> None:
        super().__init__(store.read, store.writer)

    def count_since(self, by_id: str, at: int) -> int:
        """Return how many reports a person has made since that time (milliseconds since 1970, UTC)."""
        reports = person_reports.c
        query = select(func.count()).where(reports.by_id == by_id, reports.at > at)
        return int(self._read(lambda connection: connection.scalar(query)))

    def add(self, report: Report) -> None:
        """Keep a report with a copy of the log of its table, unless its person has made the same before.

        Nothing is kept of somebody who is deleted.
        """
        about = None if is_seat(report.person_id) else report.person_id

        def write(connection: Connection) -> None:
            if not lock_people(connection, {report.by_id, about or report.by_id}):
                return
            if _is_known(connection, report):
                return
            copy = copy_of_log(_events(connection, report), _proofs(connection, report))
            packed = {"lines": dumps(list(report.lines)), "log": pack(copy), "about_id": about}
            connection.execute(insert(person_reports).values(**{**report._asdict(), **packed}))

        self._submit(report.by_id, write)

    def all(self, *, closed: bool) -> Sequence[Report]:
        """Return the open reports, or also those that are `closed`, the latest first, without logs."""
        query = select(*_COLUMNS).order_by(person_reports.c.at.desc(), person_reports.c.report_id)
        if not closed:
            query = query.where(person_reports.c.closed_at.is_(None))
        rows = self._read(lambda connection: connection.execute(query).all())
        return [_report(row) for row in rows]

    def find(self, report_id: str) -> Report | None:
        """Return the report with this id, with its log."""
        query = select(*_COLUMNS, person_reports.c.log).where(person_reports.c.report_id == report_id)
        if not sayable(report_id):
            return None
        row = self._read(lambda connection: connection.execute(query).first())
        return None if row is None else _report(row)

    def close(self, report_id: str, now: int) -> None:
        """Note that a host has closed a report."""
        this = (person_reports.c.report_id == report_id) & person_reports.c.closed_at.is_(None)
        change = update(person_reports).where(this).values(closed_at=now)
        self._submit(report_id, lambda connection: connection.execute(change))

    def of_person(self, person_id: str) -> Sequence[tuple[str, str, int]]:
        """Return whom a person has "muted" or "reported", by the names of that time, and since when."""
        mutes, reports = person_mutes.c, person_reports.c
        muted = select(literal("muted"), mutes.name, mutes.at.label("at")).where(mutes.person_id == person_id)
        reported = select(literal("reported"), reports.name, reports.at).where(reports.by_id == person_id)
        query = union_all(muted, reported).order_by("at", "name")
        return [tuple(row) for row in self._read(lambda connection: connection.execute(query).all())]

    def delete_old(self, now: int) -> None:
        """Delete the reports that are too old."""
        old = delete(person_reports).where(person_reports.c.at < now - KEPT_MS)
        self._submit("reports", lambda connection: connection.execute(old))

    def _submit(self, key: str, write: Any) -> Any:
        return self._writer.submit(key, write).result()


def _report(row: Any) -> Report:
    values = {**row._mapping, "by_id": row.by_id or "", "lines": json.loads(row.lines)}
    return Report(**{**values, "log": unpack(row.log) if "log" in values else ()})


def _is_known(connection: Connection, report: Report) -> bool:
    same = [
        person_reports.c[name] == getattr(report, name) for name in ("by_id", "person_id", "place", "line")
    ]
    return connection.execute(select(person_reports.c.report_id).where(*same)).first() is not None


def _events(connection: Connection, report: Report) -> Sequence[str]:
    here = (log.c.table_id == report.place) & (log.c.version <= report.version)
    return connection.execute(select(log.c.happening).where(here).order_by(log.c.version)).scalars().all()


def _proofs(connection: Connection, report: Report) -> Collection[str]:
    """Return the hashes of the tokens that the reported person has had at the table."""
    seats = person_seats.c
    own = select(seats.proof).where(seats.table_id == report.place, seats.person_id == report.person_id)
    return set(connection.execute(own).scalars().all())


def merge_reports(connection: Connection, person_id: str, into: str) -> None:
    """Give the reports by and about a person to another; nobody reports themselves."""
    reports = person_reports.c
    hand_over(connection, reports.by_id, person_id, into, reports.person_id != into)
    for column in (reports.about_id, reports.person_id):
        hand_over(connection, column, person_id, into, reports.by_id.is_distinct_from(into))
