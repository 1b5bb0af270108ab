"""The ways to a table: its short code, the QR code of its address, the list of open tables."""

import io
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import ago_text, gettext as _, ngettext
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.site import site_of
from sixth.server.table.seating import MIXED
from sixth.server.table.state import Table
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import site_url, table_of
from sixth.server.web.session import own_name
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import table_title
from sixth.text import some_names

_MAX_KNOWN_LENGTH: Final = 2000

_BOT_TABLE: Final = {"game": "classic", "seats": 4, "bots": MIXED, "pace": "calm", "listed": "true"}
"""The table that one press opens: it plays with bots, and stays in the list for people who come."""


async def join_page(_request: Request) -> HTMLResponse:
    """Show the form for a code."""
    return HTMLResponse(render("pages/join.html"))


async def join(request: Request) -> Response:
    """Redirect to the table with this code, as a visitor."""
    tables, form = site_of(request).tables, await read_form(request, models.JoinForm)
    with suppress(NoTableError):
        if table_id := await tables.find("".join(form.code.split())):
            return RedirectResponse(f"/t/{table_id}", 303)
    raise NotFound("no-code", "No table has that code. Codes expire after a day without play.")


async def tables_page(request: Request) -> HTMLResponse:
    """List the tables that anybody may join; a script that names those it knows also gets the changes."""
    known_ids = request.query_params.get("known")
    if known_ids is not None and len(known_ids) > _MAX_KNOWN_LENGTH:
        raise HTTPException(422)
    site, now = site_of(request), datetime.now(UTC)
    lines = [_line(table, now - since) for table, since in await site.tables.open_tables()]
    if known_ids is None or request.headers.get("hx-request") != "true":
        page = render(
            "pages/open_tables.html",
            tables=lines,
            chosen=_BOT_TABLE,
            name=await own_name(request),
        )
        return HTMLResponse(page)
    return HTMLResponse(
        render("frames/open_tables.html", tables=lines, news=news_text(lines, known_ids.split()))
    )


def news_text(lines: Sequence[Mapping[str, Any]], known_ids: Sequence[str]) -> str:
    """Return the announcement of the hosts of new tables and of the number of closed ones, or ""."""
    hosts = [line["host"] for line in lines if line["id"] not in known_ids]
    closed, sentences = len(set(known_ids) - {line["id"] for line in lines}), []
    if hosts:
        new = ngettext("{names} has opened a table.", "{names} have opened tables.", len(hosts))
        sentences.append(new.format(names=some_names(hosts)))
    if closed:
        less = ngettext("{count} table is no longer open.", "{count} tables are no longer open.", closed)
        sentences.append(less.format(count=closed))
    return " ".join(sentences)


def _line(table: Table, age: timedelta) -> Mapping[str, Any]:
    """Return a line of the list; people may take over the seats of `bots` at a table that plays."""
    host = table.seats[table.host].sitter if table.host is not None else None
    return {
        "id": table.id,
        "game": table_title(table.rules, table.config),
        "host": host.name if host else "",
        "people": table.rules.seats - len(table.vacant),
        "seats": table.rules.seats,
        "bots": 0 if table.state is None else len(table.vacant),
        "age": _("just opened") if age < timedelta(minutes=1) else ago_text(age),
    }


async def qr(request: Request) -> Response:
    """Draw the table's address as a QR code."""
    table = await table_of(request)
    return Response(qr_code(f"{site_url(request)}t/{table.id}"), media_type="image/svg+xml")


@lru_cache(256)
def qr_code(address: str, *, sized: bool = True) -> bytes:
    """Return an address as a QR code, an SVG; one that is not `sized` is as large as there is room for."""
    # Every mask can be read, and trying all eight would take four times as long.
    code, out = segno.make(address, micro=False, mask=4), io.BytesIO()
    look = {"scale": 4, "border": 2, "dark": "#000", "light": "#fff", "svgclass": None, "lineclass": None}
    code.save(out, "svg", **look, xmldecl=False, omitsize=not sized)
    return out.getvalue()
