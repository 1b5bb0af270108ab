"""The first page, on which people start a game alone or with friends, or go on with one."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import gettext as _, translate
from sixth.rules.game import Impossible, Refusal
from sixth.rules.games import GAMES
from sixth.server.core.route_limits import LISTINGS, TABLES
from sixth.server.live.door import Sender
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.config import TableConfig
from sixth.server.table.identity import clean_name
from sixth.server.table.seating import MIXED
from sixth.server.web.cookies import recent_seats
from sixth.server.web.form_answers import lead_to, refused_form
from sixth.server.web.forms import models
from sixth.server.web.forms.choice import choice_facts, is_choice, recall, remember
from sixth.server.web.forms.options import default_texts, form_context, rules_of, verdict
from sixth.server.web.forms.pace import pace_of
from sixth.server.web.forms.reading import read_form, refilled
from sixth.server.web.middleware.preferences import asks_for_page, is_copy, preferences
from sixth.server.web.middleware.refused_forms import NOT_REFUSED, RefusedForm
from sixth.server.web.own import own_of
from sixth.server.web.request import redirect_to_seat
from sixth.server.web.session import kept_name, named_reader, own_name, seat_taker
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import game_summaries
from sixth.server.web.views.levels import bot_choice, last_results, offers_easier


async def home(request: Request) -> HTMLResponse:
    """Show the first page with the last choice, or with a form that was refused."""
    reader = await named_reader(request)
    person = reader and reader.person
    again = refilled("tables", models.CheckForm)
    form = again or recall(request)
    # The copy that a browser keeps for use without a connection contains nothing of a person.
    results = await last_results(site_of(request).tables, () if is_copy(request) else recent_seats(request))
    page = render(
        "pages/home.html",
        **form_context(form),
        bots=bot_choice(form.bots),
        easier=offers_easier(results.lasts, results.even if form.bots == MIXED else form.bots),
        abouts=game_summaries(),
        games=GAMES,
        name=again.name if again else await own_name(request),
        facts=choice_facts(form),
        person=person,
        is_newcomer=is_copy(request) or not (person or preferences().played),
        own=await own_of(request),
    )
    return HTMLResponse(page)


async def check(request: Request) -> HTMLResponse:
    """Answer whether the options chosen so far can be dealt, without opening a table."""
    form = await read_form(request, models.CheckForm)
    return HTMLResponse(render("frames/verdict.html", verdict=verdict(form), usuals=default_texts(form.game)))


async def open_table(request: Request) -> Response:
    """Open a table; with `invite` it waits for people, who need a name, else it begins at once with bots."""
    site, form = site_of(request), await read_form(request, models.OpenForm)
    rules, config = (
        rules_of(form),
        pace_of(form, TableConfig(listed=form.listed, helps=form.helps, rated=form.rated)),
    )
    if form.how != "invite" and not is_choice(form.bots):
        raise Impossible("no-bot", "There is no bot of that name.")
    typed = form.name or await kept_name(request)
    try:
        if form.how == "invite" and not typed:
            return _to_name_page(request, form)
        name = clean_name(typed or _("Guest"))
    except Refusal as error:
        if form.how != "invite" or not asks_for_page(request):
            raise
        refused = await refused_form(request, translate(error.sentence), error.code)
        return _to_name_page(request, form, refused)
    counted = TABLES.proof(request)
    taker = await seat_taker(request)
    if config.listed:
        await LISTINGS(request)
    table_id, token = await site.door.open(rules, name, config, counted=counted, taker=taker)
    if form.how != "invite":
        kinds = form.bots
        if kinds == MIXED:
            kinds = (await last_results(site.tables, recent_seats(request))).even
        begin = commands.Begin(game=1, bots=kinds)
        table = await site.door.send(Sender(table_id=table_id, token=token), begin, counted=counted)
        await site.tables.until_moved(table)
    response = await redirect_to_seat(request, table_id, token, typed and name)
    if form.how != "open":
        remember(request, response, form)
    return response


def _to_name_page(request: Request, form: models.OpenForm, refused: RefusedForm = NOT_REFUSED) -> Response:
    """Redirect to the page that asks for a name; the browser keeps the choice for it."""
    # Whether a table is public is asked each time, so the cookie does not keep it.
    response = lead_to(request, "/friends", refused, query="listed=true" if form.listed else "")
    remember(request, response, form)
    return response


async def name_page(request: Request) -> HTMLResponse:
    """Ask for a name before friends come; the form carries the last choice along."""
    form = recall(request).model_copy(update={"listed": request.query_params.get("listed") == "true"})
    page = render(
        "pages/name.html",
        chosen=form.model_dump(mode="json", exclude={"name", "how", "bots"}, exclude_defaults=True),
        bots=bot_choice(form.bots),
        name=preferences().refused.value("tables", "name", await own_name(request)),
    )
    return HTMLResponse(page)
