"""The API of bots from outside: registering, waiting for invitations, and answering them."""

from functools import lru_cache
from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from sixth.server.api import access
from sixth.server.api.access import AnySite, Token
from sixth.server.api.answers import Done, SeatGiven, lines_of
from sixth.server.api.routing import new_router
from sixth.server.api.stream import NewsResponse
from sixth.server.core.refusals import Unproven
from sixth.server.core.streams import after_response
from sixth.server.features.external_bots import models
from sixth.server.features.external_bots.invitations import Registration
from sixth.server.features.external_bots.models import OutsideShown
from sixth.server.features.external_bots.service import OutsideBots
from sixth.server.features.external_bots.stream import InvitationStream
from sixth.server.table.identity import hash_token, new_token, seat_of

router = new_router("bots from outside")


async def _service(site: AnySite) -> OutsideBots:
    return site.service(OutsideBots)


OutsideService = Annotated[OutsideBots, Depends(_service)]


async def _registered(bots: OutsideService, token: Token) -> tuple[Registration, str]:
    """Return the bot that is registered with the token of a request, and that token."""
    if token is None:
        raise Unproven(
            "no-token", "This takes the token of a bot, in the header Authorization, after Bearer."
        )
    return await bots.authenticate(token), token


RegisteredBot = Annotated[tuple[Registration, str], Depends(_registered)]
"""The bot that is registered with the token of a request, and that token."""


@router.get("/outside", response_model=list[OutsideShown])
async def list_outside_bots(bots: OutsideService) -> Response:
    """List the bots from outside that may be invited now."""
    shown = ",".join(map(_to_json, await bots.invitable()))
    return Response(f"[{shown}]", media_type="application/json")


@lru_cache(1000)
def _to_json(bot: Registration) -> str:
    """Return a bot as JSON, cached: of two hundred bots, few have changed since the last request."""
    return OutsideShown.of(bot).model_dump_json()


@router.post("/outside", openapi_extra=access.TOKEN_OPTIONAL)
async def register(
    request: models.RegisterRequest, bots: OutsideService, token: Token, network: access.RequestNetwork
) -> models.OutsideRegistered:
    """Register a bot; a repetition with its token changes only the name of the person who runs it."""
    token = token or new_token()
    bot = await bots.register(request.name, request.run_by, token, network=network)
    return models.OutsideRegistered(**OutsideShown.of(bot).model_dump(), token=token)


@router.post("/outside/forget")
async def forget(bot: RegisteredBot, bots: OutsideService) -> OutsideShown:
    """Delete the registration of a bot; its name is free afterwards."""
    await bots.unregister(bot[0])
    return OutsideShown.of(bot[0])


@router.get(
    "/outside/events",
    status_code=200,
    response_class=NewsResponse,
    responses=lines_of("application/x-ndjson"),
)
async def wait_for_invitations(
    counted: access.Streams, request: Request, bot: RegisteredBot, bots: OutsideService
) -> NewsResponse:
    """Open the stream of invitations, as lines of JSON; while it is open, the bot can be invited.

    A new stream of a bot ends an older one.
    """
    stream = await bots.connect(bot[0])
    after_response(request.scope, lambda: bots.disconnect(stream))
    return NewsResponse(InvitationStream(bots, *bot, stream=stream), counted)


@router.post("/outside/invitations/{invitation}/accept")
async def accept(invitation: str, bot: RegisteredBot, bots: OutsideService) -> SeatGiven:
    """Accept an invitation and take the seat, which the token proves; the same again changes nothing."""
    table, token = await bots.accept(*bot, invitation[:40])
    claim = table.claim_of(hash_token(token))
    return SeatGiven(
        table=table.id, token=token, seat=seat_of(table, token), claim=claim, version=table.version
    )


@router.post("/outside/invitations/{invitation}/decline")
async def decline(
    invitation: str, request: models.DeclineRequest, bot: RegisteredBot, bots: OutsideService
) -> OutsideShown:
    """Decline an invitation; its host reads why."""
    await bots.decline(bot[0], invitation[:40], request.why)
    return OutsideShown.of(bot[0])


@router.post("/outside/tables/{table_id}/leave")
async def leave_for_good(table_id: access.TableId, bot: RegisteredBot, bots: OutsideService) -> OutsideShown:
    """Leave a table for good, so that no stream names it any more; the same again changes nothing."""
    await bots.leave(*bot, table_id)
    return OutsideShown.of(bot[0])


@router.post("/tables/{table_id}/invite")
async def invite(request: models.InviteRequest, sender: access.Seated, bots: OutsideService) -> Done:
    """Invite a bot from outside to a free seat, as the host; the answer comes once it sits or declines."""
    return Done(version=(await bots.invite(sender, request.bot)).version)
