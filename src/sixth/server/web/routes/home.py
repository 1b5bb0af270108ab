"""The first page: play at once, or with friends, or go on where one was."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth import bots
from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.game import Impossible, Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import RulesError
from sixth.server.core.route_limits import TABLES
from sixth.server.service.holder import Holder
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.config import TableConfig
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.identity import clean_name
from sixth.server.table.seating import MIXED
from sixth.server.web.form_answers import answer_refused_form, lead_to, refused_form
from sixth.server.web.forms import models
from sixth.server.web.forms.choice import choice_facts, remember, remembered
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.forms.options import default_texts, options, rules_of, verdict
from sixth.server.web.forms.pace import pace_of
from sixth.server.web.forms.reading import read_form, refilled
from sixth.server.web.middleware.preferences import asks_for_page, preferences
from sixth.server.web.middleware.refused_forms import NOT_REFUSED, RefusedForm
from sixth.server.web.request import known_name, recent_seats, redirect_to_seat
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_titles, game_summaries, game_titles
from sixth.server.web.text.option_labels import lengths
from sixth.server.web.text.pace import at_zero_text, paces, units
from sixth.server.web.views.going_on import going_on


async def home(request: Request) -> HTMLResponse:
    """Show the first page, with what was chosen there last, or what of it was refused."""
    site = site_of(request)
    parts = [await feature.home(request) for feature in site.features if feature.home]
    shown = {table_id for part in parts for table_id in part.tables}
    # What a browser keeps for want of a connection holds nothing of a table.
    kept = "sixth-keep" in request.headers
    seats = () if kept else (each for each in recent_seats(request) if each[0] not in shown)
    refilled_form = refilled("tables", models.CheckForm)
    chosen = refilled_form or remembered(request)
    page = render(
        "pages/home.html",
        titles=game_titles(),
        abouts=game_summaries(),
        games=GAMES,
        bots=bot_titles(),
        name=refilled_form.name[: 2 * MAX_NAME_LENGTH] if refilled_form else known_name(request),
        name_length=MAX_NAME_LENGTH,
        lengths=lengths(),
        usual_length=default_texts(chosen.game)["length"],
        options=options(chosen),
        verdict=verdict(chosen),
        paces=paces(),
        units=units(),
        at_zero=at_zero_text(),
        chosen=chosen,
        facts=choice_facts(chosen),
        at_home=True,
        going_on=await going_on(site.tables, seats),
        parts=parts,
    )
    return HTMLResponse(page)


async def check(request: Request) -> HTMLResponse:
    """Tell whether the options chosen so far can be dealt; nothing is set up."""
    form = await read_form(request, models.CheckForm)
    return HTMLResponse(render("frames/verdict.html", verdict=verdict(form), usuals=default_texts(form.game)))


async def open_table(request: Request) -> Response:
    """Set up a table; `invite` waits for people, who need a name, the others begin at once with bots."""
    tables, form = site_of(request).tables, await read_form(request, models.OpenForm)
    try:
        rules, config = rules_of(form), pace_of(form, TableConfig(listed=form.listed, helps=form.helps))
        if form.how != "invite" and form.bots not in (MIXED, *bots.names):
            raise Impossible("no-bot", "There is no bot of that name.")
    except RulesError as error:
        return answer_refused_form(request, await refused_form(request, option_error_text(error)), 422)
    try:
        if form.how == "invite" and not form.name:
            return _to_name_page(request, form)
        name = clean_name(form.name or _("Guest"))
    except Refusal as error:
        if form.how != "invite" or not asks_for_page(request):
            raise
        return _to_name_page(
            request, form, await refused_form(request, translate(error.sentence), error.code)
        )
    counted = TABLES.proof(request)
    if config.listed:
        await site_of(request).tell_seated(request)
    table_id, token = await tables.open(rules, name, config, counted=counted)
    if form.how != "invite":
        begin = commands.Begin(game=1, bots=form.bots)
        await Holder(tables, table_id, token).do(begin, counted=counted)
    response = redirect_to_seat(request, table_id, token, form.name and name)
    if form.how != "open":
        remember(request, response, form)
    return response


def _to_name_page(request: Request, form: models.OpenForm, refused: RefusedForm = NOT_REFUSED) -> Response:
    """Lead to the page that asks for a name; the browser keeps what was chosen, which is there again."""
    # Whether a table is public is asked each time, so it is not kept.
    response = lead_to(request, "/friends", refused, query="listed=true" if form.listed else "")
    remember(request, response, form)
    return response


async def name_page(request: Request) -> HTMLResponse:
    """Ask for a name before friends come; what was chosen last goes along."""
    form = remembered(request).model_copy(update={"listed": request.query_params.get("listed") == "true"})
    page = render(
        "pages/name.html",
        chosen=form.model_dump(mode="json", exclude={"name", "how"}, exclude_defaults=True),
        name=preferences().refused.value("tables", "name", known_name(request))[: 2 * MAX_NAME_LENGTH],
        name_length=MAX_NAME_LENGTH,
    )
    return HTMLResponse(page)
