"""The page of a table, for its players and watchers or for a big screen: whole, and by patches."""

from collections.abc import Callable, Sequence

from sixth.server.service.chat import Line
from sixth.server.service.tables import Tables
from sixth.server.table.state import Step, Table
from sixth.server.table.view import TableView
from sixth.server.web import patches
from sixth.server.web.forms.refused import NOT_REFUSED, RefusedForm
from sixth.server.web.page_context import chat_context, page_context, screen_context
from sixth.server.web.templating.environment import render
from sixth.server.web.text.announcements import Announcement
from sixth.server.web.views.table import Frame


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
        return render(template, **self._context(frame), note=note, refused=refused)

    def patch(
        self,
        before: Frame,
        after: Frame,
        came: Sequence[Step],
        told: Callable[[], Sequence[Announcement]],
        asked: Sequence[Announcement],
    ) -> str:
        """Return what leads from one picture of a table to another, as `came` did.

        What is announced is what it has `told` the viewer, and what they are `asked` now.
        """
        is_small = patches.is_small(before, after, came)
        if is_small:
            changed = "".join(patches.small(before, after, came, self._site.now(), screen=self._screen))
        else:
            changed = self.whole(after, before)
        if self._screen:
            return changed
        if is_small and not asked and not patches.concerns(after, came):
            return changed + patches.alike_of(before, after, came).announced
        return changed + patches.announced([*told(), *asked])

    def whole(self, frame: Frame, before: Frame | None = None) -> str:
        """Return the patch that shows a picture, whatever the page has shown; `before` is that, if known."""
        template = "live/screen.html" if self._screen else "live/table.html"
        around = before is None or _around(before.seen) != _around(frame.seen)
        return render(template, **self._context(frame), around=around)

    def talk(self, seen: TableView, lines: Sequence[Line], watchers: int) -> str:
        """Return the patch that shows what was said at a table, and on a big screen how many watch."""
        if self._screen:
            return render("live/screen_chat.html", **screen_context(seen, lines, watchers))
        return render("chat/lines.html", **chat_context(seen, lines))

    def closed(self, table: Table, *, note: str | None = None) -> str:
        """Return the page for whoever may not look at the table; without a note, the patch that shows it."""
        if note is None:
            return render("parts/closed.html", v=table.version)
        return render("pages/closed.html", v=table.version, note=note)

    def _context(self, frame: Frame) -> dict[str, object]:
        site, seen = self._site, frame.seen
        context = page_context(site, frame, url=self._url, local=self._local)
        lines = site.chat.lines(seen.id)
        if self._screen:
            return context | screen_context(seen, lines, site.pubsub.watchers(seen.id))
        return context | chat_context(seen, lines)


def _around(seen: TableView) -> object:
    """Return what all that lies around the table on its page follows from."""
    return seen.seat, seen.host, seen.sitters, seen.games > 0, seen.rules


def _offers(shown: Frame, form: str) -> bool:
    """Whether the page has this form, of those that hold text."""
    sitting, view = shown.seen.seat is not None, shown.seen.view
    idle = view is None or view.over
    return {"sit": shown.asks == "sit", "say": sitting, "text": sitting and idle}.get(form, False)
