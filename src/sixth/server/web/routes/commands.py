"""Routes for the commands of a table as forms, each form made from the fields of its command."""

from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sixth.server.core.route_limits import ROUNDS
from sixth.server.protocol.fields import command_model
from sixth.server.site import site_of
from sixth.server.table import commands
from sixth.server.table.commands import Command, TalkKind
from sixth.server.table.identity import clean_name, is_token, new_token
from sixth.server.web.cookies import set_cookie
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import PLAYED_COOKIE, preferences
from sixth.server.web.rate_limits import counted_under
from sixth.server.web.request import answer_form, redirect_to_seat, sender_of
from sixth.server.web.session import seat_taker

_MAX_LENGTH: Final = 20_000
"""Letters of a field. A text too long for its command is refused with a sentence beside the field."""

_OTHERS: Final = (commands.Take, commands.Sit, commands.Say, commands.Arrange, commands.AskCoach)
"""Commands with a form of their own; that of any other is made from its fields."""


def _adapted(hint: Any) -> Any:
    return Annotated[str, Field(max_length=_MAX_LENGTH)] if getattr(hint, "__origin__", hint) is str else hint


class CommandForm:
    """The form of a command: `model` has its fields, `answer` carries the command out."""

    def __init__(self, command: type[Command]) -> None:
        self.command = command
        self.model = command_model(command, models.StrictForm, f"{command.__name__}Form", _adapted)

    async def answer(self, request: Request) -> Response:
        """Carry the command out."""
        form = await read_form(request, self.model)
        return await _carry_out(request, self.command(**form.model_dump()))


async def take(request: Request) -> Response:
    """Take a row; one field names the row and its end."""
    form = await read_form(request, models.TakeForm)
    row, end = form.row_and_side()
    command = commands.Take(row=row, end=end, game=form.game, round=form.round, turn=form.turn)
    return await _carry_out(request, command)


async def say(request: Request) -> Response:
    """Send a line of chat to everybody at the table."""
    form = await read_form(request, models.SayForm)
    kind: TalkKind = "phrase" if form.phrase else "reaction" if form.reaction else "text"
    return await _carry_out(request, commands.Say(kind=kind, said=getattr(form, kind)))


async def sit(request: Request) -> Response:
    """Take a free seat, or claim that of a bot until the round is over; the browser gets a token."""
    form, sender, site = await read_form(request, models.SitForm), sender_of(request), site_of(request)
    token = sender.token if is_token(sender.token) else new_token()
    sender = replace(sender, token=token, taker=await seat_taker(request))
    await site.door.send(sender, commands.Sit(name=form.name, text=form.text))
    return await redirect_to_seat(request, sender.table_id, token, clean_name(form.name))


async def _carry_out(request: Request, command: Command) -> Response:
    counted = ROUNDS.proof(request) if command.begins_round else None
    tables = site_of(request).tables
    await tables.until_moved(await tables.door.send(sender_of(request), command, counted=counted))
    response = answer_form(request)
    if isinstance(command, commands.Choose) and not preferences().played:
        set_cookie(request, response, PLAYED_COOKIE, "yes")
    return response


def _route(command: type[Command]) -> Route:
    limits = counted_under(ROUNDS) if command.begins_round else []
    answer = CommandForm(command).answer
    return Route(f"/t/{{table_id}}/{command.verb}", answer, methods=["POST"], middleware=limits)


COMMAND_ROUTES: Final = (
    *(_route(each) for each in commands.COMMANDS if each not in _OTHERS),
    Route("/t/{table_id}/take", take, methods=["POST"]),
    Route("/t/{table_id}/sit", sit, methods=["POST"]),
    Route("/t/{table_id}/say", say, methods=["POST"]),
)
