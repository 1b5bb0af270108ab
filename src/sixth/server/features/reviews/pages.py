"""The coach's page of an ended game: what a player's decisions were worth, and how much was luck."""

import asyncio
from functools import partial
from typing import Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Send

from sixth.rules.record import HUMAN
from sixth.server.core.route_limits import STREAMS
from sixth.server.core.streams import StreamResponse
from sixth.server.features.replay.pages import ended_game, missing_game
from sixth.server.features.reviews.jobs import coach_page, review_summary, review_themes
from sixth.server.features.reviews.queue import Reviews, check_review
from sixth.server.features.reviews.rows import Progress
from sixth.server.live.archive import Archive, Ended
from sixth.server.site import site_of
from sixth.server.web.forms.models import MAX_SEATS, StrictForm
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.compression import is_packed, packed_headers
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import client_network, number_in_query, recent_seats

_LOOK_EVERY_S: Final = 1.0
"""Seconds between two looks at how far a review is."""

_MAX_STREAM_S: Final = 120.0
"""Seconds after which a stream of that ends; a browser that still reads it comes back."""


class ReviewForm(StrictForm):
    """Having the coach look at a game, from this seat."""

    seat: int = Field(ge=0, lt=MAX_SEATS)


async def coach(request: Request) -> HTMLResponse:
    """Show the review of a seat, or how far it is, or the seats of which there may be one."""
    game = await ended_game(request)
    if game is None:
        return missing_game()
    seat, progress = _seat(request, game), None
    if seat is not None:
        check_review(game, seat)
        progress = await _reviews(request).find(game, seat)
    packed = is_packed(request)
    page = partial(coach_page, preferences=preferences(), seat=seat, progress=progress, packed=packed)
    body = await site_of(request).tables.archive.do(page, game)
    return HTMLResponse(body, headers=packed_headers(packed=packed))


async def ask(request: Request) -> Response:
    """Have the review of a seat worked out, if nobody has asked for it before."""
    form = await read_form(request, ReviewForm)
    network = client_network(request)
    game = await ended_game(request)
    if game is None:
        return missing_game()
    tokens = [token for _, token in recent_seats(request)]
    await _reviews(request).ask(game, form.seat, network=network, tokens=tokens)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse()
    return RedirectResponse(f"/g/{game.game}/coach?seat={form.seat}", 303)


async def events(request: Request) -> Response:
    """Stream how far the review of a seat is, until it is there."""
    game = await ended_game(request)
    seat = None if game is None else _seat(request, game)
    if game is None or seat is None:
        return missing_game()
    stream = _ProgressStream(_reviews(request), site_of(request).tables.archive, game, seat)
    return StreamResponse(stream, STREAMS.proof(request))


async def themes(request: Request) -> Response:
    """Send a script what the choices of a seat cost by theme: null without a review, nothing without a game.

    Browsers ask for games that they have kept longer than the site, so that is no error.
    """
    game = await ended_game(request)
    seat = None if game is None else _seat(request, game)
    if game is None or seat is None:
        return JSONResponse({})
    check_review(game, seat)
    progress = await _reviews(request).find(game, seat)
    if progress is None or progress.body is None:
        return JSONResponse({"themes": None})
    costs = await site_of(request).tables.archive.do(partial(review_themes, body=progress.body), game)
    return JSONResponse({"themes": costs})


class _ProgressStream:
    """A stream of how far a review is, with an event whenever that changes.

    The last event is `there` with the sum of the review in a sentence, `failed`, or `unasked` where nobody
    has asked for it.
    """

    def __init__(self, reviews: Reviews, archive: Archive, game: Ended, seat: int) -> None:
        self._reviews, self._archive, self._game, self._seat = reviews, archive, game, seat

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send events until the review is there, or the browser is gone."""
        sending = asyncio.create_task(self._send_all(send))
        gone = asyncio.create_task(_until_gone(receive))
        await asyncio.wait({sending, gone}, timeout=_MAX_STREAM_S, return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, gone):
            task.cancel()
        await asyncio.gather(sending, gone, return_exceptions=True)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _send_all(self, send: Send) -> None:
        while True:
            event, data = await self._event(await self._reviews.find(self._game, self._seat))
            body = f"event: {event}\ndata: {data}\n\n".encode()
            await send({"type": "http.response.body", "body": body, "more_body": True})
            if event != "message":
                return
            await asyncio.sleep(_LOOK_EVERY_S)

    async def _event(self, progress: Progress | None) -> tuple[str, str]:
        """Return the name and the data of the event for this progress."""
        if progress is None:
            return "unasked", "0"
        if progress.body is not None:
            return "there", await self._archive.read(partial(review_summary, body=progress.body))
        return ("failed", "0") if progress.failed else ("message", f"{progress.share:.3f} {progress.ahead}")


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _reviews(request: Request) -> Reviews:
    return site_of(request).service(Reviews)


def _seat(request: Request, game: Ended) -> int | None:
    """Return the seat in the address, or that of the only person; None if it is still to be chosen."""
    seat = number_in_query(request, "seat", least=0, most=MAX_SEATS - 1)
    people = [at for at, each in enumerate(game.seats) if each.kind == HUMAN]
    return people[0] if seat is None and len(people) == 1 else seat
