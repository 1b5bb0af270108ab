"""The pages of boards: those of today and this week, one board, one deal of it, and the ladder."""

from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from sixth.i18n import date_text, gettext as _
from sixth.server.core.route_limits import TABLES, network_of_request
from sixth.server.feature import HomeLine
from sixth.server.features.boards.board import METHOD, Board, board_from_key
from sixth.server.features.boards.board_view import board_facts, deal_lines, done_text
from sixth.server.features.boards.boards import Boards, Progress
from sixth.server.features.boards.chain import SEAT
from sixth.server.features.boards.deals import Player
from sixth.server.features.boards.field_view import field_text, histogram
from sixth.server.features.boards.ladder import is_on_ladder, ladder_of, put_on_ladder
from sixth.server.parts import TablePart
from sixth.server.people.person import check_named
from sixth.server.site import site_of
from sixth.server.table.identity import derive_token, hash_token, is_token, new_token
from sixth.server.table.view import table_view
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms.models import StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import redirect_to_seat
from sixth.server.web.session import (
    known_visitor,
    named_reader,
    own_name,
    people_of,
    reader_of,
    refusals_at,
    seat_taker,
)
from sixth.server.web.table_page import parts_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import board_title
from sixth.server.web.views.choices import choice_lines, signed_text

_COOKIE: Final = "sixth-boards"
"""The cookie with the token of a browser that is nobody's, for all boards."""

_MAX_EARLIER: Final = 14
"""Earlier boards that a person has played, on the page of boards."""


class DealForm(StrictForm):
    """The form to begin a deal of a board."""

    board: str = Field(max_length=10)
    number: int = Field(ge=1, le=9)


class LadderForm(StrictForm):
    """The form that puts a person on the ladder, or takes them off."""

    wished: bool


async def _known_as(request: Request) -> tuple[str, str]:
    """Return the token of a browser for boards, "" for none yet, and the id of its person, "" for none."""
    if reader := await reader_of(request):
        return derive_token(reader.secret, "boards"), reader.person.id
    token = request.cookies.get(_COOKIE)
    return (token if is_token(token) else ""), ""


async def _progress(request: Request, board: Board) -> Progress:
    return await site_of(request).service(Boards).progress(board, *await _known_as(request))


async def _facts(request: Request, board: Board) -> Mapping[str, object]:
    boards, progress = site_of(request).service(Boards), await _progress(request, board)
    return board_facts(progress, await boards.result(progress), is_open=boards.is_open(board))


async def _ladder(request: Request, board: Board) -> Mapping[str, object]:
    people, reader = people_of(request), await named_reader(request)
    lines = await people.read(ladder_of, board, people.now())
    return {
        "lines": [(each, signed_text(each.score)) for each in lines],
        "own": reader.person.id if reader else "",
        "wished": reader is not None and await people.read(is_on_ladder, reader.person.id),
    }


async def _page(request: Request, template: str, facts: Mapping[str, object]) -> HTMLResponse:
    response = HTMLResponse(render(f"boards/templates/{template}", **facts))
    token, _person = await _known_as(request)
    if not token:
        # With a token, a form that is pressed twice begins one deal.
        set_cookie(request, response, _COOKIE, new_token())
    return response


async def index(request: Request) -> HTMLResponse:
    """Show the boards of today and of this week, and the earlier boards of the reader."""
    boards, reader = site_of(request).service(Boards), await reader_of(request)
    day, week = (boards.current(weekly=weekly) for weekly in (False, True))
    played = await boards.boards_of(reader.person.id) if reader else {}
    earlier = []
    for key in [key for key in played if key not in (day.key, week.key)][:_MAX_EARLIER]:
        done = sum(each.heads is not None for each in played[key])
        earlier.append((key, board_title(key), done_text(board_from_key(key), done)))
    facts = {
        "boards_shown": [await _facts(request, each) for each in (day, week)],
        "earlier": earlier,
        "week": week.key,
    }
    return await _page(request, "boards.html", facts)


async def board(request: Request) -> HTMLResponse:
    """Show a board, open or closed, as its player has played it so far."""
    boards = site_of(request).service(Boards)
    asked = await boards.check(request.path_params["board"])
    chain = await boards.board_chain()
    facts = {
        "board": await _facts(request, asked),
        "before": asked.before.key if asked.before.last >= chain.begins else "",
        "ladder": await _ladder(request, asked) if asked.is_weekly else None,
        "fair": {
            "method": METHOD,
            "begins": date_text(chain.begins),
            "anchor": chain.anchor,
            "promise": await boards.promise(asked),
            "secret": await boards.secret(asked),
        },
    }
    return await _page(request, "board.html", facts)


