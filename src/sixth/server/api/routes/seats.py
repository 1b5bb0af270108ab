"""Coming to a table, talking there, and leaving it."""

from typing import Annotated

from fastapi import Depends

from sixth.i18n import current_language
from sixth.server.api.access import TOKEN_OPTIONAL, AnyTables, Network, Seated, TableId, Token, kind_of
from sixth.server.api.answers import Done, SeatGiven
from sixth.server.api.requests import ReadyRequest, SayRequest, SitRequest, TextRequest
from sixth.server.api.routing import new_router
from sixth.server.service.holder import Holder
from sixth.server.table.identity import hashed, new_token, seat_of

router = new_router("seats")


async def _new_holder(table_id: TableId, tables: AnyTables, token: Token) -> Holder:
    return Holder(tables, table_id, token or new_token())


@router.post("/tables/{table_id}/sit", openapi_extra=TOKEN_OPTIONAL)
async def sit(
    request: SitRequest, holder: Annotated[Holder, Depends(_new_holder)], network: Network
) -> SeatGiven:
    """Sit down on a free seat, or have a bot's once no round goes on; asked again with its token, once."""
    table = await holder.sit(request.name, request.text, network=network, kind=kind_of(bot=request.bot))
    token = holder.token or ""
    return SeatGiven(
        table=table.id,
        token=token,
        seat=seat_of(table, token),
        claim=table.claim_of(hashed(token)),
        version=table.version,
    )


@router.post("/tables/{table_id}/text")
async def add_text(request: TextRequest, holder: Seated) -> Done:
    """Add an own text to the shuffles of the next game."""
    return Done(version=(await holder.add_text(request.text)).version)


@router.post("/tables/{table_id}/ready")
async def ready(request: ReadyRequest, holder: Seated) -> Done:
    """Be ready for the first game, or no longer."""
    return Done(version=(await holder.ready(ready=request.ready)).version)


@router.post("/tables/{table_id}/leave")
async def leave(holder: Seated, network: Network) -> Done:
    """Leave: before the game the seat is free, in a game a bot plays there until one comes back."""
    return Done(version=(await holder.leave(network=network)).version)


@router.post("/tables/{table_id}/back")
async def come_back(holder: Seated) -> Done:
    """Take one's seat back from the bot that plays there."""
    return Done(version=(await holder.come_back()).version)


@router.post("/tables/{table_id}/say")
async def say(request: SayRequest, holder: Seated) -> Done:
    """Say something to everybody at the table; what is said is not kept."""
    await holder.say(request.kind, request.said, language=current_language())
    return Done(version=(await holder.tables.known(holder.table_id)).version)
