"""Reports and the fair-play report as lines of text, or of JSON, for a host."""

from collections.abc import Iterator
from datetime import UTC, datetime

from sixth.i18n import gettext as _
from sixth.rules.codec import dumps, loads
from sixth.server.features.conduct.fair_play import FairPlayReport
from sixth.server.features.conduct.favours import ALPHA, Favour, bound
from sixth.server.features.conduct.report import Report
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


def favour_lines(report: FairPlayReport, *, json: bool) -> Iterator[str]:
    """Yield the lines of a fair-play report, the most unlikely comparison first."""
    count = len(report.favours)
    limit = bound(count)
    if json:
        for each in report.favours:
            yield dumps(each._asdict() | {"beyond_bound": each.chance < limit})
        return
    looked = _("Pairs: {pairs}. Comparisons, in both directions: {count}. Games: {games}.")
    yield looked.format(pairs=report.pairs, count=count, games=report.games)
    expected = _("By chance alone some {count} of them are below {alpha}, and mostly none is below {limit}.")
    yield expected.format(count=f"{count * ALPHA:.1f}", alpha=f"{ALPHA:.0%}", limit=f"{limit:.2%}")
    for each in report.favours:
        mark = _("beyond the bound") if each.chance < limit else ""
        yield f"{_favour_line(each)}  {mark}".rstrip()


def _favour_line(favour: Favour) -> str:
    line = _(
        "{giver} for {taker}: games {games}, cost {cost}, favour {favour} ({low} to {high}), chance {chance}"
    )
    low, high = favour.ci
    numbers = {"cost": favour.cost, "favour": favour.favour, "low": low, "high": high}
    return line.format(
        giver=printable(favour.giver),
        taker=printable(favour.taker),
        games=favour.games,
        chance=f"{favour.chance:.2%}",
        **{name: f"{value:.1f}" for name, value in numbers.items()},
    )
