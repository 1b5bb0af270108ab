"""What lies around a game, for the page of a table, in its language: its title, its pace and its ending.

No event of a turn changes it, so it comes with every full state.
"""

from typing import Any

from sixth.server.table.view import TableView
from sixth.server.web.text.config import changes_text, facts
from sixth.server.web.text.pace import pace_text
from sixth.server.web.text.prompt import late_text
from sixth.server.web.views.ending import ending
from sixth.server.web.views.kept_game import kept_game
from sixth.server.web.views.result import games_won, has_company
from sixth.server.web.views.table import Frame


def around_state(table: TableView) -> dict[str, Any]:
    """Return the title of the game, its pace, what has changed, and after it its ending, ready for JSON."""
    return {
        "title": Frame(table).title,
        "talks": has_company(table),
        "pace": pace_text(table.config),
        "late": late_text(table),
        "changes": changes_text(facts(table)),
        "ending": _ending(table),
    }


def _ending(table: TableView) -> dict[str, Any] | None:
    """Return what a page cannot work out of the end of a game; None before it."""
    if table.view is None or not table.view.over:
        return None
    ended = ending(table)
    return {
        "comfort": ended.comfort if ended else "",
        "cheers": ended is not None and ended.cheers,
        "score": games_won(table),
        "kept": kept_game(table),
    }
