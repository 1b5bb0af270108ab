"""What somebody with a seat does in a game."""

from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from sixth.coach.text import advice_text, answers_text, round_text
from sixth.i18n import translate
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.server.core.limits import CHANGES, ROUNDS
from sixth.server.table import clock, commands
from sixth.server.table.identity import seat_of
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import PLAYED_COOKIE, preferences
from sixth.server.web.request import (
    answer_form,
    change,
    change_by_seat,
    number_in_query,
    require_seat,
    set_cookie,
    table_id_of,
    table_of,
    tables_of,
    token_of,
)
from sixth.server.web.routes.tables import page


async def begin(request: Request) -> Response:
    """Begin the first game, or be ready to play again."""
    form = await read_form(request, models.BeginForm)
    seat = await require_seat(request, within=ROUNDS)
    await tables_of(request).begin(table_id_of(request), seat, game=form.game, fill=form.bots)
    return answer_form(request)


async def choose(request: Request) -> Response:
    """Choose a card for this turn."""
    form = await read_form(request, models.ChooseForm)
    return await _act(request, Choose(form.card), form)


async def pick(request: Request) -> Response:
    """Pick a card of the open deck."""
    form = await read_form(request, models.ChooseForm)
    return await _act(request, Pick(form.card), form)


async def take(request: Request) -> Response:
    """Decide a row."""
    form = await read_form(request, models.TakeForm)
    return await _act(request, Take(*form.row_and_side()), form)


async def _act(request: Request, action: Action, moment: models.TurnForm) -> Response:
    # Nothing is read for it: what has happened elsewhere since is found out when it is decided.
    table = await tables_of(request).known(table_id_of(request))
    seat = seat_of(table, token_of(request, table.id))
    if isinstance(action, Choose) and seat is not None and table.own_choice(seat) not in (None, action.card):
        # The game bounds how much else there is to do, but not how often one changes one's mind.
        await tables_of(request).limiter.check(CHANGES, table.id, str(seat))
    response = await change_by_seat(
        request,
        lambda now, seat: commands.act_in_person(
            now, seat, action, game=moment.game, round=moment.round, turn=moment.turn
        ),
    )
    if not preferences().played:
        set_cookie(request, response, PLAYED_COOKIE, "yes")
    return response


async def flip(request: Request) -> Response:
    """Turn over the top card."""
    form = await read_form(request, models.TurnForm)
    return await change_by_seat(
        request, lambda now, seat: commands.flip(now, seat, game=form.game, round=form.round, turn=form.turn)
    )


async def advise(request: Request) -> Response:
    """Say what the coach would do, to whoever asks it; everybody hears that they did."""
    form = await read_form(request, models.TurnForm)
    seat = await require_seat(request, within=CHANGES)
    table_id = table_id_of(request)
    advice = await tables_of(request).advise(table_id, seat, game=form.game, round=form.round, turn=form.turn)
    said = " ".join([advice_text(advice), *map(translate, advice.reasons)])
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(escape(said))
    return HTMLResponse(page(request, await table_of(request), note=said))


async def be_coached(request: Request) -> Response:
    """Have the coach say after each turn what it was worth, or no longer; everybody hears that."""
    form = await read_form(request, models.CoachedForm)
    return await change_by_seat(
        request, lambda now, seat: commands.be_coached(now, seat, game=form.game, wished=form.wished)
    )


async def worth(request: Request) -> Response:
    """Say what whoever asks did in a turn was worth, or in a round: to them alone, who wished for it."""
    round = number_in_query(request, "round", least=1, most=1_000_000) or 1
    turn = number_in_query(request, "turn", least=1, most=1_000_000)
    seat = await require_seat(request, within=CHANGES)
    tables, table_id = tables_of(request), table_id_of(request)
    if turn is None:
        said = round_text(await tables.worth_of_round(table_id, seat, round=round))
    else:
        said = answers_text(await tables.worth_of_turn(table_id, seat, round=round, turn=turn))
    if request.headers.get("hx-request") == "true":
        return PlainTextResponse(said)
    return HTMLResponse(page(request, await table_of(request), note=said))


async def next_round(request: Request) -> Response:
    """Be ready for the next round."""
    form = await read_form(request, models.NextForm)
    seat = await require_seat(request, within=ROUNDS)
    return await change(request, lambda now: commands.next_round(now, seat, game=form.game, round=form.round))


async def more_time(request: Request) -> Response:
    """Give everybody who has to act the time of a turn more."""
    form = await read_form(request, models.TurnForm)
    return await change_by_seat(
        request,
        lambda now, seat: clock.more_time(now, seat, game=form.game, round=form.round, turn=form.turn),
    )
