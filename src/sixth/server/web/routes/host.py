"""What the host of a table decides: bots, who must leave, and how the table is kept."""

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.rules.options import RulesError
from sixth.server.core.problems import status_of
from sixth.server.service.outside.site import Outside
from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.state import Table
from sixth.server.table.view import TableView, table_view
from sixth.server.web.forms import models
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.forms.options import option_fields, options, rules_of, verdict
from sixth.server.web.forms.pace import pace_fields, pace_of
from sixth.server.web.forms.reading import read_form
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm, field_of
from sixth.server.web.request import answer_form, holder_of, table_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_titles, game_titles
from sixth.server.web.text.pace import at_zero_text, paces, units

_BOXES: Final = ("listed", "spectators", "late", "outside", "outside_talk", "helps", "chat")


async def add_bot(request: Request) -> Response:
    """Put a bot on a free seat."""
    form = await read_form(request, models.BotForm)
    await holder_of(request).add_bot(form.seat, form.bots)
    return answer_form(request)


async def invite(request: Request) -> Response:
    """Invite a bot from outside; answered once it sits, or it is clear why not."""
    form = await read_form(request, models.InviteForm)
    outside: Outside = request.app.state.outside
    await outside.invite(holder_of(request), form.bot)
    return answer_form(request)


async def remove(request: Request) -> Response:
    """Have a bot or a person leave."""
    form = await read_form(request, models.RemoveForm)
    await holder_of(request).remove(form.seat, form.name)
    return answer_form(request)


async def config_page(request: Request) -> HTMLResponse:
    """Show the settings of the table on a page of their own, so that no news come between."""
    table = await table_of(request)
    seat = holder_of(request).seat_at(table)
    seating.host_only(table, seat)
    config = {name: getattr(table.config, name) for name in (*_BOXES, "stand_in")}
    form = models.ConfigForm(**config, **option_fields(table.rules), **pace_fields(table.config))
    return HTMLResponse(_config_page(table_view(table, seat), form))


async def arrange(request: Request) -> Response:
    """Change the settings of the table; a form that is refused comes back as it was filled in."""
    form, holder = await read_form(request, models.ConfigForm), holder_of(request)
    table = await table_of(request)
    seat = holder.seat_at(table)
    seating.host_only(table, seat)
    try:
        rules = rules_of(form) if form.game else None
        await holder.arrange(lambda now: _config(form, now), rules)
    except RulesError as error:
        refused, status = RefusedForm("house", why=option_error_text(error)), 422
    except Refusal as error:
        refused, status = (
            RefusedForm("house", {}, field_of(error.code), translate(error.sentence)),
            status_of(error.code),
        )
    else:
        return RedirectResponse(f"/t/{table.id}", 303)
    seen = table_view(await table_of(request), seat)
    return HTMLResponse(_config_page(seen, form, refused), status)


def _config(form: models.ConfigForm, table: Table) -> TableConfig:
    """Return the settings by this form; what it does not ask for, or no longer, stays as it is."""
    config = replace(table.config, **{name: getattr(form, name) for name in _BOXES})
    if form.stand_in:
        config = replace(config, stand_in=form.stand_in)
    if table.state is not None and not form.game and not form.helps:
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
