"""What games and bots are called where people choose them."""

from sixth import bots
from sixth.language import gettext as _
from sixth.rules.options import GAMES
from sixth.server.tables import MIXED


def titles() -> dict[str, str]:
    """What each named game is called."""
    return {
        "classic": _("Classic"),
        "tactical": _("Tactical"),
        "logic": _("Logic"),
        "halves": _("Two halves"),
        "both-ends": _("Both ends"),
        "kids": _("Kids"),
        "elimination": _("Elimination"),
    }


def abouts() -> dict[str, str]:
    """Each named game in one sentence."""
    return {name: _(game.about) for name, game in GAMES.items()}


def bot_titles() -> dict[str, str]:
    """The choices of bots, strongest first."""
    return {MIXED: _("mixed"), **{name: _(name) for name in reversed(bots.names)}}
