"""Games that are over, for whoever has their address: step by step, to download, and dealt once more."""

from functools import lru_cache
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from sixth.i18n import gettext as _
from sixth.rules.cards import FULL_DECK
from sixth.rules.events import Dealt
from sixth.rules.record import Record
from sixth.rules.view import view
from sixth.server.core.limits import CHANGES
from sixth.server.core.route_limits import TABLES
from sixth.server.service.archive import EndedGame
from sixth.server.table.identity import clean_name
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import (
    client_network,
    known_name,
    number_in_query,
    redirect_to_seat,
    site_url,
    table_id_of,
    tables_of,
)
from sixth.server.web.templating.environment import render
from sixth.server.web.templating.result_picture import result_svg
from sixth.server.web.text.daily import ended_title
from sixth.server.web.text.labels import bot_titles
from sixth.server.web.views.replay import replay_moment, step_of_card
from sixth.server.web.views.result import standings

_MAX_ID_LENGTH: Final = 40
_MAX_NUMBER: Final = 10**6

_PICTURE_HEADERS: Final = {"Cache-Control": "public, max-age=86400"}


# ------------------------------------------------------------------ pages


async def record(request: Request) -> Response:
    """Send the record of an ended game, with the secret that proves its deals."""
    found = await ended_game(request)
    return await _file(request, found.record) if found else PlainTextResponse(_no_game(), 404)


async def replay(request: Request) -> Response:
    """Show an ended game at one step, from a seat or from all; a step that is not there is the nearest.

    The step is named by its number, or as that in which a card came to lie in a round.
    """
    found = await ended_game(request)
    if found is None:
        return missing_game()
    at = _number(request.query_params.get("at", ""), most=_MAX_NUMBER)
    seat = _number(request.query_params.get("seat", "all"), most=9)
    round = _number(request.query_params.get("round", ""), most=_MAX_NUMBER)
    card = _number(request.query_params.get("card", ""), most=FULL_DECK)
    if at is None and round is not None:
        at = step_of_card(found.record, round, card or 0)
    home = site_url(request)
    return HTMLResponse(await tables_of(request).archive.do(_page, found, at or 1, seat, home))


async def again(request: Request) -> Response:
    """Set up a table with the same deals, perhaps amid the game: one person, and bots on all other seats."""
    site, form = tables_of(request), await read_form(request, models.AgainForm)
    await site.limiter.check(CHANGES, "again", client_network(request))
    found = await ended_game(request)
    if found is None:
        return missing_game()
    name = clean_name(known_name(request) or _("Guest"))
    table_id, token = await site.again(
        found.record, form.seat, name, form.bots, counted=TABLES.counted(request), at=form.at
    )
    return redirect_to_seat(request, table_id, token)


async def picture_svg(request: Request) -> Response:
    """Send the picture as it is drawn; the seat in the address stands out."""
    seat = number_in_query(request, "seat", least=0, most=models.MAX_SEATS - 1)
    drawn = await _drawn(request, seat)
    return Response(drawn, media_type="image/svg+xml", headers=_PICTURE_HEADERS)


async def picture_png(request: Request) -> Response:
    """Send the picture in dots, as sites want it that show links."""
    seat = number_in_query(request, "seat", least=0, most=models.MAX_SEATS - 1)
    drawn = await _drawn(request, seat)
    return Response(
        await tables_of(request).archive.do(_png, drawn), media_type="image/png", headers=_PICTURE_HEADERS
    )


async def _drawn(request: Request, seat: int | None) -> str:
    game = await ended_game(request)
    if game is None or not game.state().past:
        raise HTTPException(404)
    return await tables_of(request).archive.do(_svg, game, seat)


async def table_record(request: Request) -> Response:
    """Send the record of a game that ended at this table, with the secret that proves its deals."""
    found = await tables_of(request).archive.at_table(table_id_of(request), request.path_params["game_id"])
    if found is None:
        said = _("There is no finished game of that name here; game files come after the end.")
        return PlainTextResponse(said, 404)
    return await _file(request, found.record)


async def _file(request: Request, record: Record) -> Response:
    text = await tables_of(request).archive.do(record.text)
    headers = {"Content-Disposition": f'attachment; filename="{record.game}.sixth.jsonl"'}
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _page(game: EndedGame, at: int, seat: int | None, home: str) -> str:
    record = game.record
    seat = seat if seat is not None and seat < len(record.seats) else None
    now = replay_moment(record, at, seat, game.state)
    result = view(game.state(), None)
    proof = next((event.proof for event in record.events if isinstance(event, Dealt)), None)
    return render(
        "pages/replay.html",
        home=home,
        title=ended_title(game),
        m=now,
        f=now.frame,
        seen=now.frame.seen,
        view=now.frame.seen.view,
        record=record,
        result=result,
        standings=standings(result),
        seat=seat,
        seat_word="all" if seat is None else seat,
        commitment=proof.commitment if proof else "",
        daily=game.daily,
        bots=bot_titles(),
    )


def _svg(game: EndedGame, seat: int | None) -> str:
    return result_svg(view(game.state(), None), seat)


@lru_cache(64)
def _png(drawn: str) -> bytes:
    # Only who asks for one waits until this is loaded.
    from resvg_py import svg_to_bytes

    return bytes(svg_to_bytes(svg_string=drawn, skip_system_fonts=True))


# ------------------------------------------------------------------ what was asked for


async def ended_game(request: Request) -> EndedGame | None:
    """Return the game that the address of a request is about; None if it goes on or is unknown."""
    game_id = request.path_params["game_id"]
    return await tables_of(request).archive.ended(game_id) if len(game_id) <= _MAX_ID_LENGTH else None


def missing_game() -> HTMLResponse:
    """Return the page that says that there is no such game."""
    return HTMLResponse(render("pages/error.html", sentence=_no_game(), missing=True), 404)


def _no_game() -> str:
    # The same for a game that goes on: whoever has its name learns nothing from here.
    return _("There is no finished game of that name; a game can be replayed once it is over.")


def _number(text: str, *, most: int) -> int | None:
    """Return a number written in digits, or None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return min(int(text), most)
