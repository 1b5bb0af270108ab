"""Pages of ended games for everybody who has their address: replay, record, picture, the same deals again."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.i18n import SOURCE, gettext as _
from sixth.server.core.route_limits import TABLES
from sixth.server.feature import TableParts, TablePlace
from sixth.server.features.replay import jobs
from sixth.server.features.replay.api import play_again
from sixth.server.live.archive import GameSummary, no_record
from sixth.server.parts import PartForm, PartLink, TablePart
from sixth.server.protocol.dealt import sealed_until
from sixth.server.site import site_of
from sixth.server.table.seating import MIXED
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import MAX_SEATS, StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.compression import is_packed, packed_headers
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import number_in_query, redirect_to_seat, site_url, table_id_of
from sixth.server.web.session import PRIVATE, own_name, own_seat, seat_taker
from sixth.server.web.text.labels import saved_text
from sixth.server.web.views.ending import Ending, ending

_PICTURE_HEADERS: Final = {"Cache-Control": "public, max-age=86400"}


class AgainForm(StrictForm):
    """A request to play the same deals against bots on a seat, from the position after `at` events."""

    seat: int = Field(ge=0, lt=MAX_SEATS)
    at: int = Field(0, ge=0, lt=10**6)
    bots: str = Field(MIXED, max_length=40)


async def at_table(request: Request, table: TableView) -> TableParts:
    """Return the highlights of an ended game, links to it, and the form that deals its cards again."""
    if table.view is None or not (table.view.over and table.view.past and table.game_id):
        return {}
    seat, here, ended = table.seat, f"/g/{table.game_id}", ending(table)
    whose = "" if seat is None else f"?seat={seat}"
    watch: PartLink = {"address": here + whose, "label": _("Watch replay"), "is_button": True}
    # The deal of a day has a page to share.
    shared = [] if table.daily else [_link_to_picture(table, ended, f"{site_url(request)}{here[1:]}")]
    parts: dict[TablePlace, list[TablePart]] = {"links": [{"links": [*shared, watch]}]}
    if ended and ended.moments:
        items: list[TablePart] = [
            {"links": [{"address": f"{here}?{each.query}", "label": each.text}]} for each in ended.moments
        ]
        parts["highlights"] = [{"heading": _("Highlights"), "items": items, "kind": "moments"}]
    sealed, now = sealed_until(table.daily), site_of(request).tables.now()
    if seat is not None and (sealed is None or datetime.fromtimestamp(now / 1000, UTC).date() >= sealed):
        form: PartForm = {"action": f"{here}/again", "label": _("Replay these cards vs bots")}
        parts["again"] = [{"form": {**form, "id": "deal-again", "fields": {"seat": f"{seat}"}}}]
    return parts


def _link_to_picture(table: TableView, ended: Ending | None, page: str) -> PartLink:
    own = "" if table.seat is None else f"&seat={table.seat}"
    address = f"/g/{table.game_id}/picture.png?lang={preferences().language}{own}"
    text = f"{ended.share} · {page}" if ended and ended.share else page
    return {
        "address": address,
        "label": _("Download the picture"),
        "is_button": True,
        "saved": saved_text(),
        "file": f"sixth-{table.game_id}.png",
        "share": {"text": text, "label": _("Share the result")},
    }


async def record(request: Request) -> Response:
    """Send the record of an ended game, with the secret that proves its deals."""
    return await _file(request, await ended_game(request))


async def replay(request: Request) -> Response:
    """Show an ended game step by step with scripts, or with `text` a round as text.

    The address may name a step, by its number or by a round and a card, and the seat to look from; scripts
    read that. For a step that does not exist, the nearest one is shown.
    """
    game = await ended_game(request)
    packed = is_packed(request)
    page = partial(
        jobs.replay_page,
        preferences=preferences(),
        home=site_url(request),
        round=_number(request.query_params.get("round", "")),
        at=_number(request.query_params.get("at", "")),
        as_text="text" in request.query_params,
        own=await own_seat(request, game.table_id, game.proofs),
        packed=packed,
    )
    body = await site_of(request).tables.archive.do(page, game)
    return HTMLResponse(body, headers=packed_headers(packed=packed))


async def again(request: Request) -> Response:
    """Set up a table with the same deals, from the start or the middle: one person, bots on all others."""
    tables, form = site_of(request).tables, await read_form(request, AgainForm)
    game = await ended_game(request)
    taker = await seat_taker(request)
    name = await own_name(request) or _("Guest")
    table_id, token = await play_again(
        tables, game, form.seat, name, form.bots, counted=TABLES.proof(request), at=form.at, taker=taker
    )
    return await redirect_to_seat(request, table_id, token)


async def picture_svg(request: Request) -> Response:
    """Send the picture of a result as SVG, in the language `lang`; the seat in the address stands out."""
    return await _picture(request, jobs.result_picture, "image/svg+xml")


async def picture_png(request: Request) -> Response:
    """Send the same picture as PNG, for sites that show pictures with links."""
    return await _picture(request, jobs.result_bitmap, "image/png")


async def _picture(request: Request, draw: Callable[..., str | bytes], kind: str) -> Response:
    seat = number_in_query(request, "seat", least=0, most=MAX_SEATS - 1)
    game = await ended_game(request)
    if not game.rounds:
        raise HTTPException(404)
    language, site = request.query_params.get("lang", SOURCE), urlsplit(site_url(request)).netloc
    drawing = partial(draw, seat=seat, language=language, site=site)
    picture = await site_of(request).tables.archive.do(drawing, game)
    private = game.is_sealed(site_of(request).tables.now())
    return Response(picture, media_type=kind, headers=PRIVATE if private else _PICTURE_HEADERS)


async def table_record(request: Request) -> Response:
    """Send the record of a game that ended at this table, with the secret that proves its deals."""
    game = await ended_game(request)
    if game.table_id != table_id_of(request):
        raise no_record()
    return await _file(request, game)


async def _file(request: Request, game: GameSummary) -> Response:
    packed = is_packed(request)
    text = await site_of(request).tables.archive.do(partial(jobs.record_text, packed=packed), game)
    headers = {"Content-Disposition": f'attachment; filename="{game.game}.sixth.jsonl"'}
    headers |= packed_headers(packed=packed)
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


async def ended_game(request: Request) -> GameSummary:
    """Return the ended game in the address of a request.

    Raises:
        Refusal: the game goes on or is unknown, or it is sealed and the reader did not play it.
    """
    tables = site_of(request).tables
    game = await tables.archive.get(request.path_params["game_id"])
    if game.is_sealed(tables.now()) and await own_seat(request, game.table_id, game.proofs) is None:
        raise no_record()
    return game


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
