"""The pages of a table, for players and spectators or for a big screen, drawn by scripts or plain."""

from functools import cache
from urllib.parse import urlsplit

from markupsafe import Markup
from starlette.requests import Request

from sixth.i18n import current_language
from sixth.server.live.tables import Tables
from sixth.server.site import site_of
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.page_context import chat_context, page_context, rules_context, screen_context
from sixth.server.web.request import site_url, token_of
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.files import static_url
from sixth.server.web.text.labels import reactions
from sixth.server.web.views.table import Frame
from sixth.server.web.wire.sentences import catalogue
from sixth.server.web.wire.state import initial_state
from sixth.text import phrases


class TablePage:
    """The pages of the table at `url`, to play and watch, or those for a big `screen`.

    A `local` URL works on this machine only.
    """

    def __init__(self, site: Tables, url: str, *, local: bool, screen: bool = False) -> None:
        self._site, self._url, self._local, self._screen = site, url, local, screen

    def document(self, frame: Frame, *, note: str = "") -> str:
        """Return the page whose table scripts draw."""
        template = "pages/screen.html" if self._screen else "pages/table.html"
        return self._render(template, frame, note=note, **self._facts(frame.table))

    def plain(self, frame: Frame, *, note: str = "") -> str:
        """Return the page without scripts."""
        return self._render("pages/plain_table.html", frame, note=note, screen=self._screen)

    def around(self, frame: Frame) -> str:
        """Return the elements that the server draws for the page that scripts draw."""
        return self._render("live/screen.html" if self._screen else "live/around.html", frame)

    def private_page(self, table: Table, *, note: str = "") -> str:
        """Return the page for a visitor who may not look at the table."""
        return render("pages/closed.html", v=table.version, note=note or preferences().refused.why)

    def _render(self, template: str, frame: Frame, *, note: str = "", **more: object) -> str:
        refused = preferences().refused
        # The note beside a field is not repeated at the top.
        note = note or (refused.note if _offers(frame, refused.form) else refused.why)
        site, table = self._site, frame.table
        context = page_context(site, frame, url=self._url, local=self._local) | rules_context(table)
        lines = site.chat.lines(table.id)
        context |= screen_context(table, lines) if self._screen else chat_context(table, lines)
        return render(template, **context, **more, note=note)

    def _facts(self, table: TableView) -> dict[str, object]:
        """Return what scripts draw the table from: its state and their sentences."""
        site = self._site
        code, talk = site.lobby.cached_code(table.id), site.chat.lines(table.id)
        state = initial_state(table, code, talk, site.now())
        return {"state": as_script(state), "sentences": _sentences(current_language())}


@cache
def _sentences(language: str) -> Markup:
    return as_script(
        {
            "speech": catalogue(language),
            "luck": static_url("table/luck.js"),
            "phrases": phrases(),
            "reactions": reactions(),
        }
    )


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
    return render_page(page, await frame_of(request, audience.view(table)), note=note)


async def frame_of(request: Request, table: TableView) -> Frame:
    """Return the picture of a table for one viewer, with what features show there."""
    features = site_of(request).features
    return Frame(table, [await feature.at_table(request, table) for feature in features if feature.at_table])


def render_page(page: TablePage, frame: Frame, *, note: str = "") -> str:
    """Return the page that the reader prefers: the plain one, or the one that scripts draw."""
    return (page.plain if preferences().plain else page.document)(frame, note=note)


def table_page_at(request: Request, table_id: str, *, screen: bool = False) -> TablePage:
    """Return the page of this table, linked to by the URL of the site."""
    site = site_url(request)
    # Others cannot use a URL that works on this machine only.
    local = urlsplit(site).hostname in ("127.0.0.1", "localhost", "::1")
    return TablePage(site_of(request).tables, f"{site}t/{table_id}", local=local, screen=screen)
