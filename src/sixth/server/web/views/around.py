"""What lies around a game, for the page of a table, in its language: title, differences, pace and ending.

No event of a turn changes it, so it comes with every full state.
"""

from typing import Any, Final

from sixth.differences import Difference, differences
from sixth.rules.options import Rules
from sixth.server.table.view import TableView
from sixth.server.web.text.config import changes_text, facts
from sixth.server.web.text.labels import MAX_CHANGES, title_at
from sixth.server.web.text.pace import pace_text
from sixth.server.web.text.prompt import late_text
from sixth.server.web.text.rules import changed_options
from sixth.server.web.views.ending import ending
from sixth.server.web.views.kept_game import kept_game

_MAX_DIFFERENCES: Final = 3


def around_state(table: TableView) -> dict[str, Any]:
    """Return the title of the game, its pace, what has changed, and after it its ending, ready for JSON."""
    return {
        "title": title_at(table),
        "differs": [each._asdict() for each in differences_shown(table.rules)],
        "talks": has_company(table),
        "pace": pace_text(table.config),
        "late": late_text(table),
        "changes": changes_text(facts(table)),
        "ending": _ending(table),
    }


def differences_shown(rules: Rules) -> list[Difference]:
    """Return the main differences from classic; those that cards show only where the title has no room."""
    counts = len(changed_options(rules)) > MAX_CHANGES
    return [each for each in differences(rules) if each.about or counts][:_MAX_DIFFERENCES]


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


def games_won(table: TableView) -> tuple[tuple[int, int], ...]:
    """Return the games won at this table as (seat, games), the most first, from the second game on."""
    won = dict(table.tally.wins)
    if table.games < 2:
        return ()
    # Bots are listed once they have won.
    sit = [
        (seat, won.get(who.name, 0))
        for seat, who in enumerate(table.sitters)
        if who and (who.human or who.name in won)
    ]
    return tuple(sorted(sit, key=lambda each: -each[1]))


def has_company(table: TableView) -> bool:
    """Return whether there is anybody to talk to: at least two people at the table."""
    return sum([who is not None and who.human for who in table.sitters]) > 1
