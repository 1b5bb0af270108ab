"""The score pad at a real table: the address that sets it up, and the totals that it hands over."""

import json
from hashlib import sha256
from typing import Final
from urllib.parse import quote

from markupsafe import escape
from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _
from sixth.rules.game import NotNow
from sixth.server.features.tournaments.pages.forms import HeadsForm
from sixth.server.features.tournaments.pages.tables import TableLine, table_line
from sixth.server.features.tournaments.pages.text import round_title
from sixth.server.features.tournaments.visitors import code_of, tournaments_of, visitor_of_tournament
from sixth.server.web.form_answers import is_from_script
from sixth.server.web.forms.reading import read_form
from sixth.tournaments.commands import Report
from sixth.tournaments.state import Round, Tournament

_KEY_LENGTH: Final = 4

_MAX_COUNT: Final = 9_999
"""The highest limit or number of rounds of a game on the pad."""


class TotalsForm(HeadsForm):
    """The totals of a game on the pad; `key` is that of the table for which the pad was set up."""

    key: str = Field("", max_length=40)


def table_key(round: Round, table: int) -> str:
    """Return a few letters that differ once a round that was undone has other people at this table."""
    return sha256(" ".join(round.tables[table - 1]).encode()).hexdigest()[:_KEY_LENGTH]


def pad_fragment(tournament: Tournament, code: str, round: Round, table: int) -> str:
    """Return the fragment of the address that sets the pad up for a table of a round.

    It is "" where the pad cannot keep the score, as the most heads win.
    """
    rules = tournament.plan.rules
    if rules.goal != "fewest" or rules.end.count > _MAX_COUNT:
        return ""
    names = [tournament.players[player].name for player in round.tables[table - 1]]
    where = _("Table {table}").format(table=table)
    given = {
        "code": code,
        "round": round.number,
        "table": table,
        "key": table_key(round, table),
        "name": f"{where} · {round_title(tournament, round)} · {tournament.plan.name}",
        "heads": rules.heads,
        "end": {"kind": rules.end.kind, "count": rules.end.count},
        "players": names,
    }
    return f"#t={quote(json.dumps(given, separators=(',', ':')), safe='')}"


async def totals(request: Request) -> Response:
    """Enter the totals of a game on the pad as the result of its table; say what holds now."""
    code, form = code_of(request), await read_form(request, TotalsForm)
    sender = await visitor_of_tournament(request, code)
    before = (await tournaments_of(request).role(code, sender)).tournament
    if any(
        each.number == form.round
        and form.table <= len(each.tables)
        and table_key(each, form.table) != form.key
        for each in before.begun
    ):
        raise NotNow(
            "drawn-anew",
            "Round {round} was drawn again: other people sit at table {table} now.",
            round=form.round,
            table=form.table,
        )
    command = Report(form.round, form.table, form.heads(), sure=form.sure)
    after = await tournaments_of(request).send(code, sender, command)
    if not is_from_script(request):
        return RedirectResponse(f"/tournaments/{code}", 303)
    line = table_line(after, after.rounds[form.round - 1], form.table, me=None)
    return HTMLResponse(str(escape(_state_text(line))))


def _state_text(table: TableLine) -> str:
    if len(table.entries) > 1:
        return _("Somebody has entered other heads for your table; the host sees it, too.")
    if table.state == "held":
        return _("The tournament has the result of your table.")
    return _("Handed over. Another player of the table has to confirm it.")
