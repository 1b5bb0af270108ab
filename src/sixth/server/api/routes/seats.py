"""Operations of a seat: to sit down, to talk, to play.

Those of a game are each meant for one turn, and sent again they change nothing.
"""

from typing import Annotated

from fastapi import Depends, Query

from sixth.coach.text import answers_text, round_text
from sixth.i18n import translate
from sixth.rules.view_json import action_to_json
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, RequestNetwork, Seated, TableId, Token, kind_of
from sixth.server.api.answers import AdviceShown, Done, Said, SeatGiven
from sixth.server.api.requests import ActRequest, SayRequest, SitRequest, TurnRequest
from sixth.server.api.routing import new_router
from sixth.server.live.holder import Holder
from sixth.server.live.models.values import Action
from sixth.server.table import commands
from sixth.server.table.identity import hash_token, new_token, seat_of

router, play_router = new_router("seats"), new_router("play")


async def _new_holder(table_id: TableId, site: AnySite, token: Token) -> Holder:
    return Holder(site.tables, table_id, token or new_token())


@router.post("/tables/{table_id}/sit", openapi_extra=TOKEN_OPTIONAL)
async def sit(
    request: SitRequest, holder: Annotated[Holder, Depends(_new_holder)], network: RequestNetwork
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


TurnNumber = Annotated[int, Query(ge=1, le=1_000_000)]


@play_router.post("/tables/{table_id}/act")
async def act(request: ActRequest, holder: Seated) -> Done:
    """Choose a card, pick one, or take a row."""
    command = request.action.root.command(game=request.game, round=request.round, turn=request.turn)
    return Done(version=(await holder.do(command)).version)


@play_router.get("/tables/{table_id}/worth")
async def worth(holder: Seated, round: TurnNumber, turn: TurnNumber | None = None) -> Said:
    """Get what your turn was worth, or without `turn` your round, if the coach's comments are on for you."""
    if turn is None:
        return Said(said=round_text(await holder.worth_of_round(round=round)))
    return Said(said=answers_text(await holder.worth_of_turn(round=round, turn=turn)))


@play_router.post("/tables/{table_id}/coach")
async def advise(request: TurnRequest, holder: Seated) -> AdviceShown:
    """Ask the coach for advice, where hints are on; everybody sees that you asked."""
    advice = await holder.advise(commands.AskCoach(game=request.game, round=request.round, turn=request.turn))
    reasons = [translate(each) for each in advice.reasons]
    return AdviceShown(best=Action.model_validate(action_to_json(advice.best)), reasons=reasons)
