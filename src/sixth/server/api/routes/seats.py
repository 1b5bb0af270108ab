"""Operations of guests: to sit down, and to talk."""

from typing import Annotated

from fastapi import Depends

from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, Network, Seated, TableId, Token, kind_of
from sixth.server.api.answers import Done, SeatGiven
from sixth.server.api.requests import SayRequest, SitRequest
from sixth.server.api.routing import new_router
from sixth.server.live.holder import Holder
from sixth.server.table import commands
from sixth.server.table.identity import hash_token, new_token, seat_of

router = new_router("seats")


async def _new_holder(table_id: TableId, site: AnySite, token: Token) -> Holder:
    return Holder(site.tables, table_id, token or new_token())


@router.post("/tables/{table_id}/sit", openapi_extra=TOKEN_OPTIONAL)
async def sit(
    request: SitRequest, holder: Annotated[Holder, Depends(_new_holder)], network: Network
) -> SeatGiven:
    """Sit down on a free seat, or on a bot's after this round; again with the same token changes nothing."""
    command = commands.Sit(name=request.name, text=request.text)
    table = await holder.do(command, network=network, kind=kind_of(bot=request.bot))
    token = holder.token or ""
    return SeatGiven(
        table=table.id,
        token=token,
        seat=seat_of(table, token),
        claim=table.claim_of(hash_token(token)),
        version=table.version,
    )


@router.post("/tables/{table_id}/say")
async def say(request: SayRequest, holder: Seated) -> Done:
    """Say something to everybody at the table; chat is not kept."""
    table = await holder.do(commands.Say(kind=request.kind, said=request.said))
    return Done(version=table.version)
