"""What people at a table say to each other."""

from starlette.requests import Request
from starlette.responses import Response

from sixth.rules.game import Refusal
from sixth.server.core.limits import WORDS
from sixth.server.service.chat import MAX_LINE_LENGTH, Kind
from sixth.server.table.identity import clean_words
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import answer_form, seat_at, table_of, tables_of


async def say(request: Request) -> Response:
    """Say something to everybody at the table."""
    form = await read_form(request, models.SayForm)
    site, table = tables_of(request), await table_of(request)
    seat = seat_at(table, request)
    await site.limiter.check(WORDS, table.id, str(seat))
    kind, said = _meant(form)
    if kind == "text":
        if not table.config.chat:
            raise Refusal("chat-off", "Free chat is off at this table; set phrases still work.")
        said = clean_words(said, MAX_LINE_LENGTH)
    who = table.sitters[seat]
    if site.chat.say(table.id, seat, who.name if who else "", kind, said, language=preferences().language):
        site.pubsub.notify(table.id)
    return answer_form(request)


def _meant(form: models.SayForm) -> tuple[Kind, str]:
    if form.phrase:
        return "phrase", form.phrase
    if form.reaction:
        return "reaction", form.reaction
    return "text", form.text
