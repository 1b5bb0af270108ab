"""Bots that people run elsewhere: registering one, waiting for invitations, and answering them."""

from functools import lru_cache

from fastapi import Request
from starlette.responses import Response

from sixth.server.api.access import (
    TOKEN_OPTIONAL,
    AnySite,
    Network,
    RegisteredBot,
    Seated,
    Streams,
    TableId,
    Token,
)
from sixth.server.api.answers import Done, SeatGiven, lines_of
from sixth.server.api.bots import OutsideRegistered, OutsideShown
from sixth.server.api.invitations import Invitations
from sixth.server.api.requests import DeclineRequest, InviteRequest, RegisterRequest
from sixth.server.api.routing import new_router
from sixth.server.api.stream import NewsResponse
from sixth.server.core.streams import after_response
from sixth.server.table.identity import hash_token, new_token, seat_of
from sixth.server.table.outside.invitations import Registered

router = new_router("bots from outside")


@router.get("/outside", response_model=list[OutsideShown])
async def list_outside_bots(site: AnySite) -> Response:
    """List the bots from outside that may be invited now."""
    found = ",".join(map(_as_json, await site.outside.here()))
    return Response(f"[{found}]", media_type="application/json")


@lru_cache(1000)
def _as_json(bot: Registered) -> str:
    """Return a bot as it is shown: of two hundred, few have changed since somebody asked last."""
    return OutsideShown.of(bot).model_dump_json()


@router.post("/outside", openapi_extra=TOKEN_OPTIONAL)
async def register(
    request: RegisterRequest, site: AnySite, token: Token, network: Network
) -> OutsideRegistered:
    """Register a bot; asked again with its token it is the same one."""
    token = token or new_token()
    found = await site.outside.register(request.name, request.run_by, token, network=network)
    return OutsideRegistered(**OutsideShown.of(found).model_dump(), token=token)


@router.post("/outside/forget")
async def forget(bot: RegisteredBot, site: AnySite) -> OutsideShown:
    """Forget a bot, with all that is known of how it fared; its name is free then."""
    await site.outside.unregister(bot[0])
    return OutsideShown.of(bot[0])


@router.get(
    "/outside/events",
    status_code=200,
    response_class=NewsResponse,
    responses=lines_of("application/x-ndjson"),
)
async def wait_for_invitations(
    counted: Streams, request: Request, bot: RegisteredBot, site: AnySite
) -> NewsResponse:
    """Be here, and hear of invitations: lines of JSON, what is open first. A new stream ends an older one."""
    found, token = bot
    stream = await site.outside.came(found)
    after_response(request.scope, lambda: site.outside.went(stream))
    return NewsResponse(Invitations(site.tables, site.outside, found, token, stream=stream), counted)


@router.post("/outside/invitations/{invitation}/accept")
async def accept(invitation: str, bot: RegisteredBot, site: AnySite) -> SeatGiven:
    """Sit down where one was invited; asked again, once. The token proves the seat, at that table only."""
    table, token = await site.outside.accept(*bot, invitation[:40])
    claim = table.claim_of(hash_token(token))
    return SeatGiven(
        table=table.id, token=token, seat=seat_of(table, token), claim=claim, version=table.version
    )


@router.post("/outside/invitations/{invitation}/decline")
async def decline(
    invitation: str, request: DeclineRequest, bot: RegisteredBot, site: AnySite
) -> OutsideShown:
    """Do not come, and say why."""
    await site.outside.decline(bot[0], invitation[:40], request.why)
    return OutsideShown.of(bot[0])


@router.post("/outside/tables/{table_id}/leave")
async def leave_for_good(table_id: TableId, bot: RegisteredBot, site: AnySite) -> OutsideShown:
    """Leave a table to which one was invited, and be told of it no more; asked again, nothing changes."""
    await site.outside.leave(*bot, table_id)
    return OutsideShown.of(bot[0])


@router.post("/tables/{table_id}/invite")
async def invite(request: InviteRequest, holder: Seated, site: AnySite) -> Done:
    """Invite a bot from outside to a free seat (the host); answered once it sits, or it is clear why not."""
    return Done(version=(await site.outside.invite(holder, request.bot)).version)
