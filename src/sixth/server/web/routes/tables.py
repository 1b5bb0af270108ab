"""The page of a table, its news, and who sits there."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sixth.rules.game import Refusal
from sixth.server.service.tables import Tables
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.identity import Audience, is_token, new_token
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm
from sixth.server.web.middleware.streams import StreamResponse
from sixth.server.web.request import (
    number_in_query,
    set_token_cookie,
    table_of,
    tables_of,
    token_of,
)
from sixth.server.web.routes.chat import chat_context, chat_part, screen_context, screen_part
from sixth.server.web.stream import Shows, Stream
from sixth.server.web.templating.environment import render
from sixth.server.web.text.config import facts
from sixth.server.web.text.labels import bot_titles
from sixth.server.web.text.rules import marked_changes, nearest_game
from sixth.server.web.views.clock import clocks
from sixth.server.web.views.table import Frame

Here = Mapping[str, str | bool]
"""The address of a table, and whether it works on this machine only."""

_MAX_VERSION: Final = 2**53
"""Larger numbers are not whole in every browser."""


async def table_page(request: Request) -> HTMLResponse:
    """Show the table as this browser may see it."""
    site, table = tables_of(request), await table_of(request)
    token = token_of(request, table.id)
    await site.lobby.code_of(table)
    response = HTMLResponse(page(request, table), 200 if Audience.of(token).may_look(table) else 403)
    if request.url.query or site.chat.lines(table.id):
        # How long the page is when compressed tells whether words of others in it are like a card in it.
        response.headers["Content-Encoding"] = "identity"
    if not table.games and not is_token(token):
        # Whoever may sit down has a token before: pressed twice, the form still takes one seat.
        set_token_cookie(request, response, table.id, new_token())
    return response


async def screen_page(request: Request) -> HTMLResponse:
    """Show the table on a screen for everybody in the room: what a spectator sees, large."""
    site, table = tables_of(request), await table_of(request)
    await site.lobby.code_of(table)
    audience = Audience.of(token_of(request, table.id), screen=True)
    if not audience.may_look(table):
        return HTMLResponse(_closed(table), 403)
    return HTMLResponse(
        render(
            "pages/screen.html",
            **_screen_context(_here(request, table.id), site, Frame(audience.view(table))),
            note="",
        )
    )


def _screen_context(here: Here, site: Tables, shown: Frame) -> dict[str, object]:
    lines, watchers = site.chat.lines(shown.seen.id), site.pubsub.watchers(shown.seen.id)
    return _table_context(here, site, shown) | screen_context(shown.seen, lines, watchers)


def page(request: Request, table: Table, *, note: str = "", refused: RefusedForm = NOT_REFUSED) -> str:
    """Return the whole page of a table for whoever asks; `refused` is the form of it that was refused."""
    site, audience = tables_of(request), Audience.of(token_of(request, table.id))
    if not audience.may_look(table):
        return _closed(table, note=note)
    seen = audience.view(table)
    shown = Frame(seen)
    here = _here(request, table.id)
    context = chat_context(seen, site.chat.lines(table.id)) | _table_context(here, site, shown, whole=True)
    # What stands beside its field need not be said twice.
    note = "" if refused.wrong and _offers(shown, refused.form) else note
    return render("pages/table.html", **context, note=note, refused=refused)


def _offers(shown: Frame, form: str) -> bool:
    """Whether the page has this form, of those that hold text."""
    sitting, view = shown.seen.seat is not None, shown.seen.view
    idle = view is None or view.over
    return {"sit": shown.asks == "sit", "say": sitting, "text": sitting and idle}.get(form, False)


def _table_context(here: Here, site: Tables, shown: Frame, *, whole: bool = False) -> dict[str, object]:
    """Return what the templates of the table need: for the whole page, or for the part that is renewed."""
    return {
        "f": shown,
        "seen": shown.seen,
        "view": shown.seen.view,
        "name_length": MAX_NAME_LENGTH,
        "code": site.lobby.known_code(shown.seen.id),
        **here,
        "clocks": clocks(shown.seen, site.now()),
        **(_kept(shown.seen) if whole or not shown.seen.games else {}),
    }


def _kept(seen: TableView) -> dict[str, object]:
    return {
        "bots": bot_titles(),
        "facts": facts(seen),
        "in_force": marked_changes(seen.rules),
        "rules_page": nearest_game(seen.rules),
    }


def _closed(table: Table, *, note: str = "") -> str:
    return render("pages/closed.html", v=table.version, note=note)


def _here(request: Request, table_id: str) -> Here:
    url, local = _place(request, table_id)
    return {"url": url, "local": local}


def _place(request: Request, table_id: str) -> tuple[str, bool]:
    # An address that works on this machine only would help nobody.
    local = request.url.hostname in ("127.0.0.1", "localhost", "::1")
    return f"{request.base_url}t/{table_id}", local


@lru_cache(1000)
def shows_of(site: Tables, url: str, *, local: bool, screen: bool = False) -> Shows:
    """Return how a stream shows the table at `url`: as its page does, or as its big screen does.

    It is the same for all who listen to a table.
    """
    here: Here = {"url": url, "local": local}
    context, template = (
        (_screen_context, "frames/screen.html") if screen else (_table_context, "frames/table.html")
    )
    return Shows(
        frame=lambda shown, say, has: render(template, **context(here, site, shown), say=say, has=has),
        talk=screen_part if screen else chat_part,
        closed=lambda table: render("parts/closed.html", v=table.version),
    )


async def events(request: Request) -> Response:
    """Stream news of the table; `Last-Event-ID` or `after` is the version that the browser knows already."""
    after = number_in_query(request, "after", least=0, most=_MAX_VERSION) or 0
    screen = number_in_query(request, "screen", least=0, most=1) == 1
    site, table = tables_of(request), await table_of(request)
    audience = Audience.of(token_of(request, table.id), screen=screen)
    if not audience.may_look(table):
        raise Refusal("private", "The players of this table keep to themselves.")
    last = request.headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 16:
        after = int(last)
    url, local = _place(request, table.id)
    shows = shows_of(site, url, local=local, screen=screen)
    return StreamResponse(Stream(site, table, audience, after, shows))
