"""What a seat does in a game. Each is meant for one moment; sent again, it changes nothing."""

from typing import Annotated

from fastapi import Query

from sixth.coach.text import answers_text, round_text
from sixth.i18n import translate
from sixth.rules.view_json import action_to_json
from sixth.server.api.access import BeginsRound, Seated
from sixth.server.api.answers import AdviceShown, Done, Said
from sixth.server.api.requests import ActRequest, BeginRequest, CoachedRequest, NextRequest, TurnRequest
from sixth.server.api.routing import new_router
from sixth.server.api.values import Action

router = new_router("play")

Moment = Annotated[int, Query(ge=1, le=1_000_000)]


@router.post("/tables/{table_id}/begin")
async def begin(counted: BeginsRound, request: BeginRequest, holder: Seated) -> Done:
    """Begin the first game (the host), or be ready for the next; bots have the free seats."""
    table = await holder.begin(game=request.game, fill=request.bots, counted=counted)
    return Done(version=table.version)


@router.post("/tables/{table_id}/act")
async def act(request: ActRequest, holder: Seated) -> Done:
    """Choose a card, pick one, or take a row."""
    table = await holder.act(
        request.action.root.action(), game=request.game, round=request.round, turn=request.turn
    )
    return Done(version=table.version)


@router.post("/tables/{table_id}/flip")
async def flip(request: TurnRequest, holder: Seated) -> Done:
    """Turn over the top card, where cards are not chosen."""
    table = await holder.flip(game=request.game, round=request.round, turn=request.turn)
    return Done(version=table.version)


@router.post("/tables/{table_id}/next")
async def next_round(counted: BeginsRound, request: NextRequest, holder: Seated) -> Done:
    """Be ready for the next round, which is dealt once all are."""
    table = await holder.next_round(game=request.game, round=request.round, counted=counted)
    return Done(version=table.version)


@router.post("/tables/{table_id}/more")
async def more_time(request: TurnRequest, holder: Seated) -> Done:
    """Give everybody who has to act the time of a turn more, once a turn (the host)."""
    table = await holder.more_time(game=request.game, round=request.round, turn=request.turn)
    return Done(version=table.version)


@router.post("/tables/{table_id}/coached")
async def be_coached(request: CoachedRequest, holder: Seated) -> Done:
    """Wish that the coach says what each turn was worth, or no longer; everybody sees that."""
    return Done(version=(await holder.be_coached(game=request.game, wished=request.wished)).version)


@router.get("/tables/{table_id}/worth")
async def worth(holder: Seated, round: Moment, turn: Moment | None = None) -> Said:
    """Hear what one's turn was worth, or without `turn` one's round, where one wished for it."""
    if turn is None:
        return Said(said=round_text(await holder.worth_of_round(round=round)))
    return Said(said=answers_text(await holder.worth_of_turn(round=round, turn=turn)))


@router.post("/tables/{table_id}/coach")
async def advise(request: TurnRequest, holder: Seated) -> AdviceShown:
    """Ask the coach what it would do, where hints are on; everybody sees who asked."""
    advice = await holder.advise(game=request.game, round=request.round, turn=request.turn)
    reasons = [translate(each) for each in advice.reasons]
    return AdviceShown(best=Action.model_validate(action_to_json(advice.best)), reasons=reasons)
