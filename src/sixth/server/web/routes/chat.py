"""The route of the chat at a table."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.table import commands
from sixth.server.table.commands import TalkKind
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, holder_of


async def say(request: Request) -> Response:
    """Send a line of chat to everybody at the table."""
    kind, text = _talk_of(await read_form(request, models.SayForm))
    await holder_of(request).do(commands.Say(kind=kind, said=text))
    return answer_form(request)


def _talk_of(form: models.SayForm) -> tuple[TalkKind, str]:
    if form.phrase:
        return "phrase", form.phrase
    if form.reaction:
        return "reaction", form.reaction
    return "text", form.text
