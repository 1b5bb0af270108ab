"""What the templates of a table's pages are given."""

from collections.abc import Sequence
from typing import Final

from sixth.server.live.chat import ChatLine
from sixth.server.live.tables import Tables
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
    table = frame.table
    return {
        "f": frame,
        "table": table,
        "view": table.view,
        "name_length": MAX_NAME_LENGTH,
        "code": site.lobby.cached_code(table.id),
        "url": url,
        "local": local,
        "clocks": clocks(table, site.now()),
        "onward": onward(table, site.now()),
        "late": late_text(table),
        "result": result(table),
        "ending": ending(table),
        "talks": has_company(table),
        "invites": _invites(table),
    }


def _invites(table: TableView) -> bool:
    """Return whether the viewer wishes first that others come: the host, until people have all seats."""
    if table.view is not None or table.seat is None or table.seat != table.host or table.games:
        return False
    return not all(who is not None and who.human for who in table.sitters)


def rules_context(table: TableView) -> dict[str, object]:
    """Return what shows what is played and how the table is kept."""
    kept = facts(table)
    return {
        "bots": bot_titles(),
        "facts": kept,
        "changes": changes_text(kept),
        "in_a_minute": questions(),
        "in_force": marked_changes(table.rules),
        "rules_page": nearest_game(table.rules),
    }


def chat_context(table: TableView, lines: Sequence[ChatLine]) -> dict[str, object]:
    """Return what shows the chat."""
    return {
        "table": table,
        "lines": lines,
        "phrases": phrases(),
        "reactions": reactions(),
        "line_length": MAX_LINE_LENGTH,
    }


def screen_context(table: TableView, lines: Sequence[ChatLine]) -> dict[str, object]:
    """Return what a big screen shows of the chat: its last lines, free ones only if allowed."""
    shown = [line for line in lines if line.kind != "text" or table.config.chat][-_MAX_SCREEN_LINES:]
    return chat_context(table, shown)
