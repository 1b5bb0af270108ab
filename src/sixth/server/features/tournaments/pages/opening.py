"""The ways into tournaments: by a code, or by opening one; and the form of a plan."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.rules.game import Forbidden, Refusal
from sixth.rules.options import RulesError
from sixth.server.core.errors import NoTableError
from sixth.server.core.route_limits import TABLES
from sixth.server.features.tournaments.pages import text
from sixth.server.features.tournaments.pages.forms import (
    CLOCKS_S,
    CodeForm,
    NameForm,
    PlanForm,
    form_of_plan,
)
from sixth.server.features.tournaments.service import JOINS, code_from
from sixth.server.features.tournaments.visitors import (
    code_of,
    keep_token,
    newcomer,
    tournaments_of,
    visitor_of_tournament,
)
from sixth.server.site import site_of
from sixth.server.table.identity import clean_name
from sixth.server.web.cookies import set_name
from sixth.server.web.forms.options import default_texts, form_context, option_fields, verdict
from sixth.server.web.forms.reading import read_form, refilled
from sixth.server.web.session import own_name, own_seat
from sixth.server.web.templating.environment import render
from sixth.tournaments.commands import Change, Join
from sixth.tournaments.luck import luck_text
from sixth.tournaments.plan import LEAST_AT_TABLE, MOST_AT_TABLE

_EXAMPLE_PEOPLE: Final = 16
"""The people of the evening of which the form says how much of it is luck."""


async def ways_in(request: Request) -> HTMLResponse:
    """Show the two things that one can do: come in by a code, and open a tournament."""
    return HTMLResponse(render("tournaments/templates/tournaments.html", name=await own_name(request)))


async def come_in(request: Request) -> Response:
    """Join the tournament with a code under a name; who is in it already comes to its page."""
    form = await read_form(request, CodeForm)
    code = code_from("".join(form.code.split()))
    tournament = await tournaments_of(request).get(code)
    role = await tournaments_of(request).role(code, await visitor_of_tournament(request, code))
    if role.is_host or role.player is not None or tournament.plan.team_size:
        return RedirectResponse(f"/tournaments/{code}", 303)
    return await joined(request, code, Join(form.name))


async def joined(request: Request, code: str, command: Join) -> Response:
    """Join a tournament; return the way to its page, with the token of the player."""
    counted, sender = JOINS.proof(request), await newcomer(request, code)
    await tournaments_of(request).send(code, sender, command, counted=counted)
    response = RedirectResponse(f"/tournaments/{code}", 303)
    set_name(request, response, clean_name(command.name))
    await keep_token(request, response, code, sender)
    return response


async def join(request: Request) -> Response:
    """Join the tournament of the address."""
    form = await read_form(request, NameForm)
    return await joined(request, code_of(request), Join(form.name, form.team))


# ------------------------------------------------------------------ the plan


async def new(request: Request) -> HTMLResponse:
    """Show the form of a new tournament, with the game and the clock of a table that the address names."""
    form = refilled("new", PlanForm) or await _form_of_table(request, request.query_params.get("table", ""))
    return HTMLResponse(_plan_page(form, "/tournaments/new"))


async def _form_of_table(request: Request, table_id: str) -> PlanForm:
    """Return a form with the rules and the clock of a table that the reader may see, else an empty one."""
    with suppress(NoTableError):
        table = await site_of(request).tables.get(table_id)
        if table.is_visible_to(await own_seat(request, table.id, table.tokens)):
            seconds = table.config.turn_seconds
            seats = min(max(table.rules.seats, LEAST_AT_TABLE), MOST_AT_TABLE)
            return PlanForm(
                **{**option_fields(table.rules), "seats": seats},
                turn_seconds=seconds if seconds in CLOCKS_S else None,
                rated=table.config.rated,
            )
    return PlanForm.model_validate({})


async def open_tournament(request: Request) -> Response:
    """Open a tournament, whose host is the browser of the request."""
    form = await read_form(request, PlanForm)
    sender = await newcomer(request)
    code = await tournaments_of(request).open(form.plan(), sender, counted=TABLES.proof(request))
    response = RedirectResponse(f"/tournaments/{code}", 303)
    await keep_token(request, response, code, sender)
    return response


async def settings(request: Request) -> HTMLResponse:
    """Show the host the plan, to change it."""
    code = code_of(request)
    role = await tournaments_of(request).role(code, await visitor_of_tournament(request, code))
    if not role.is_host:
        raise Forbidden("not-host", "Only the host of the tournament can do that.")
    form = refilled("change", PlanForm) or form_of_plan(role.tournament.plan)
    return HTMLResponse(_plan_page(form, f"/tournaments/{code}/change", code))


async def change(request: Request) -> Response:
    """Change the plan."""
    code, form = code_of(request), await read_form(request, PlanForm)
    sender = await visitor_of_tournament(request, code)
    await tournaments_of(request).send(code, sender, Change(form.plan()))
    return RedirectResponse(f"/tournaments/{code}", 303)


async def check(request: Request) -> HTMLResponse:
    """Answer whether the plan chosen so far can be dealt, and how much of it is luck, without opening it."""
    form = await read_form(request, PlanForm)
    page = render(
        "tournaments/templates/check.html",
        verdict=verdict(form),
        usuals=default_texts(form.game),
        luck=_luck(form),
    )
    return HTMLResponse(page)


def _luck(form: PlanForm) -> str:
    try:
        return luck_text(form.plan(), _EXAMPLE_PEOPLE)
    except (Refusal, RulesError):
        return ""


def _plan_page(form: PlanForm, action: str, code: str = "") -> str:
    choices: Mapping[str, object] = {
        "places": text.place_labels(),
        "forms": text.form_choices(),
        "table_sizes": text.table_sizes(),
        "cuts": text.cut_labels(),
        "team_sizes": text.team_labels(),
        "clocks": text.clock_labels(),
        "pauses": text.pause_labels(),
        "orders": text.order_labels(),
        "luck": _luck(form),
    }
    context = {**form_context(form), **choices}
    return render("tournaments/templates/plan.html", **context, action=action, code=code)
