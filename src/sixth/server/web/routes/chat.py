"""What people at a table say to each other."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.server.table import commands
from sixth.server.table.commands import TalkKind
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.request import answer_form, holder_of


async def say(request: Request) -> Response:
    """Say something to everybody at the table."""
    kind, said = _meant(await read_form(request, models.SayForm))
    await holder_of(request).do(commands.Say(kind=kind, said=said))
    return answer_form(request)


def _meant(form: models.SayForm) -> tuple[TalkKind, str]:
    if form.phrase:
        return "phrase", form.phrase
    if form.reaction:
        return "reaction", form.reaction
    return "text", form.text
