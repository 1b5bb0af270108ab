"""What the templates of a table's pages are given."""

from collections.abc import Sequence
from typing import Final

from sixth.server.service.chat import Line
from sixth.server.service.tables import Tables
from sixth.server.table.commands import MAX_LINE_LENGTH
from sixth.server.table.events import MAX_NAME_LENGTH
from sixth.server.table.view import TableView
from sixth.server.web.text.config import changes_text, facts
from sixth.server.web.text.labels import bot_titles, reactions
from sixth.server.web.text.prompt import late_text
from sixth.server.web.text.rules import marked_changes, nearest_game
from sixth.server.web.views.clock import clocks
from sixth.server.web.views.ending import ending
from sixth.server.web.views.lesson import questions
from sixth.server.web.views.result import has_company, onward, result
from sixth.server.web.views.table import Frame
from sixth.text import phrases

_MAX_SCREEN_LINES: Final = 2


def page_context(site: Tables, frame: Frame, *, url: str, local: bool) -> dict[str, object]:
    """Return what shows a picture of a table at `url`, which `local` says works on this machine only."""
    seen = frame.seen
    return {
        "f": frame,
        "seen": seen,
        "view": seen.view,
        "name_length": MAX_NAME_LENGTH,
        "code": site.lobby.known_code(seen.id),
        "url": url,
        "local": local,
        "clocks": clocks(seen, site.now()),
        "onward": onward(seen, site.now()),
        "late": late_text(seen),
        "result": result(seen),
        "ending": ending(seen),
        "talks": has_company(seen),
        "invites": _invites(seen),
    }


def _invites(seen: TableView) -> bool:
    """Return whether the viewer wishes first that others come: the host, until people have all seats."""
    if seen.view is not None or seen.seat is None or seen.seat != seen.host or seen.games:
        return False
    return not all(who is not None and who.human for who in seen.sitters)


def rules_context(seen: TableView) -> dict[str, object]:
    """Return what shows what is played and how the table is kept."""
    kept = facts(seen)
    return {
        "bots": bot_titles(),
        "facts": kept,
        "changes": changes_text(kept),
        "in_a_minute": questions(),
        "in_force": marked_changes(seen.rules),
        "rules_page": nearest_game(seen.rules),
    }


def chat_context(seen: TableView, lines: Sequence[Line]) -> dict[str, object]:
    """Return what shows the chat."""
    return {
        "seen": seen,
        "lines": lines,
        "phrases": phrases(),
        "reactions": reactions(),
        "line_length": MAX_LINE_LENGTH,
    }


def screen_context(seen: TableView, lines: Sequence[Line]) -> dict[str, object]:
    """Return what a big screen shows of the chat: its last lines, free ones only if allowed."""
    shown = [line for line in lines if line.kind != "text" or seen.config.chat][-_MAX_SCREEN_LINES:]
    return chat_context(seen, shown)
