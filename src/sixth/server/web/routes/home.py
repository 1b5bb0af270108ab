"""The first page: choose a game, and play at once or invite."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth import bots
from sixth.i18n import gettext as _
from sixth.i18n import translate
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.options import RulesError
from sixth.server.table.config import TableConfig
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.identity import clean_name
from sixth.server.table.seating import MIXED
from sixth.server.web.forms import models
from sixth.server.web.forms.option_errors import option_error_text
from sixth.server.web.forms.options import default_texts, options, rules_of, verdict
from sixth.server.web.forms.pace import pace_of
from sixth.server.web.forms.reading import read_form
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm, field_of
from sixth.server.web.request import NAME_COOKIE, redirect_to_seat, tables_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_titles, game_summaries, game_titles
from sixth.server.web.text.pace import at_zero_text, paces, units


async def home(request: Request) -> HTMLResponse:
    """Show the first page: choose a game, and play at once or invite."""
    return HTMLResponse(home_page(request))


def home_page(
    request: Request, *, filled: models.OpenForm | None = None, refused: RefusedForm = NOT_REFUSED
) -> str:
    """Return the first page, with what was filled in before and what of it was refused."""
    chosen = filled or models.CheckForm(game="classic", seats=4, bots=MIXED, name="")
    return render(
        "pages/home.html",
        titles=game_titles(),
        abouts=game_summaries(),
        games=GAMES,
        bots=bot_titles(),
        name=(filled.name[: 2 * MAX_NAME_LENGTH] if filled else request.cookies.get(NAME_COOKIE, "")),
        name_length=MAX_NAME_LENGTH,
        game=chosen.game,
        seats=chosen.seats,
        bot=chosen.bots,
        listed=chosen.listed,
        options=options(chosen),
        verdict=verdict(chosen),
        paces=paces(),
        units=units(),
        at_zero=at_zero_text(),
        chosen=chosen,
        refused=refused,
        note="" if refused.wrong else refused.why,
    )


async def check(request: Request) -> HTMLResponse:
    """Tell whether the options chosen so far can be dealt; nothing is set up."""
    form = await read_form(request, models.CheckForm)
    return HTMLResponse(render("frames/verdict.html", verdict=verdict(form), usuals=default_texts(form.game)))


async def open_table(request: Request) -> Response:
    """Set up a table; `play` begins at once with bots, `invite` waits for people."""
    site, form = tables_of(request), await read_form(request, models.OpenForm)
    try:
        name = clean_name(form.name or _("Guest"))
        rules, config = rules_of(form), pace_of(form, TableConfig(listed=form.listed))
        if form.how == "play" and form.bots not in (MIXED, *bots.names):
            raise Refusal("no-bot", "There is no bot of that name.")
    except (Refusal, RulesError) as error:
        why = option_error_text(error) if isinstance(error, RulesError) else translate(error.sentence)
        refused = RefusedForm(
            "tables", {}, "" if isinstance(error, RulesError) else field_of(error.code), why
        )
        return HTMLResponse(home_page(request, filled=form, refused=refused), 422)
    table_id, token = await site.open(rules, name, config)
    if form.how == "play":
        await site.begin(table_id, 0, game=1, fill=form.bots)
    return redirect_to_seat(request, table_id, token, name)