async def deal(request: Request) -> HTMLResponse:
    """Show a deal of a board, and to whom has finished it the choices beside the field's."""
    boards, number = site_of(request).service(Boards), request.path_params["number"]
    asked = await boards.check(request.path_params["board"], number)
    progress = await _progress(request, asked)
    result, is_open = await boards.result(progress), boards.is_open(asked)
    tried, line = progress.try_of(number), deal_lines(progress, result, is_open=is_open)[number - 1]
    facts = board_facts(progress, result, is_open=is_open)
    shown: dict[str, object] = {"board": facts, "number": number, "line": line}
    shown |= {"attempt": None, "deal": "", "results": (), "bars": (), "field_text": "", "choices": ()}
    if tried is not None and tried.heads is not None:
        field, attempt = await boards.results(tried.deal), await boards.attempt(tried.table_id)
        choices = attempt.choices if attempt else ()
        shown |= {
            "attempt": attempt,
            "deal": tried.deal,
            "results": await _own_results(request, tried.table_id),
            "bars": histogram(field, tried.heads),
            "field_text": field_text(field.players),
            "choices": choice_lines(choices, await boards.chosen(tried.deal, choices)),
        }
    elif tried is None and asked.last < boards.today:
        # A board that is closed has no secrets.
        field = await boards.results(asked.deal(number, progress.version))
        shown |= {"bars": histogram(field, None), "field_text": field_text(field.players)}
    return await _page(request, "deal.html", shown)


async def _own_results(request: Request, table_id: str) -> Sequence[TablePart]:
    """Return what the page of a table tells its player about the ended game."""
    view = table_view(await site_of(request).tables.get(table_id), SEAT)
    return (await parts_of(request, view)).get("own-result", ())


async def begin(request: Request) -> Response:
    """Open the table of a deal of a board, and redirect there."""
    form = await read_form(request, DealForm)
    token, person_id = await _known_as(request)
    taker, name = await seat_taker(request), await own_name(request) or _("Guest")
    player = Player(name, token or new_token(), network_of_request(request), taker=taker)
    boards, counted = site_of(request).service(Boards), TABLES.proof(request)
    table, seat_token = await boards.begin(form.board, form.number, player, counted, person_id)
    if hash_token(seat_token) not in table.tokens:
        # The seat was taken before, in this browser or on another device, where the table says so.
        return RedirectResponse(f"/t/{table.id}", 303)
    response = await redirect_to_seat(request, table.id, seat_token)
    if not person_id:
        set_cookie(request, response, _COOKIE, player.token)
    return response


@refusals_at("/boards")
async def choose_ladder(request: Request) -> Response:
    """Put the person of this browser on the ladder, or take them off."""
    form, visitor = await read_form(request, LadderForm), await known_visitor(request)
    check_named(visitor.person)
    own = visitor.person.id
    await people_of(request).write(own, put_on_ladder, own, wished=form.wished)
    week = site_of(request).service(Boards).current(weekly=True)
    return RedirectResponse(f"/boards/{week.key}#ladder", 303)


async def home_lines(request: Request) -> Sequence[HomeLine]:
    """Return the line that leads to today's board, for those who have played before."""
    if not preferences().played:
        return []
    boards = site_of(request).service(Boards)
    today, reader = boards.current(weekly=False), await reader_of(request)
    progress = await boards.progress(today, "", reader.person.id if reader else "")
    done = len(progress.finished)
    value = _("{step} of {steps}").format(step=done, steps=today.deals)
    return [HomeLine(_("Boards"), value, "/boards", waits=0 < done < today.deals)]


async def export_of_person(request: Request, person_id: str) -> Sequence[Mapping[str, object]]:
    """Return the tries of boards of a person, and whether they are on the ladder."""
    boards, people = site_of(request).service(Boards), people_of(request)
    rows = [
        {"kind": "board-deal", "deal": each.deal, "heads": each.heads, "counted": each.counted}
        for tries in (await boards.boards_of(person_id)).values()
        for each in tries
    ]
    return [*rows, *([{"kind": "ladder"}] if await people.read(is_on_ladder, person_id) else [])]
