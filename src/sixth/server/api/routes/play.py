"""Operations of a seat in a game; each is meant for one turn, and sent again it changes nothing."""

from typing import Annotated

from fastapi import Query

from sixth.coach.text import answers_text, round_text
from sixth.i18n import translate
from sixth.rules.view_json import action_to_json
from sixth.server.api.access import Seated
from sixth.server.api.answers import AdviceShown, Done, Said
from sixth.server.api.requests import ActRequest, TurnRequest
from sixth.server.api.routing import new_router
from sixth.server.live.models.values import Action
from sixth.server.table import commands

router = new_router("play")

Moment = Annotated[int, Query(ge=1, le=1_000_000)]


@router.post("/tables/{table_id}/act")
async def act(request: ActRequest, holder: Seated) -> Done:
    """Choose a card, pick one, or take a row."""
    command = request.action.root.command(game=request.game, round=request.round, turn=request.turn)
    return Done(version=(await holder.do(command)).version)


@router.get("/tables/{table_id}/worth")
async def worth(holder: Seated, round: Moment, turn: Moment | None = None) -> Said:
    """Get what your turn was worth, or without `turn` your round, if the coach's comments are on for you."""
    if turn is None:
        return Said(said=round_text(await holder.worth_of_round(round=round)))
    return Said(said=answers_text(await holder.worth_of_turn(round=round, turn=turn)))


@router.post("/tables/{table_id}/coach")
async def advise(request: TurnRequest, holder: Seated) -> AdviceShown:
    """Ask the coach for advice, where hints are on; everybody sees that you asked."""
    advice = await holder.advise(commands.Ask(game=request.game, round=request.round, turn=request.turn))
    reasons = [translate(each) for each in advice.reasons]
    return AdviceShown(best=Action.model_validate(action_to_json(advice.best)), reasons=reasons)
