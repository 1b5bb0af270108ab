"""Operations on tables: to open one, look at it, listen to it, and change its config."""

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Annotated, Final

from fastapi import Query, Request

from sixth.rules.game import NotNow
from sixth.rules.sentence import Sentence
from sixth.server.api import access
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, Seated, TableId, Token
from sixth.server.api.answers import Done, SeatGiven, TableShown, lines_of
from sixth.server.api.requests import OpenRequest
from sixth.server.api.routing import new_router
from sixth.server.api.stream import News, NewsResponse
from sixth.server.core.limits import TooOftenError
from sixth.server.core.route_limits import LISTINGS
from sixth.server.core.streams import after_response
from sixth.server.protocol.config import ArrangeRequest
from sixth.server.table.config import USUAL
from sixth.server.table.identity import Audience

router = new_router("tables")


_MAX_STREAMS: Final = 4
"""Streams at a time with one token: a program needs one, and another while it reconnects."""

_RETRY_AFTER_S: Final = 10.0

_MANY_STREAMS: Final = Sentence("Too many streams are open with this token; please close some.")

Since = Annotated[int | None, Query(ge=0, le=2**53, description="The version that you know; 0 for none.")]


@router.post("/tables", status_code=201)
async def open_table(
    counted: access.OpensTable, request: OpenRequest, site: AnySite, asked: Request
) -> SeatGiven:
    """Open a table and take its first seat, as its host."""
    config = replace(USUAL, **request.config.changes())
    if config.listed:
        await LISTINGS(asked)
    table_id, token = await site.door.open(
        request.to_rules(), request.name, config, counted=counted, kind=access.kind_of(bot=request.bot)
    )
    version = (await site.tables.get(table_id)).version
    return SeatGiven(table=table_id, token=token, seat=0, claim=None, version=version)


@router.get("/tables/{table_id}", openapi_extra=TOKEN_OPTIONAL)
async def look(table_id: TableId, site: AnySite, token: Token) -> TableShown:
    """Look at a table from your seat, or without a token as a spectator."""
    table, audience = await site.tables.get(table_id), Audience.of(token)
    audience.check(table)
    return TableShown.of(audience.view(table), await site.tables.lobby.code_of(table))


@router.get(
    "/tables/{table_id}/events",
    status_code=200,
    response_class=NewsResponse,
    responses=lines_of("application/x-ndjson"),
    openapi_extra=TOKEN_OPTIONAL,
)
async def listen(
    counted: access.Streams,
    request: Request,
    table_id: TableId,
    site: AnySite,
    *,
    token: Token,
    since: Since = None,
) -> NewsResponse:
    """Listen to a table after version `since`, or from now on, as lines of JSON.

    Without `since`, or with 0, the first line shows the table as it is.
    """
    table, audience = await site.tables.get(table_id), Audience.of(token)
    audience.check(table)
    if since is not None and since > table.version:
        raise NotNow(
            "from-the-future",
            "That has not happened yet: this table is at version {version}.",
            version=table.version,
        )
    await site.tables.lobby.code_of(table)
    _count(request, site.streams, audience.proof)
    muted = await site.muted(request, table_id, token)
    news = News(site.tables, table, audience, since, muted=muted)
    return NewsResponse(partial(site.feeds.listen, table, news), counted)


def _count(request: Request, streams: Counter[str], proof: str) -> None:
    """Check that no token has too many streams at once; without a token the address is limited."""
    if not proof:
        return
    if streams[proof] >= _MAX_STREAMS:
        raise TooOftenError(_RETRY_AFTER_S, _MANY_STREAMS)
    streams[proof] += 1

    def close() -> None:
        streams[proof] -= 1
        if not streams[proof]:
            del streams[proof]

    after_response(request.scope, close)


@router.post("/tables/{table_id}/config")
async def arrange(request: ArrangeRequest, site: AnySite, sender: Seated, asked: Request) -> Done:
    """Change the config of the table, or after a game its rules (the host)."""
    if request.config.listed and not (await site.tables.log.cached(sender.table_id)).config.listed:
        await LISTINGS(asked)
    return Done(version=(await site.door.send(sender, request.command())).version)
