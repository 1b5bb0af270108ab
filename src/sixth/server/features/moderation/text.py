"""Reports as lines of text, or of JSON, for a host."""

from collections.abc import Iterator
from datetime import UTC, datetime

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, loads
from sixth.server.features.moderation.report import Report
from sixth.text import printable


def report_lines(report: Report, *, json: bool) -> Iterator[str]:
    """Yield the lines of a report."""
    if json:
        yield dumps({**report._asdict(), "log": [loads(event) for event in report.log]})
        return
    day = f"{datetime.fromtimestamp(report.at / 1000, UTC):%Y-%m-%d}"
    state = _("closed") if report.closed_at else ""
    yield f"{report.report_id}  {day}  {printable(report.name)}  {report.person_id}  {state}".rstrip()
    for line in report.lines:
        yield f"  “{printable(line)}”"
    if report.reason:
        yield f"  {printable(report.reason)}"
    where = _("Table {table}, game {game}, event {version}, seat {seat}.")
    places = {"table": report.place, "game": report.game_id or "–", "version": report.version}
    yield f"  {where.format(**places, seat=report.seat + 1)}"
