"""Titles of games: by their rules, or by the day of a daily deal."""

from datetime import date

from sixth.i18n import date_text
from sixth.i18n import gettext as _
from sixth.server.live.ended.game import EndedGame
from sixth.server.web.text.labels import game_title


def daily_title(day: date, *, practice: bool) -> str:
    """Return the title of the deal of a day."""
    title = _("Practice: deal of {date}") if practice else _("Daily deal, {date}")
    return title.format(date=date_text(day, "medium"))


def ended_title(game: EndedGame) -> str:
    """Return the title of a finished game."""
    if game.daily:
        return daily_title(date.fromisoformat(game.daily), practice=False)
    return game_title(game.record.rules)
