"""The coach's page of a game that is over: what somebody's decisions were worth, and how much was luck."""

import asyncio
from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import Receive, Send

from sixth.rules.record import HUMAN
from sixth.server.core.route_limits import STREAMS
from sixth.server.core.streams import StreamResponse
from sixth.server.service.archive import Archive, Ended
from sixth.server.service.reviews.queue import ASKED, Asked, Reviews
from sixth.server.site import site_of
from sixth.server.web.ended_pages import coach_page, review_summary, review_themes
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.compression import is_packed, packed_headers
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import client_network, number_in_query, recent_seats
from sixth.server.web.routes.replay import ended_game, missing_game

_LOOK_EVERY_S: Final = 1.0
"""Seconds between two looks at how far a review is."""

_LONGEST_S: Final = 120.0
"""Seconds after which a stream of that ends; whoever still reads it comes back."""


async def coach(request: Request) -> HTMLResponse:
    """Show the review of a seat as far as it is, or the seats of which there may be one."""
    game = await ended_game(request)
    if game is None:
        return missing_game()
    seat, asked = _seat(request, game), None
    if seat is not None:
        game.check_review(seat)
        asked = await site_of(request).reviews.find(game, seat)
    packed = is_packed(request)
    page = partial(coach_page, preferences=preferences(), seat=seat, asked=asked, packed=packed)
    body = await site_of(request).tables.archive.do(page, game)
    return HTMLResponse(body, headers=packed_headers(packed=packed))


async def ask(request: Request) -> Response:
    """Have the review of a seat worked out, if nobody has asked for it before."""
    form = await read_form(request, models.ReviewForm)
    network = client_network(request)
    await site_of(request).tables.limiter.check(ASKED, network)
    game = await ended_game(request)
    if game is None:
        return missing_game()
    tokens = [token for _, token in recent_seats(request)]
    await site_of(request).reviews.ask(game, form.seat, network=network, tokens=tokens)
    if request.headers.get("hx-request") == "true":
        return HTMLResponse()
    return RedirectResponse(f"/g/{game.game}/coach?seat={form.seat}", 303)


async def events(request: Request) -> Response:
    """Stream how far the review of a seat is, until it is there."""
    game = await ended_game(request)
    seat = None if game is None else _seat(request, game)
    if game is None or seat is None:
        return missing_game()
    progress = _Progress(site_of(request).reviews, site_of(request).tables.archive, game, seat)
    return StreamResponse(progress, STREAMS.proof(request))


async def themes(request: Request) -> Response:
    """Tell a script what the choices of a seat cost by theme: null without a review, nothing without a game.

    Browsers ask for games that they have kept longer than the site, so that is no error.
    """
    game = await ended_game(request)
    seat = None if game is None else _seat(request, game)
    if game is None or seat is None:
        return JSONResponse({})
    game.check_review(seat)
    asked = await site_of(request).reviews.find(game, seat)
    if asked is None or asked.body is None:
        return JSONResponse({"themes": None})
    costs = await site_of(request).tables.archive.do(partial(review_themes, body=asked.body), game)
    return JSONResponse({"themes": costs})


class _Progress:
    """Says how far a review is, as often as that changes; at the end, what it comes to, to whoever sat there.

    The last event is `there` with that sentence, `failed`, or `unasked` where nobody has asked for it.
    """

    def __init__(self, reviews: Reviews, archive: Archive, game: Ended, seat: int) -> None:
        self._reviews, self._archive, self._game, self._seat = reviews, archive, game, seat

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send it until it is there, or nobody listens any more."""
        telling = asyncio.create_task(self._tell(send))
        gone = asyncio.create_task(_until_gone(receive))
        await asyncio.wait({telling, gone}, timeout=_LONGEST_S, return_when=asyncio.FIRST_COMPLETED)
        for task in (telling, gone):
            task.cancel()
        await asyncio.gather(telling, gone, return_exceptions=True)
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        while True:
            event, said = await self._said(await self._reviews.find(self._game, self._seat))
            told = f"event: {event}\ndata: {said}\n\n"
            await send({"type": "http.response.body", "body": told.encode(), "more_body": True})
            if event != "message":
                return
            await asyncio.sleep(_LOOK_EVERY_S)

    async def _said(self, asked: Asked | None) -> tuple[str, str]:
        """Return what is said of a review: the name of the event, and its data."""
        if asked is None:
            return "unasked", "0"
        if asked.body is not None:
            return "there", await self._archive.read(partial(review_summary, body=asked.body))
        return ("failed", "0") if asked.failed else ("message", f"{asked.share:.3f} {asked.ahead}")


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _seat(request: Request, game: Ended) -> int | None:
    """The seat that was asked for, or that of the only person; None if it is still to be chosen."""
    seat = number_in_query(request, "seat", least=0, most=models.MAX_SEATS - 1)
    people = [at for at, each in enumerate(game.seats) if each.kind == HUMAN]
    return people[0] if seat is None and len(people) == 1 else seat
