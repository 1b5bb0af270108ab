"""The first page: choose a game, and play at once or invite."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from sixth import bots
from sixth.language import gettext as _
from sixth.language import said
from sixth.rules.game import Refusal
from sixth.rules.options import GAMES, Rules, RulesError
from sixth.server.happenings import NAME_LENGTH
from sixth.server.seating import MIXED
from sixth.server.seats import clean_name
from sixth.server.web import forms
from sixth.server.web.asking import NAME_COOKIE, Site, seated
from sixth.server.web.render import render
from sixth.server.web.words import abouts, bot_titles, titles

router = APIRouter(include_in_schema=False)


@router.get("/", response_class=HTMLResponse)
async def home(request: Request) -> HTMLResponse:
    """Choose a game, and play at once or invite."""
    return HTMLResponse(home_page(request))


def home_page(request: Request, *, note: str = "", filled: forms.OpenForm | None = None) -> str:
    """The first page, with what was filled in before."""
    return render(
        "home.html",
        titles=titles(),
        abouts=abouts(),
        games=GAMES,
        bots=bot_titles(),
        name=(filled.name[: 2 * NAME_LENGTH] if filled else request.cookies.get(NAME_COOKIE, "")),
        name_length=NAME_LENGTH,
        game=filled.game if filled else "classic",
        seats=filled.seats if filled else 4,
        bot=filled.bots if filled else MIXED,
        note=note,
    )


@router.post("/tables")
async def open_table(request: Request, site: Site, form: forms.Open) -> Response:
    """Set up a table; `play` begins at once with bots, `invite` waits for people."""
    try:
        name = clean_name(form.name or _("Guest"))
        rules = _rules(form)
        if form.how == "play" and form.bots not in (MIXED, *bots.names):
            raise Refusal("no-bot", "There is no bot of that name.")
    except (Refusal, RulesError) as error:
        return HTMLResponse(home_page(request, note=said(error.sentence), filled=form), 422)
    table_id, token = await site.open(rules, name)
    if form.how == "play":
        await site.begin(table_id, 0, game=1, fill=form.bots)
    return seated(request, table_id, token, name)


def _rules(form: forms.OpenForm) -> Rules:
    if form.game not in GAMES:
        raise Refusal(
            "no-game", "There is no game of that name; the games are {games}.", games=", ".join(GAMES)
        )
    return GAMES[form.game].with_(seats=form.seats)
