"""Games that are over, for whoever has their address: step by step, to download, and dealt once more."""

from typing import Annotated, Final

from fastapi import Form, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from sixth.i18n import gettext as _
from sixth.rules.events import Dealt
from sixth.rules.record import Record
from sixth.rules.view import view
from sixth.server.core.limits import CHANGES
from sixth.server.service.archive import EndedGame
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.identity import clean_name
from sixth.server.table.seating import MIXED
from sixth.server.web.dependencies import NAME_COOKIE, Site, client_network, redirect_to_seat
from sixth.server.web.endpoints import new_router
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import bot_titles
from sixth.server.web.views.replay import replay_moment

router = new_router()

_MAX_ID_LENGTH: Final = 40


class _AgainForm(BaseModel):
    """Playing the same deals against bots, on this seat."""

    model_config = ConfigDict(extra="forbid")

    seat: int = Field(ge=0, le=9)
    bots: str = Field(MIXED, max_length=40)


# ------------------------------------------------------------------ pages


@router.get("/g/{game_id}.sixth.jsonl")
async def record(site: Site, game_id: str) -> Response:
    """Send the record of an ended game, with the secret that proves its deals."""
    found = await _ended(site, game_id)
    if found is None:
        return PlainTextResponse(_no_game(), 404)
    return await _file(site, found.record)


@router.get("/g/{game_id}", response_class=HTMLResponse)
async def replay(request: Request, site: Site, game_id: str, at: str = "1", seat: str = "all") -> Response:
    """Show an ended game at one step, from a seat or from all; a step that is not there is the nearest."""
    found = await _ended(site, game_id)
    if found is None:
        return _missing()
    html = await site.archive.do(_page, found, _number(at, most=10**6) or 1, _number(seat, most=9))
    return HTMLResponse(html)


@router.post("/g/{game_id}/again")
async def again(request: Request, site: Site, game_id: str, form: Annotated[_AgainForm, Form()]) -> Response:
    """Set up a table with the same deals: whoever asks on the seat they wish for, bots on all others."""
    await site.limiter.check(CHANGES, "again", client_network(request))
    found = await _ended(site, game_id)
    if found is None:
        return _missing()
    name = clean_name(request.cookies.get(NAME_COOKIE, "")[:MAX_NAME_LENGTH].strip() or _("Guest"))
    table_id, token = await site.again(found.record, form.seat, name, form.bots)
    return redirect_to_seat(request, table_id, token, name)


@router.get("/t/{table_id}/games/{game_id}.sixth.jsonl")
async def table_record(site: Site, table_id: str, game_id: str) -> Response:
    """Send the record of a game that ended at this table, with the secret that proves its deals."""
    found = await site.archive.at_table(table_id, game_id)
    if found is None:
        said = _("There is no ended game of that name here; records come after the end.")
        return PlainTextResponse(said, 404)
    return await _file(site, found.record)


async def _file(site: Site, record: Record) -> Response:
    text = await site.archive.do(record.text)
    headers = {"Content-Disposition": f'attachment; filename="{record.game}.sixth.jsonl"'}
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


def _page(game: EndedGame, at: int, seat: int | None) -> str:
    record = game.record
    seat = seat if seat is not None and seat < len(record.seats) else None
    now = replay_moment(record, at, seat, game.state)
    proof = next((event.proof for event in record.events if isinstance(event, Dealt)), None)
    return render(
        "pages/replay.html",
        m=now,
        f=now.frame,
        seen=now.frame.seen,
        view=now.frame.seen.view,
        record=record,
        result=view(game.state(), None),
        seat=seat,
        seat_word="all" if seat is None else seat,
        commitment=proof.commitment if proof else "",
        bots=bot_titles(),
    )


# ------------------------------------------------------------------ what was asked for


async def _ended(site: Site, game_id: str) -> EndedGame | None:
    return await site.archive.ended(game_id) if len(game_id) <= _MAX_ID_LENGTH else None


def _missing() -> HTMLResponse:
    return HTMLResponse(render("pages/error.html", sentence=_no_game()), 404)


def _no_game() -> str:
    # The same for a game that goes on: whoever has its name learns nothing from here.
    return _("There is no ended game of that name; a game can be seen again once it is over.")


def _number(text: str, *, most: int) -> int | None:
    """Return a number written in digits, or None for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        return None
    return min(int(text), most)
