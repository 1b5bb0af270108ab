"""The page of a table, for its players and watchers or for a big screen: whole, and by patches."""

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from sixth.i18n import current_language
from sixth.server.service.chat import Line
from sixth.server.service.tables import Tables
from sixth.server.table.state import Table
from sixth.server.table.turns import is_slow
from sixth.server.table.view import TableView
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm
from sixth.server.web.page_context import chat_context, page_context, rules_context, screen_context
from sixth.server.web.patches import announced
from sixth.server.web.templating.environment import as_script, render
from sixth.server.web.templating.files import static_url
from sixth.server.web.text.announcements import Announcement, position_announcement
from sixth.server.web.views.table import Frame
from sixth.server.web.wire.sentences import catalogue
from sixth.server.web.wire.state import initial_state


class TablePage:
    """The pages of tables at `url`: those on which one plays and watches, or those for a big `screen`.

    `local` says that the address works on this machine only.
    """

    def __init__(self, site: Tables, url: str, *, local: bool, screen: bool = False) -> None:
        self._site, self._url, self._local, self._screen = site, url, local, screen

    def document(self, frame: Frame, *, note: str = "", refused: RefusedForm = NOT_REFUSED) -> str:
        """Return the page as a document; `refused` is the form of it that was refused."""
        # What stands beside its field need not be said twice.
        note = "" if refused.wrong and _offers(frame, refused.form) else note
        template = "pages/screen.html" if self._screen else "pages/table.html"
        context = self._context(frame, around=True) | self._facts(frame.seen)
        return render(template, **context, note=note, refused=refused)

    def _facts(self, seen: TableView) -> dict[str, object]:
        """What scripts draw the table from: its state, and the sentences to say of it."""
        site = self._site
        state = initial_state(seen, site.lobby.known_code(seen.id), site.chat.lines(seen.id))
        return {"state": as_script(state), "sentences": _sentences(current_language())}

    def patch(self, frame: Frame, before: Frame | None = None, told: Sequence[Announcement] = ()) -> str:
        """Return the patch that shows a picture, and announces what is `told` and what is asked now.

        `before` is what the page shows, if that is known.
        """
        template = "live/screen.html" if self._screen else "live/table.html"
        around = before is None or _around(before.seen) != _around(frame.seen)
        patch = render(template, **self._context(frame, around=around), around=around)
        if self._screen or before is None:
            return patch
        return patch + announced([*told, *_asked(before, frame)])

    def talk(self, seen: TableView, lines: Sequence[Line], watchers: int) -> str:
        """Return the patch that shows what was said at a table, and on a big screen how many watch."""
        if self._screen:
            return render("live/screen_chat.html", **screen_context(seen, lines, watchers))
        return render("chat/lines.html", **chat_context(seen, lines))

    def closed(self, table: Table, *, note: str = "") -> str:
        """Return the page for whoever may not look at the table."""
        return render("pages/closed.html", v=table.version, note=note)

    def closed_patch(self, table: Table) -> str:
        """Return the patch for whoever may no longer look at the table."""
        return render("parts/closed.html", v=table.version) + '<p-cut to="menu"></p-cut>'

    def _context(self, frame: Frame, *, around: bool) -> dict[str, object]:
        """What shows a picture; `around` is whether what lies around the table is shown, too."""
        site, seen = self._site, frame.seen
        context = page_context(site, frame, url=self._url, local=self._local)
        if around or seen.view is None:
            context |= rules_context(seen)
        if self._screen:
            lines, watchers = site.chat.lines(seen.id), site.pubsub.watchers(seen.id)
            return context | screen_context(seen, lines, watchers)
        return context | chat_context(seen, site.chat.lines(seen.id)) if around else context


def _asked(before: Frame, after: Frame) -> list[Announcement]:
    """What is announced of what is asked now, where it was not asked before."""
    if after.asks == "wait" or after.prompt == before.prompt:
        return []
    asked = [Announcement(after.prompt, 1)]
    if after.asks == "choose" and after.view and after.view.chosen is None:
        asked.append(position_announcement(after.seen))
    return asked


@cache
def _sentences(language: str) -> Markup:
    return as_script({"speech": catalogue(language), "luck": static_url("table/luck.js")})


def _around(seen: TableView) -> object:
    """Return what all that lies around the table on its page follows from."""
    return seen.seat, seen.host, seen.sitters, seen.view is None, seen.rules, is_slow(seen.config)


def _offers(shown: Frame, form: str) -> bool:
    """Whether the page has this form, of those that hold text."""
    sitting, view = shown.seen.seat is not None, shown.seen.view
    idle = view is None or view.over
    return {"sit": shown.seen.offered is not None, "say": sitting, "text": sitting and idle}.get(form, False)
