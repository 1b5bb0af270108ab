"""What somebody with a seat does in a game."""

from fastapi import Request
from fastapi.responses import Response

from sixth.rules.events import Action, Choose, Pick, Take
from sixth.server.core.limits import CHANGES, ROUNDS
from sixth.server.service.tables import Tables
from sixth.server.table import clock, commands
from sixth.server.web.dependencies import Site, answer_form, require_seat, require_seat_at
from sixth.server.web.endpoints import new_router
from sixth.server.web.forms import models

router = new_router()


@router.post("/t/{table_id}/begin")
async def begin(request: Request, site: Site, table_id: str, form: models.Begin) -> Response:
    """Begin the first game, or play again."""
    seat = await require_seat(request, site, table_id)
    await site.limiter.check(ROUNDS, table_id, str(seat))
    return await answer_form(request, await site.begin(table_id, seat, game=form.game, fill=form.bots))


@router.post("/t/{table_id}/choose")
async def choose(request: Request, site: Site, table_id: str, form: models.ChooseCard) -> Response:
    """Choose a card for this turn."""
    return await _act(request, site, table_id, Choose(form.card), form)


@router.post("/t/{table_id}/pick")
async def pick(request: Request, site: Site, table_id: str, form: models.ChooseCard) -> Response:
    """Pick a card of the open deck."""
    return await _act(request, site, table_id, Pick(form.card), form)


@router.post("/t/{table_id}/take")
async def take(request: Request, site: Site, table_id: str, form: models.TakeRow) -> Response:
    """Decide a row."""
    return await _act(request, site, table_id, Take(*form.row_and_side()), form)


async def _act(
    request: Request, site: Tables, table_id: str, action: Action, moment: models.TurnForm
) -> Response:
    table = await site.get(table_id)
    seat = require_seat_at(table, request)
    if isinstance(action, Choose) and table.own_choice(seat) not in (None, action.card):
        # The game bounds how much else there is to do, but not how often one changes one's mind.
        await site.limiter.check(CHANGES, table_id, str(seat))
    table = await site.command(
        table_id,
        lambda now: commands.act_in_person(
            now, seat, action, game=moment.game, round=moment.round, turn=moment.turn
        ),
    )
    return await answer_form(request, table)


@router.post("/t/{table_id}/flip")
async def flip(request: Request, site: Site, table_id: str, form: models.FlipCard) -> Response:
    """Turn over the top card."""
    seat = await require_seat(request, site, table_id)
    table = await site.command(
        table_id, lambda now: commands.flip(now, seat, game=form.game, round=form.round, turn=form.turn)
    )
    return await answer_form(request, table)


@router.post("/t/{table_id}/next")
async def next_round(request: Request, site: Site, table_id: str, form: models.Next) -> Response:
    """Deal the next round."""
    seat = await require_seat(request, site, table_id)
    await site.limiter.check(ROUNDS, table_id, str(seat))
    table = await site.command(
        table_id, lambda now: commands.next_round(now, game=form.game, round=form.round)
    )
    return await answer_form(request, table)


@router.post("/t/{table_id}/more")
async def more_time(request: Request, site: Site, table_id: str, form: models.More) -> Response:
    """Give everybody who has to act the time of a turn more."""
    seat = await require_seat(request, site, table_id)
    table = await site.command(
        table_id, lambda now: clock.more_time(now, seat, game=form.game, round=form.round, turn=form.turn)
    )
    return await answer_form(request, table)
