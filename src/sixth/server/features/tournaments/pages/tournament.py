"""The pages of one tournament: its own, the big screen, and what is printed."""

from typing import Final

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import gettext as _, translate
from sixth.rules.game import NotNow
from sixth.server.core.refusals import NotFound
from sixth.server.features.tournaments.pages.common_parts import CommonPartsCache
from sixth.server.features.tournaments.pages.forms import COMMANDS, HeadsForm, NameForm
from sixth.server.features.tournaments.pages.shared_view import Reader
from sixth.server.features.tournaments.pages.view import TournamentView
from sixth.server.features.tournaments.visitors import (
    code_of,
    set_token,
    tournaments_of,
    visitor_of_tournament,
)
from sixth.server.table.identity import new_token
from sixth.server.web.form_answers import is_from_script, sentence_page
from sixth.server.web.forms.reading import read_form, refilled
from sixth.server.web.request import number_in_query, site_url
from sixth.server.web.routes.lobby import qr_code
from sixth.server.web.session import PRIVATE, own_name
from sixth.server.web.templating.environment import render

_COMMON: Final = CommonPartsCache()

_MAX_NUMBER: Final = 1_000
"""The highest number of a round or a table in an address."""


async def page(request: Request) -> Response:
    """Show a tournament; a script gets only the parts that change, or only the reader's own."""
    try:
        code = code_of(request)
        view, common = await _view(request, code)
    except NotFound as error:
        ways = ("/tournaments", _("Enter a code")), ("/", _("Home"))
        return sentence_page(request, translate(error.sentence), 404, ways=ways)
    sender = await visitor_of_tournament(request, code)
    template = "parts" if is_from_script(request) else "tournament"
    html = _render(
        f"tournaments/templates/{template}.html",
        request,
        view,
        name=await own_name(request) if view.me is None else "",
        common="" if request.query_params.get("part") == "own" else common,
    )
    response = HTMLResponse(html, headers=PRIVATE)
    if view.me is None and not view.is_host and view.may_join and not sender.token:
        # A visitor gets a token before joining, so a form that is pressed twice joins once.
        set_token(request, response, code, new_token())
    return response


async def screen(request: Request) -> HTMLResponse:
    """Show a tournament on a big screen, for everybody in the room."""
    view, _common = await _view(request, code_of(request), for_all=True)
    template = "screen_parts" if is_from_script(request) else "screen"
    return HTMLResponse(_render(f"tournaments/templates/{template}.html", request, view), headers=PRIVATE)


async def slips(request: Request) -> HTMLResponse:
    """Show slips to print for the tables of the last round."""
    view, _common = await _view(request, code_of(request))
    if not view.round:
        raise NotNow("no-drawn-round", "No tables are drawn; draw the next round first.")
    return HTMLResponse(_render("tournaments/templates/slips.html", request, view))


async def wall(request: Request) -> HTMLResponse:
    """Show the standings to print for the wall."""
    view, _common = await _view(request, code_of(request), for_all=True)
    return HTMLResponse(_render("tournaments/templates/wall.html", request, view))


# ------------------------------------------------------------------ forms


async def carry_out(name: str, request: Request) -> Response:
    """Carry out the command of a form of `COMMANDS`."""
    model, command_of = COMMANDS[name]
    code, form = code_of(request), await read_form(request, model)
    sender = await visitor_of_tournament(request, code)
    await tournaments_of(request).send(code, sender, command_of(form))
    return RedirectResponse(f"/tournaments/{code}", 303)


# ------------------------------------------------------------------ views


async def _view(request: Request, code: str, *, for_all: bool = False) -> tuple[TournamentView, Markup]:
    """Return the tournament as the reader of a request sees it, and the parts that others see as well.

    A page `for_all` has nothing of its reader's own: the host's browser may show it to a hall.
    """
    tournaments, sender = tournaments_of(request), await visitor_of_tournament(request, code)
    role, renaming = await tournaments.role(code, sender), refilled("rename", NameForm)
    reader = Reader(
        is_host=role.is_host,
        player=role.player,
        table=_table_in(request),
        swapped=request.query_params.get("swap", "")[:40],
        renamed=renaming.player if renaming else request.query_params.get("rename", "")[:40],
    )
    reader = Reader() if for_all else reader
    common = _COMMON.get(code, role.tournament, reader)
    return TournamentView(code, role.tournament, reader, common.standings), common.html


def _table_in(request: Request) -> tuple[int, int] | None:
    """Return the table whose result the host enters: that of the address, or of a form that was refused."""
    if (refused := refilled("report", HeadsForm)) is not None:
        return refused.round, refused.table
    round = number_in_query(request, "round", least=1, most=_MAX_NUMBER)
    table = number_in_query(request, "table", least=1, most=_MAX_NUMBER)
    return None if round is None or table is None else (round, table)


def _address(request: Request, view: TournamentView) -> str:
    return f"{site_url(request).rstrip('/')}{view.path}"


def _picture(address: str) -> Markup:
    """Return an address as a QR code that is as large as there is room for."""
    return Markup(qr_code(address, sized=False).decode())


def _render(template: str, request: Request, view: TournamentView, **more: object) -> str:
    address = _address(request, view)
    return render(
        template,
        t=view,
        address=address,
        site=site_url(request).rstrip("/").partition("://")[2],
        qr=_picture,
        **more,
    )
