"""What lies around a game, for the page of a table: settings in sentences of its language.

No event of a turn changes it, so it comes with every full state.
"""

from typing import Any

from sixth.server.table.view import TableView
from sixth.server.web.text.config import changes_text, facts
from sixth.server.web.text.pace import at_zero_text, pace_text
from sixth.server.web.text.prompt import late_text
from sixth.server.web.views.ending import ending
from sixth.server.web.views.kept_game import kept_game
from sixth.server.web.views.result import games_won
from sixth.server.web.views.table import Frame


def around_state(table: TableView) -> dict[str, Any]:
    """Return the title of the game, before the first one all settings in sentences, after one its ending.

    `main` settings stand before the others; the values are ready for JSON.
    """
    settings, timed = facts(table), table.config.turn_seconds > 0
    shown = {
        "title": Frame(table).title,
        "pace": pace_text(table.config),
        "late": late_text(table),
        "changes": changes_text(settings),
        "ending": _ending(table),
    }
    if table.view is not None:
        return shown | {"facts": (), "at_zero": ""}
    main = {"rules", "rated", *(("pace",) if timed else ())}
    return shown | {
        "facts": [
            {"text": fact.text, "is_new": fact.new, "is_main": fact.new or fact.name in main}
            for fact in settings
        ],
        "at_zero": at_zero_text() if timed else "",
    }


def _ending(table: TableView) -> dict[str, Any] | None:
    """Return what a page cannot work out of the end of a game; None before it."""
    if table.view is None or not table.view.over:
        return None
    ended = ending(table)
    offer = ended.rematch if ended else None
    fields = {name: str(value) for name, value in offer.fields.items()} if offer else {}
    return {
        "comfort": ended.comfort if ended else "",
        "cheers": ended is not None and ended.cheers,
        "score": games_won(table),
        "rematch": {"easier": offer.easier, "fields": fields} if offer else None,
        "kept": kept_game(table),
    }
