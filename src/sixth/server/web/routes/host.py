"""The settings of a table, which its host decides on a page of their own."""

from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.server.core.route_limits import LISTINGS
from sixth.server.site import site_of
from sixth.server.table import commands, seating
from sixth.server.table.config import USUAL
from sixth.server.table.state import Table
from sixth.server.table.view import table_view
from sixth.server.web.forms import models
from sixth.server.web.forms.options import form_context, option_fields, rules_of
from sixth.server.web.forms.pace import pace_fields, pace_of
from sixth.server.web.forms.reading import read_form, refilled
from sixth.server.web.request import sender_of, table_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import kind_titles

_BOXES: Final = ("listed", "spectators", "late", "outside", "outside_talk", "helps", "chat", "rated")
_OF_GAME: Final = ("helps", "rated")
"""The boxes that stay as they are while a game goes on."""


async def config_page(request: Request) -> HTMLResponse:
    """Show the settings of the table on a page of their own, so that no news come between."""
    table = await table_of(request)
    seat = sender_of(request).seat_at(table)
    seating.check_host(table, seat)
    config = {name: getattr(table.config, name) for name in (*_BOXES, "stand_in")}
    kept = models.ConfigForm(**config, **option_fields(table.rules), **pace_fields(table.config))
    form = refilled("house", models.ConfigForm) or kept
    view, kinds = table_view(table, seat), kind_titles(USUAL.stand_in, table.config.stand_in)
    return HTMLResponse(
        render("pages/config.html", table=view, config=form, kinds=kinds, **form_context(form))
    )


async def arrange(request: Request) -> Response:
    """Change the settings of the table; a form that is refused comes back as it was filled in."""
    form, sender = await read_form(request, models.ConfigForm), sender_of(request)
    table = await table_of(request)
    seat = sender.seat_at(table)
    seating.check_host(table, seat)
    rules = rules_of(form) if form.game else None
    if form.listed and not table.config.listed:
        await LISTINGS(request)
    await site_of(request).door.send(sender, commands.Arrange(config=_changes(form, table), rules=rules))
    return RedirectResponse(f"/t/{table.id}", 303)


def _changes(form: models.ConfigForm, table: Table) -> dict[str, object]:
    changes: dict[str, object] = {name: getattr(form, name) for name in _BOXES}
    if form.stand_in:
        changes["stand_in"] = form.stand_in
    if table.state is not None and not form.game:
        # While a game goes on the form does not ask for these.
        changes = {name: value for name, value in changes.items() if value or name not in _OF_GAME}
    if form.pace:
        config = pace_of(form, table.config)
        changes |= {"turn_seconds": config.turn_seconds, "bank_seconds": config.bank_seconds}
    return changes
