"""What people at a table say to each other."""

from collections.abc import Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from sixth.rules.game import Refusal
from sixth.server.core.limits import WORDS
from sixth.server.service.chat import MAX_LINE_LENGTH, Kind, Line
from sixth.server.table.identity import clean_words
from sixth.server.table.view import TableView
from sixth.server.web.forms import models
from sixth.server.web.forms.reading import read_form
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import answer_form, seat_at, table_of, tables_of
from sixth.server.web.templating.environment import render
from sixth.server.web.text.labels import phrases, reactions

_MAX_SCREEN_LINES: Final = 2


async def say(request: Request) -> Response:
    """Say something to everybody at the table."""
    form = await read_form(request, models.SayForm)
    site, table = tables_of(request), await table_of(request)
    seat = seat_at(table, request)
    await site.limiter.check(WORDS, table.id, str(seat))
    kind, said = _meant(form)
    if kind == "text":
        if not table.config.chat:
            raise Refusal("chat-off", "The host of this table has switched off free words; phrases remain.")
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


def chat_context(seen: TableView, lines: Sequence[Line]) -> dict[str, object]:
    """Return what the templates of the chat need."""
    return {
        "seen": seen,
        "lines": lines,
        "phrases": phrases(),
        "reactions": reactions(),
        "line_length": MAX_LINE_LENGTH,
    }


def chat_part(seen: TableView, lines: Sequence[Line], _watchers: int) -> str:
    """Return the lines of the chat for a page that is open already."""
    return render("frames/chat.html", **chat_context(seen, lines))


def screen_context(seen: TableView, lines: Sequence[Line], watchers: int) -> dict[str, object]:
    """Return what a big screen shows of the chat: its last lines, free ones only if allowed."""
    shown = [line for line in lines if line.kind != "text" or seen.config.chat][-_MAX_SCREEN_LINES:]
    return chat_context(seen, shown) | {"watchers": watchers}


def screen_part(seen: TableView, lines: Sequence[Line], watchers: int) -> str:
    """Return the chat and the number of watchers for a big screen that is open already."""
    return render("frames/screen_chat.html", **screen_context(seen, lines, watchers))
