"""The coach's page of an ended game: the worth of a player's decisions, and the part of luck."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic
from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Send

from sixth import fast
from sixth.i18n import gettext as _
from sixth.rules.record import HUMAN
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import STREAMS, network_of_request
from sixth.server.core.streams import StreamResponse, send_until_disconnect
from sixth.server.feature import TableParts
from sixth.server.features.replay.pages import ended_game
from sixth.server.features.reviews.jobs import coach_page, review_summary, review_themes
from sixth.server.features.reviews.queue import Reviews, check_review
from sixth.server.features.reviews.rows import ReviewProgress
from sixth.server.live.archive import Archive, GameSummary, no_record
from sixth.server.parts import TablePart
from sixth.server.site import site_of
from sixth.server.table.view import TableView
from sixth.server.web.forms.models import MAX_SEATS, StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.compression import is_packed, packed_headers
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import number_in_query
from sixth.server.web.session import own_seat
from sixth.server.web.templating.files import static_url

_LOOK_EVERY_S: Final = 1.0
"""Seconds between two looks at the progress of a review."""

_MAX_STREAM_S: Final = 120.0
"""Seconds after which a stream of progress ends; a browser that still reads it connects again."""


class ReviewForm(StrictForm):
    """A request for the review of a seat."""

    seat: int = Field(ge=0, lt=MAX_SEATS)


async def at_table(_request: Request, table: TableView) -> TableParts:
    """Return the form by which the player of an ended game asks the coach; its script shows the answer there.

    Without a script the answer is a page.
    """
    game_id, seat = table.game_id, table.seat
    if not fast.INSTALLED or not game_id or seat is None or table.view is None or not table.view.winners:
        return {}
    page, label = f"/g/{game_id}/coach", _("Luck or skill? Ask the coach")
    given = {
        "from": f"{page}/events?seat={seat}",
        "page": f"{page}?seat={seat}",
        "more": _("Move by move"),
        "queue": _("In the queue: {count} ahead"),
        "works": _("The coach is thinking…"),
        "failed": _("The coach could not work out this game."),
    }
    by, id = static_url("table/luck.js"), f"luck{game_id}"
    part: TablePart = {
        "script": {"address": by, "id": id, "label": _("Coach"), "given": given},
        "form": {"action": page, "fields": {"seat": f"{seat}"}, "label": label, "is_live": True},
        "kind": "luck",
    }
    return {"own-result": [part]}


async def coach(request: Request) -> HTMLResponse:
    """Show the review of a seat, or its progress, or the seats to choose from."""
    game = await ended_game(request)
    own, progress = await own_seat(request, game.table_id, game.proofs), None
    seat = _seat(request, game, own)
    if seat is not None:
        check_review(game, seat)
        progress = await _reviews(request).find(game, seat)
    prefs, packed = preferences(), is_packed(request)
    page = partial(
        coach_page,
        preferences=prefs,
        seat=seat,
        own=own,
        progress=progress,
        has_coach=fast.INSTALLED,
        packed=packed,
    )
    body = await site_of(request).tables.archive.do(page, game)
    return HTMLResponse(body, headers=packed_headers(packed=packed))


async def ask(request: Request) -> Response:
    """Request the review of a seat, unless it was requested before."""
    form = await read_form(request, ReviewForm)
    network = network_of_request(request)
    game = await ended_game(request)
    await _reviews(request).ask(game, form.seat, network=network)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse()
    return RedirectResponse(f"/g/{game.game}/coach?seat={form.seat}", 303)


async def events(request: Request) -> Response:
    """Stream the progress of the review of a seat until it is finished."""
    game = await ended_game(request)
    seat = _seat(request, game)
    if seat is None:
        raise no_record()
    find = partial(_reviews(request).find, game, seat)
    progress = partial(_send_progress, find, site_of(request).tables.archive)
    return StreamResponse(progress, STREAMS.proof(request))


async def themes(request: Request) -> Response:
    """Send the cost of a seat's choices by theme: null without a review, an empty object where none can be.

    Browsers may keep games longer than the site does, so a missing game is no error.
    """
    try:
        game = await ended_game(request)
    except NotFound:
        return JSONResponse({})
    seat = _seat(request, game)
    if seat is None:
        return JSONResponse({})
    check_review(game, seat)
    progress = await _reviews(request).find(game, seat)
    if progress is None and not fast.INSTALLED:
        return JSONResponse({})
    if progress is None or progress.body is None:
        return JSONResponse({"themes": None})
    costs = await site_of(request).tables.archive.do(partial(review_themes, body=progress.body), game)
    return JSONResponse({"themes": costs})


async def _send_progress(
    find: Callable[[], Awaitable[ReviewProgress | None]], archive: Archive, receive: Receive, send: Send
) -> None:
    """Send the progress of a review, as `find` returns it, every second until the review is finished.

    The last event is `there` with the sum of the review in a sentence, `failed`, or `unasked` where there is
    no request.
    """

    async def send_all() -> None:
        event, until = "message", monotonic() + _MAX_STREAM_S
        while event == "message" and monotonic() < until:
            event, data = await _progress_event(archive, await find())
            body = f"event: {event}\ndata: {data}\n\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if event == "message":
                await asyncio.sleep(_LOOK_EVERY_S)

    await send_until_disconnect(receive, send_all())
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _progress_event(archive: Archive, progress: ReviewProgress | None) -> tuple[str, str]:
    if progress is None:
        return "unasked", "0"
    if progress.body is not None:
        return "there", await archive.run(partial(review_summary, body=progress.body))
    return ("failed", "0") if progress.failed else ("message", f"{progress.share:.3f} {progress.ahead}")


def _reviews(request: Request) -> Reviews:
    return site_of(request).service(Reviews)


def _seat(request: Request, game: GameSummary, own: int | None = None) -> int | None:
    """Return the seat in the address, or the reader's own, or that of the only person.

    None means that the reader must choose one.
    """
    seat = number_in_query(request, "seat", least=0, most=MAX_SEATS - 1)
    people = [at for at, each in enumerate(game.seats) if each.kind == HUMAN]
    if seat is None and own in people:
        return own
    return people[0] if seat is None and len(people) == 1 else seat
