"""What is written when something has happened at a table, and how: row by row, or by one statement for all.

A PostgreSQL is given one statement for all appends that have queued up, and that statement is a transaction
of its own. To send a statement and to wait for its answer costs this process far more than it takes the
database to carry it out, and there were seven of them before (`docs/decisions`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError

from sixth.rules.codec import dumps
from sixth.server.store import CHANNEL, ConflictError, deadlines
from sixth.server.store.games import Games, note
from sixth.server.store.prepared import Prepared
from sixth.server.store.schema import log

_LAST: Final = Prepared(
    select(log.c.version).where(log.c.table_id == bindparam("table")).order_by(log.c.version.desc()).limit(1)
)
_ADD: Final = Prepared(insert(log))
_ROWS: Final = Prepared(
    select(log.c.at, log.c.happening)
    .where(
        log.c.table_id == bindparam("table"),
        log.c.version > bindparam("version"),
        log.c.version <= bindparam("last"),
    )
    .order_by(log.c.version)
)

# `head` keeps everybody from deleting the table (`pruning`) until the end of the transaction. What two
# processes append after the same version is refused to one of them by the key of the log.
_APPEND_ALL: Final = Prepared(
    text("""
WITH job AS MATERIALIZED (
    SELECT * FROM json_to_recordset(CAST(:jobs AS json)) AS job(
        table_id text, version int, at text, happenings json, alarm bigint, begun json, ends bool, word text
    )
), head AS MATERIALIZED (
    SELECT job.table_id FROM job JOIN log USING (table_id, version) FOR KEY SHARE OF log
), fit AS MATERIALIZED (
    SELECT * FROM job
    WHERE (version = 0 OR table_id IN (SELECT table_id FROM head))
    AND NOT EXISTS (SELECT FROM log WHERE log.table_id = job.table_id AND log.version = job.version + 1)
), added AS (
    INSERT INTO log (table_id, version, at, happening)
    SELECT table_id, version + number, at, happening
    FROM fit, json_array_elements_text(happenings) WITH ORDINALITY AS each(happening, number)
    ORDER BY table_id, number
), stopped AS (
    DELETE FROM deadlines
    WHERE table_id = ANY (ARRAY(SELECT table_id FROM fit WHERE alarm IS NULL))
), started AS (
    INSERT INTO deadlines (table_id, deadline_at)
    SELECT table_id, alarm FROM fit WHERE alarm IS NOT NULL ORDER BY table_id
    ON CONFLICT (table_id) DO UPDATE SET deadline_at = excluded.deadline_at
), begun AS (
    INSERT INTO games (game_id, table_id, over)
    SELECT game_id, table_id, CAST(is_over AS bool) FROM fit, json_each_text(begun) AS each(game_id, is_over)
    ON CONFLICT DO NOTHING
), ended AS (
    UPDATE games SET over = true
    WHERE table_id = ANY (ARRAY(SELECT table_id FROM fit WHERE ends))
)
SELECT table_id, version, CASE WHEN word IS NOT NULL THEN pg_notify(:channel, word) END FROM fit
""")
)


@dataclass(frozen=True, slots=True)
class Written:
    """Events that follow `version` at a table, as they are written, and what is written with them.

    `at` is when they happened, `alarm` when the table must be looked after, in milliseconds. `word` is told
    to whoever listens, once they are on disk.
    """

    table: str
    version: int
    at: str
    happenings: tuple[str, ...]
    alarm: int | None
    games: Games
    word: str | None


def append(connection: Connection, job: Written) -> None:
    """Write it in the transaction of `connection`, which nobody else writes to meanwhile.

    Raises:
        ConflictError: the log is not as long as it says.
    """
    if (_LAST.scalar(connection, {"table": job.table}) or 0) != job.version:
        raise ConflictError(job.table)
    rows = [
        {"table_id": job.table, "version": version, "at": job.at, "happening": happening}
        for version, happening in enumerate(job.happenings, job.version + 1)
    ]
    _ADD.do_each(connection, rows)
    deadlines.keep(connection, job.table, job.alarm)
    note(connection, job.table, job.games)


def append_all(connection: Connection, jobs: Sequence[Written]) -> Sequence[ConflictError | None]:
    """Write these to a PostgreSQL, whose `connection` commits by itself; says which were refused.

    Raises:
        ConflictError: somebody was first just now, and nothing was written.
    """
    given = dumps([_as_json(job) for job in jobs])
    try:
        found = _APPEND_ALL.rows(connection, {"jobs": given, "channel": CHANNEL})
    except IntegrityError as error:
        raise ConflictError from error
    written = {(table, version) for table, version, _ in found}
    return [
        # It may have been committed before, and the connection was lost before we were told.
        None
        if (job.table, job.version) in written or _is_there(connection, job)
        else ConflictError(job.table)
        for job in jobs
    ]


def _as_json(job: Written) -> dict[str, Any]:
    return {
        "table_id": job.table,
        "version": job.version,
        "at": job.at,
        "happenings": job.happenings,
        "alarm": job.alarm,
        "begun": job.games.begun,
        "ends": job.games.ends,
        "word": job.word,
    }


def _is_there(connection: Connection, job: Written) -> bool:
    """Return whether exactly these rows are in the log."""
    last = job.version + len(job.happenings)
    found = _ROWS.rows(connection, {"table": job.table, "version": job.version, "last": last})
    return found == [(job.at, happening) for happening in job.happenings]
