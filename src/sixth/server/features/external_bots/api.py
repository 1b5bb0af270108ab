"""The API of bots from outside: registering, waiting for invitations, and answering them."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import Depends
from pydantic import BaseModel
from starlette.responses import Response

from sixth.server.api import access
from sixth.server.api.access import AnySite, Token
from sixth.server.api.answers import Done, SeatGiven, lines_of
from sixth.server.api.requests import NameField
from sixth.server.api.routing import new_router
from sixth.server.api.stream import NewsResponse
from sixth.server.core.refusals import Unproven
from sixth.server.features.external_bots.invitations import Registration
from sixth.server.features.external_bots.service import OutsideBots
from sixth.server.features.external_bots.stream import InvitationStream
from sixth.server.protocol.fields import Strict
from sixth.server.protocol.values import Word
from sixth.server.table.identity import hash_token, new_token, seat_of

router = new_router("bots from outside")


class InviteRequest(Strict):
    """The bot from outside that is to sit down, by its id."""

    bot: Word


class RegisterRequest(Strict):
    """The name of a bot, and who runs it."""

    name: NameField
    run_by: NameField


class DeclineRequest(Strict):
    """Why a bot does not come: it plays at enough tables, not this game, or not now."""

    why: Literal["busy", "game", "later"]


class OutsideShown(BaseModel):
    """A bot from outside: its `id` and `name`, who says that they run it, and since when it is registered."""

    id: str
    name: str
    run_by: str
    since: datetime

    @classmethod
    def of(cls, bot: Registration) -> "OutsideShown":
        """Return the public fields of a bot."""
        since = datetime.fromtimestamp(bot.since / 1000, UTC)
        return cls(id=bot.id, name=bot.name, run_by=bot.run_by, since=since)


class OutsideRegistered(OutsideShown):
    """A registration with its token, without which no program can act as the bot."""

    token: str


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
    request: RegisterRequest, bots: OutsideService, token: Token, network: access.RequestNetwork
) -> OutsideRegistered:
    """Register a bot; a repetition with its token changes only the name of the person who runs it."""
    token = token or new_token()
    bot = await bots.register(request.name, request.run_by, token, network=network)
    return OutsideRegistered(**OutsideShown.of(bot).model_dump(), token=token)


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
    counted: access.Streams, bot: RegisteredBot, bots: OutsideService
) -> NewsResponse:
    """Open the stream of invitations, as lines of JSON; while it is open, the bot can be invited.

    A new stream of a bot ends an older one.
    """
    return NewsResponse(InvitationStream(bots, *bot), counted)


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
    invitation: str, request: DeclineRequest, bot: RegisteredBot, bots: OutsideService
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
async def invite(request: InviteRequest, sender: access.Seated, bots: OutsideService) -> Done:
    """Invite a bot from outside to a free seat, as the host; the answer comes once it sits or declines."""
    return Done(version=(await bots.invite(sender, request.bot)).version)
