"""Advice and verdicts of the coach at a table, during a game."""

from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from sixth.coach.text import advice_text, answers_text, round_text
from sixth.i18n import translate
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.web.form_answers import is_from_script, lead_to
from sixth.server.web.middleware.refused_forms import RefusedForm
from sixth.server.web.request import number_in_query, sender_of, table_id_of, table_of
from sixth.server.web.routes.commands import read_command
from sixth.server.web.table_page import page_of_table


async def advise(request: Request) -> Response:
    """Answer what the coach would do; everybody at the table learns that the player asked."""
    command = await read_command(request, commands.AskCoach)
    advice = await site_of(request).coach.advise(sender_of(request), command)
    text = " ".join([advice_text(advice), *map(translate, advice.reasons)])
    if is_from_script(request):
        return HTMLResponse(escape(text))
    return lead_to(request, f"/t/{table_id_of(request)}", RefusedForm(why=text))


async def worth(request: Request) -> Response:
    """Answer what the choices of a player in a turn, or in a round, were worth: to that player alone."""
    round = number_in_query(request, "round", least=1, most=1_000_000) or 1
    turn = number_in_query(request, "turn", least=1, most=1_000_000)
    coach = site_of(request).coach
    if turn is None:
        text = round_text(await coach.worth_of_round(sender_of(request), round=round))
    else:
        text = answers_text(await coach.worth_of_turn(sender_of(request), round=round, turn=turn))
    if is_from_script(request):
        return PlainTextResponse(text)
    return HTMLResponse(await page_of_table(request, await table_of(request), note=text))
