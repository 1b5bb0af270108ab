"""The pages of a table, for players and spectators or for a big screen, drawn by scripts or plain."""

from collections.abc import Sequence
from functools import cache
from typing import Final
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import Request

from sixth.i18n import current_language
from sixth.server.live.tables import Tables
from sixth.server.protocol.state import page_state
from sixth.server.site import site_of
from sixth.server.table.commands import Command
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.request import site_url, token_of
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.sentences import catalogue
from sixth.server.web.text.labels import bot_titles, reactions
from sixth.server.web.text.prompt import late_text
from sixth.server.web.views.around import around_state
from sixth.server.web.views.asides import asides
from sixth.server.web.views.clock import clocks
from sixth.server.web.views.lesson import questions
from sixth.server.web.views.offers import offered_forms, offers
from sixth.server.web.views.result import has_company
from sixth.server.web.views.table import Frame
from sixth.text import phrases

_MAX_SCREEN_LINES: Final = 2


class TablePage:
    """The pages of the table at `url`, to play and watch, or those for a big `screen`.

    A `local` URL works on this machine only.
    """

    def __init__(self, site: Tables, url: str, *, local: bool, screen: bool = False) -> None:
        self._site, self._url, self._local, self._screen = site, url, local, screen

    def document(self, frame: Frame, *, note: str = "") -> str:
        """Return the page whose table scripts draw."""
        template = "pages/screen.html" if self._screen else "pages/table.html"
        return self._render(template, frame, note=note, **self._facts(frame))

    def plain(self, frame: Frame, offered: Sequence[Command] = (), *, note: str = "") -> str:
        """Return the page without scripts, with forms for the commands that are `offered`."""
        forms = offered_forms(offered, frame.table)
        return self._render("pages/plain_table.html", frame, note=note, screen=self._screen, forms=forms)

    def private_page(self, table: Table, *, note: str = "") -> str:
        """Return the page for a visitor who may not look at the table."""
        return render("pages/closed.html", v=table.version, note=note or preferences().refused.why)

    def _render(self, template: str, frame: Frame, *, note: str = "", **more: object) -> str:
        refused = preferences().refused
        # The note beside a field is not repeated at the top.
        note = note or (refused.note if _offers(frame, refused.form) else refused.why)
        site, table, now = self._site, frame.table, self._site.now()
        lines = tuple(line for line in site.chat.lines(table.id) if line.person not in frame.muted)
        if self._screen:
            # The last lines, free ones only if allowed.
            lines = tuple(line for line in lines if line.kind != "text" or table.config.chat)
            lines = lines[-_MAX_SCREEN_LINES:]
        return render(
            template,
            **more,
            note=note,
            f=frame,
            table=table,
            view=table.view,
            code=site.lobby.cached_code(table.id),
            url=self._url,
            local=self._local,
            clocks=clocks(table, now),
            late=late_text(table),
            talks=has_company(table),
            bots=bot_titles(),
            in_a_minute=questions(),
            lines=lines,
            phrases=phrases(),
            reactions=reactions(),
        )

    def _facts(self, frame: Frame) -> dict[str, object]:
        site, table = self._site, frame.table
        state = {
            "v": table.version,
            "now": site.now(),
            "full": page_state(table, site.lobby.cached_code(table.id)),
            "around": around_state(table),
            "page": _page(table, self._url),
            "parts": {} if self._screen else frame.parts,
            "talk": max([line.number for line in site.chat.lines(table.id)], default=0),
        }
        return {"state": as_script(state), "sentences": _sentences(current_language())}


@cache
def _sentences(language: str) -> Markup:
    return as_script(
        {
            "speech": catalogue(language),
            "phrases": phrases(),
            "reactions": reactions(),
        }
    )


def _page(table: TableView, url: str) -> dict[str, object]:
    """Return what no event changes: bots to choose from, and the form for a seat as it was refused."""
    facts, refused = dict[str, object](url=url), preferences().refused
    if table.view is None:
        facts["bots"] = bot_titles()
    if refused.form == "sit":
        facts["refused"] = {
            name: {"value": refused.value("sit", name), "why": refused.error_in("sit", name)}
            for name in ("name", "text")
        }
    return facts


def _offers(frame: Frame, form: str) -> bool:
    """Return whether the page has this form with a text field."""
    table, view = frame.table, frame.table.view
    sitting = table.seat is not None
    idle = view is None or view.over
    return {"sit": table.offered is not None, "say": sitting, "text": sitting and idle}.get(form, False)


async def page_of_table(request: Request, table: Table, *, note: str = "") -> str:
    """Return the whole page of a table as the sender of a request may see it."""
    audience = Audience.of(token_of(request, table.id))
    page = table_page_at(request, table.id)
    if not audience.may_look(table):
        return page.private_page(table, note=note)
    frame = await frame_of(request, audience.view(table))
    if preferences().plain:
        return page.plain(frame, offers(table, audience, site_of(request).tables.now()), note=note)
    return page.document(frame, note=note)


async def frame_of(request: Request, table: TableView, *, screen: bool = False) -> Frame:
    """Return the picture of a table for one viewer, with its parts, or for a big `screen`."""
    site = site_of(request)
    features = () if screen else site.features
    parts = [asides(table)]
    parts += [await feature.at_table(request, table) for feature in features if feature.at_table]
    if table.game_id and table.seat is not None and table.view is not None and table.view.winners:
        own = [each.own_result(table.game_id, table.seat) for each in features if each.own_result]
        parts.append({"own-result": own})
    return Frame(table, parts, await site.muted(request, table.id, token_of(request, table.id)))


def table_page_at(request: Request, table_id: str, *, screen: bool = False) -> TablePage:
    """Return the page of this table, linked to by the URL of the site."""
    site = site_url(request)
    # Others cannot use a URL that works on this machine only.
    local = urlsplit(site).hostname in ("127.0.0.1", "localhost", "::1")
    return TablePage(site_of(request).tables, f"{site}t/{table_id}", local=local, screen=screen)
