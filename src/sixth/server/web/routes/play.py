"""What somebody with a seat does in a game."""

from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from sixth.coach.text import advice_text, answers_text, round_text
from sixth.i18n import translate
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.server.core.route_limits import ROUNDS
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import PLAYED_COOKIE, preferences
from sixth.server.web.request import answer_form, holder_of, number_in_query, set_cookie, table_of
from sixth.server.web.routes.tables import page


async def begin(request: Request) -> Response:
    """Begin the first game, or be ready to play again."""
    form = await read_form(request, models.BeginForm)
    await holder_of(request).begin(game=form.game, fill=form.bots, counted=ROUNDS.counted(request))
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
    await holder_of(request).act(action, game=moment.game, round=moment.round, turn=moment.turn)
    response = answer_form(request)
    if not preferences().played:
        set_cookie(request, response, PLAYED_COOKIE, "yes")
    return response


async def flip(request: Request) -> Response:
    """Turn over the top card."""
    form = await read_form(request, models.TurnForm)
    await holder_of(request).flip(game=form.game, round=form.round, turn=form.turn)
    return answer_form(request)


async def advise(request: Request) -> Response:
    """Say what the coach would do, to whoever asks it; everybody hears that they did."""
    form = await read_form(request, models.TurnForm)
    advice = await holder_of(request).advise(game=form.game, round=form.round, turn=form.turn)
    said = " ".join([advice_text(advice), *map(translate, advice.reasons)])
    if request.headers.get("hx-request") == "true":
        return HTMLResponse(escape(said))
    return HTMLResponse(page(request, await table_of(request), note=said))


async def be_coached(request: Request) -> Response:
    """Have the coach say after each turn what it was worth, or no longer; everybody hears that."""
    form = await read_form(request, models.CoachedForm)
    await holder_of(request).be_coached(game=form.game, wished=form.wished)
    return answer_form(request)


async def worth(request: Request) -> Response:
    """Say what whoever asks did in a turn was worth, or in a round: to them alone, who wished for it."""
    round = number_in_query(request, "round", least=1, most=1_000_000) or 1
    turn = number_in_query(request, "turn", least=1, most=1_000_000)
    if turn is None:
        said = round_text(await holder_of(request).worth_of_round(round=round))
    else:
        said = answers_text(await holder_of(request).worth_of_turn(round=round, turn=turn))
    if request.headers.get("hx-request") == "true":
        return PlainTextResponse(said)
    return HTMLResponse(page(request, await table_of(request), note=said))


async def next_round(request: Request) -> Response:
    """Be ready for the next round."""
    form = await read_form(request, models.NextForm)
    await holder_of(request).next_round(game=form.game, round=form.round, counted=ROUNDS.counted(request))
    return answer_form(request)


async def more_time(request: Request) -> Response:
    """Give everybody who has to act the time of a turn more."""
    form = await read_form(request, models.TurnForm)
    await holder_of(request).more_time(game=form.game, round=form.round, turn=form.turn)
    return answer_form(request)
