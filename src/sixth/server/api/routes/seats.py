"""Operations of a seat: to sit down, to talk, to play.

Those of a game are each meant for one turn, and sent again they change nothing.
"""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Query

from sixth.coach.text import answers_text, round_text
from sixth.i18n import translate
from sixth.rules.events import Action as RulesAction
from sixth.rules.view_json import action_to_json
from sixth.server.api.access import TOKEN_OPTIONAL, AnySite, RequestNetwork, Seated, TableId, Token, kind_of
from sixth.server.api.answers import AdviceShown, Done, ExactLoss, Said, SeatGiven
from sixth.server.api.requests import ActRequest, SitRequest, TurnRequest
from sixth.server.api.routing import new_router
from sixth.server.live.door import Sender
from sixth.server.protocol.values import Action
from sixth.server.table import commands
from sixth.server.table.identity import hash_token, new_token, seat_of

router, play_router = new_router("seats"), new_router("play")


async def _new_sender(table_id: TableId, token: Token, network: RequestNetwork) -> Sender:
    return Sender(table_id=table_id, token=token or new_token(), network=network)


@router.post("/tables/{table_id}/sit", openapi_extra=TOKEN_OPTIONAL)
async def sit(
    request: SitRequest, site: AnySite, sender: Annotated[Sender, Depends(_new_sender)]
) -> SeatGiven:
    """Sit down on a free seat, or on a bot's after this round; again with the same token changes nothing."""
    command = commands.Sit(name=request.name, text=request.text)
    table = await site.door.send(replace(sender, kind=kind_of(bot=request.bot)), command)
    token = sender.token or ""
    return SeatGiven(
        table=table.id,
        token=token,
        seat=seat_of(table, token),
        claim=table.claim_of(hash_token(token)),
        version=table.version,
    )


TurnNumber = Annotated[int, Query(ge=1, le=1_000_000)]


@play_router.post("/tables/{table_id}/act")
async def act(request: ActRequest, site: AnySite, sender: Seated) -> Done:
    """Choose a card, pick one, or take a row."""
    command = request.action.command(game=request.game, round=request.round, turn=request.turn)
    return Done(version=(await site.door.send(sender, command)).version)


@play_router.get("/tables/{table_id}/worth")
async def worth(site: AnySite, sender: Seated, round: TurnNumber, turn: TurnNumber | None = None) -> Said:
    """Get what your turn was worth, or without `turn` your round, if the coach's comments are on for you."""
    if turn is None:
        return Said(said=round_text(await site.coach.worth_of_round(sender, round=round)))
    return Said(said=answers_text(await site.coach.worth_of_turn(sender, round=round, turn=turn)))


@play_router.post("/tables/{table_id}/coach")
async def advise(request: TurnRequest, site: AnySite, sender: Seated) -> AdviceShown:
    """Ask the coach for advice, where hints are on; everybody sees that you asked."""
    command = commands.AskCoach(game=request.game, round=request.round, turn=request.turn)
    advice = await site.coach.advise(sender, command)
    exact = [
        ExactLoss(answer=_action(each.answer), loss=each.loss, chance=each.chance) for each in advice.exact
    ]
    reasons = [translate(each) for each in advice.reasons]
    return AdviceShown(best=_action(advice.best), reasons=reasons, exact=exact)


def _action(action: RulesAction) -> Action:
    return Action.model_validate(action_to_json(action))
