"""What was played, in words: a game by its rules, or the deal of a day."""

from datetime import date

from sixth.i18n import date_text
from sixth.i18n import gettext as _
from sixth.server.service.ended.game import EndedGame
from sixth.server.web.text.labels import game_title


def daily_title(day: date, *, practice: bool) -> str:
    """Return what the deal of a day is called at its table."""
    said = _("Practice: deal of {date}") if practice else _("Daily deal, {date}")
    return said.format(date=date_text(day, "medium"))


def ended_title(game: EndedGame) -> str:
    """Return what was played in a game that is over, or which day's deal."""
    if game.daily:
        return daily_title(date.fromisoformat(game.daily), practice=False)
    return game_title(game.record.rules)
