"""The rows of an append and the statements that write them: one by one, or one for many appends.

PostgreSQL gets a single statement, which is a transaction of its own, for all appends in the queue. A round
trip costs this process far more than the database needs for the statement, and separate statements would take
seven (`docs/decisions`).
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, bindparam, insert, select, text
from sqlalchemy.exc import IntegrityError

from sixth.rules.codec import dumps
from sixth.server.store import CHANNEL, Append, ConflictError, deadlines, game_ends, seat_rows
from sixth.server.store.game_ends import dumps_end
from sixth.server.store.games import note
from sixth.server.store.prepared import PreparedStatement
from sixth.server.store.schema import log

_LAST: Final = PreparedStatement(
    select(log.c.version).where(log.c.table_id == bindparam("table")).order_by(log.c.version.desc()).limit(1)
)
_ADD: Final = PreparedStatement(insert(log))
_ROWS: Final = PreparedStatement(
    select(log.c.at, log.c.happening)
    .where(
        log.c.table_id == bindparam("table"),
        log.c.version > bindparam("version"),
        log.c.version <= bindparam("last"),
    )
    .order_by(log.c.version)
)

# `head` locks the table against `pruning` until the end of the transaction. If two processes append after the
# same version, the key of the log refuses one of them. `known` and `rated` wait for deletions and merges of
# their people, and later ones wait for this statement, and find its rows.
_APPEND_ALL: Final = """
WITH job AS MATERIALIZED (
    SELECT * FROM json_to_recordset(CAST(:jobs AS json)) AS job(
        table_id text, version int, at text, bodies json, alarm bigint, begun json, ends json, takers json,
        rated json, notice text
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
    FROM fit, json_array_elements_text(bodies) WITH ORDINALITY AS each(happening, number)
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
)%s, taker AS MATERIALIZED (
    SELECT fit.table_id, taker.* FROM fit, json_to_recordset(takers) AS taker(
        proof text, browser text, label text, at bigint, guest text, mark int
    )
), known AS MATERIALIZED (
    SELECT proof AS browser, person_id FROM person_browsers
    WHERE proof IN (SELECT browser FROM taker) ORDER BY proof FOR SHARE
), newcomer AS MATERIALIZED (
    SELECT DISTINCT ON (browser) * FROM taker WHERE browser NOT IN (SELECT browser FROM known)
), guest AS (
    INSERT INTO people (person_id, name, mark, shown, since, seen_at)
    SELECT guest, '', mark, 'hidden', at, at FROM newcomer
), browser AS (
    INSERT INTO person_browsers (proof, person_id, label, since, seen_at)
    SELECT browser, guest, label, at, at FROM newcomer
), seat AS (
    INSERT INTO person_seats (table_id, proof, person_id)
    SELECT taker.table_id, taker.proof, coalesce(known.person_id, newcomer.guest)
    FROM taker LEFT JOIN known USING (browser) LEFT JOIN newcomer USING (browser)
    ON CONFLICT DO NOTHING
), rated AS MATERIALIZED (
    SELECT rated.game, rated.seat, fit.table_id, people.person_id
    FROM fit, json_to_recordset(rated) AS rated(game text, seat int, proof text), LATERAL (
        SELECT person_id FROM person_seats WHERE table_id = fit.table_id AND proof = rated.proof
        UNION ALL
        SELECT person_id FROM taker JOIN known USING (browser)
        WHERE taker.table_id = fit.table_id AND taker.proof = rated.proof
    ) AS owner, people
    WHERE people.person_id = owner.person_id AND people.name <> '' AND NOT people.erased
    ORDER BY people.person_id FOR SHARE OF people
), bound AS (
    INSERT INTO rated_seats (game_id, seat, table_id, person_id)
    SELECT game, seat, table_id, person_id FROM rated
)
SELECT table_id, version, CASE WHEN notice IS NOT NULL THEN pg_notify(:channel, notice) END FROM fit
"""

_END_GAMES: Final = """, ended AS (
    UPDATE games SET over = true
    WHERE table_id = ANY (ARRAY(SELECT table_id FROM fit WHERE ends IS NOT NULL))
), result AS (
    INSERT INTO game_ends (game_id, table_id, ended_at, body)
    SELECT game_id, table_id, at, body FROM fit, json_each_text(ends) AS each(game_id, body)
    ON CONFLICT DO NOTHING
)"""

# Few appends end a game, so most do without that part.
_PLAY_ON, _END_SOME = (PreparedStatement(text(_APPEND_ALL % part)) for part in ("", _END_GAMES))


def append(connection: Connection, job: Append) -> None:
    """Write the job in the transaction of `connection`, which must be the only one that writes.

    Raises:
        ConflictError: the log is not `job.version` long.
    """
    if (_LAST.scalar(connection, {"table": job.table}) or 0) != job.version:
        raise ConflictError(job.table)
    rows = [
        {"table_id": job.table, "version": version, "at": job.at, "happening": happening}
        for version, happening in enumerate(job.bodies, job.version + 1)
    ]
    _ADD.do_each(connection, rows)
    deadlines.set_deadline(connection, job.table, job.alarm)
    note(connection, job.table, job.games)
    seat_rows.write(connection, job.table, job.seats)
    game_ends.write(connection, job.seats.ends, job.at)


def append_all(connection: Connection, jobs: Sequence[Append]) -> Sequence[ConflictError | None]:
    """Write these jobs to a PostgreSQL by an autocommit `connection`; return the error of each, or None.

    Raises:
        ConflictError: another process was first at the same moment, and nothing was written.
    """
    values = dumps([_as_json(job) for job in jobs])
    statement = _END_SOME if any(job.games.ends for job in jobs) else _PLAY_ON
    try:
        rows = statement.rows(connection, {"jobs": values, "channel": CHANNEL})
    except IntegrityError as error:
        raise ConflictError from error
    successes = {(table, version) for table, version, _ in rows}
    return [
        # An earlier attempt may have been committed just before it lost its connection.
        None
        if (job.table, job.version) in successes or _is_in_log(connection, job)
        else ConflictError(job.table)
        for job in jobs
    ]


def _as_json(job: Append) -> dict[str, Any]:
    return {
        "table_id": job.table,
        "version": job.version,
        "at": job.at,
        "bodies": job.bodies,
        "alarm": job.alarm,
        "begun": job.games.begun,
        "ends": {end.game_id: dumps_end(end) for end in job.seats.ends} if job.games.ends else None,
        "takers": [{"proof": proof, **taker._asdict()} for proof, taker in job.seats.takers.items()],
        "rated": [each._asdict() for each in job.seats.rated],
        "notice": job.notice,
    }


def _is_in_log(connection: Connection, job: Append) -> bool:
    """Return whether exactly these rows are in the log."""
    last = job.version + len(job.bodies)
    rows = _ROWS.rows(connection, {"table": job.table, "version": job.version, "last": last})
    return rows == [(job.at, body) for body in job.bodies]
