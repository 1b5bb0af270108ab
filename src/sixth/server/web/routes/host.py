"""What the host of a table decides: bots, who must leave, and how the table is kept."""

from dataclasses import replace
from typing import Final

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view
from sixth.server.web.dependencies import Site, answer_form, require_seat, require_seat_for_change
from sixth.server.web.endpoints import new_router
from sixth.server.web.errors import status_of
from sixth.server.web.forms import models
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.forms.options import option_fields, options, rules_of, verdict
from sixth.server.web.forms.pace import pace_fields, pace_of
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm, field_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_titles, game_titles
from sixth.server.web.text.pace import at_zero_text, paces, units

_BOXES: Final = ("listed", "spectators", "helps", "chat")

router = new_router()


@router.post("/t/{table_id}/bot")
async def add_bot(request: Request, site: Site, table_id: str, form: models.AddBot) -> Response:
    """Put a bot on a free seat."""
    seat = await require_seat_for_change(request, site, table_id)
    return await answer_form(
        request, await site.command(table_id, lambda now: seating.add_bot(now, seat, form.seat, form.bots))
    )


@router.post("/t/{table_id}/remove")
async def remove(request: Request, site: Site, table_id: str, form: models.Remove) -> Response:
    """Have a bot or a person leave."""
    seat = await require_seat_for_change(request, site, table_id)
    return await answer_form(
        request, await site.command(table_id, lambda now: seating.remove(now, seat, form.seat, form.name))
    )


@router.get("/t/{table_id}/house", response_class=HTMLResponse)
async def config_page(request: Request, site: Site, table_id: str) -> HTMLResponse:
    """Show the settings of the table on a page of their own, so that no news come between."""
    seat = await require_seat(request, site, table_id)
    table = await site.get(table_id)
    seating.host_only(table, seat)
    config = {name: getattr(table.config, name) for name in (*_BOXES, "stand_in")}
    form = models.ConfigForm(**config, **option_fields(table.rules), **pace_fields(table.config))
    return HTMLResponse(_config_page(table_view(table, seat), form))


@router.post("/t/{table_id}/house")
async def arrange(request: Request, site: Site, table_id: str, form: models.Arrange) -> Response:
    """Change the settings of the table; a form that is refused comes back as it was filled in."""
    seat = await require_seat_for_change(request, site, table_id)
    seating.host_only(await site.get(table_id), seat)
    try:
        rules = rules_of(form) if form.game else None
        await site.command(table_id, lambda now: seating.arrange(now, seat, _config(form, now), rules))
    except RulesError as error:
        refused, status = RefusedForm("house", why=option_error_text(error)), 422
    except Refusal as error:
        refused, status = (
            RefusedForm("house", {}, field_of(error.code), translate(error.sentence)),
            status_of(error.code),
        )
    else:
        return RedirectResponse(f"/t/{table_id}", 303)
    seen = table_view(await site.get(table_id), seat)
    return HTMLResponse(_config_page(seen, form, refused), status)


def _config(form: models.ConfigForm, table: Table) -> TableConfig:
    """Return the settings by this form; what it does not ask for, or no longer, stays as it is."""
    config = replace(table.config, **{name: getattr(form, name) for name in _BOXES})
    if form.stand_in:
        config = replace(config, stand_in=form.stand_in)
    if table.games and not form.game and not form.helps:
        config = replace(config, helps=table.config.helps)
    return pace_of(form, config) if form.pace else config


def _config_page(seen: TableView, form: models.ConfigForm, refused: RefusedForm = NOT_REFUSED) -> str:
    return render(
        "pages/config.html",
        seen=seen,
        config=form,
        chosen=form,
        bots=bot_titles(),
        titles=game_titles(),
        options=options(form),
        verdict=verdict(form),
        paces=paces(),
        units=units(),
        at_zero=at_zero_text(),
        refused=refused,
        note="" if refused.wrong else refused.why,
    )
