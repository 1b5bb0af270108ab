"""The addresses of a tournament that are no pages: a player's table, the stream, and the files."""

from functools import partial
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from sixth.server.api.stream import NewsResponse
from sixth.server.core.route_limits import STREAMS
from sixth.server.features.tournaments.files import csv_text, file_of, with_games
from sixth.server.features.tournaments.stream import send_lines
from sixth.server.features.tournaments.visitors import code_of, tournaments_of, visitor_of_tournament
from sixth.server.site import site_of
from sixth.server.web.request import redirect_to_seat
from sixth.server.web.session import seat_taker

_NO_STORE: Final = {"Cache-Control": "no-store"}
_LINES: Final = "application/jsonl; charset=utf-8"


async def table(request: Request) -> Response:
    """Lead a player to their seat at the table of the round that goes on, else to the tournament."""
    code = code_of(request)
    visitor = await visitor_of_tournament(request, code)
    seat = await tournaments_of(request).seat(code, visitor)
    if seat is None:
        return RedirectResponse(f"/tournaments/{code}", 303)
    await seat_taker(request)
    return await redirect_to_seat(request, seat.table_id, seat.token)


async def changes(request: Request) -> Response:
    """Stream to a page how far a tournament is, and where people sit."""
    counted = await STREAMS(request)
    code = code_of(request)
    await tournaments_of(request).role(code, await visitor_of_tournament(request, code))
    return NewsResponse(partial(send_lines, tournaments_of(request).listen(code, is_brief=True)), counted)


async def file(request: Request) -> Response:
    """Send the file of a tournament; with `?games` the records of its games follow."""
    code, tournaments = code_of(request), tournaments_of(request)
    text = await file_of(tournaments, code, await visitor_of_tournament(request, code))
    headers = _NO_STORE | {"Content-Disposition": f'attachment; filename="sixth-{code}.jsonl"'}
    if "games" not in request.query_params:
        return Response(text, media_type=_LINES, headers=headers)
    games = [row.game for row in await tournaments.tables_of(code) if row.game]
    parts = with_games(text, games, site_of(request).tables.archive)
    return StreamingResponse(parts, media_type=_LINES, headers=headers)


async def standings_csv(request: Request) -> Response:
    """Send the standings as a table for spreadsheets."""
    code = code_of(request)
    role = await tournaments_of(request).role(code, await visitor_of_tournament(request, code))
    headers = _NO_STORE | {"Content-Disposition": f'attachment; filename="sixth-{code}.csv"'}
    return Response(csv_text(role.tournament), media_type="text/csv; charset=utf-8", headers=headers)
