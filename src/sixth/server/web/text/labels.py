"""What games and bots are called where people choose them."""

from sixth import bots
from sixth.i18n import gettext as _
from sixth.rules.games import GAMES, name_of
from sixth.rules.options import Rules
from sixth.server.table.events import OUTSIDE
from sixth.server.table.seating import MIXED


def game_titles() -> dict[str, str]:
    """Return what each named game is called."""
    return {
        "classic": _("Classic"),
        "tactical": _("Tactical"),
        "logic": _("Logic"),
        "halves": _("Two halves"),
        "both-ends": _("Both ends"),
        "kids": _("Kids"),
        "elimination": _("Elimination"),
    }


def game_title(rules: Rules) -> str:
    """Return what the game with these rules is called."""
    return game_titles().get(name_of(rules) or "", _("House rules"))


def game_summaries() -> dict[str, str]:
    """Return each named game in one sentence."""
    return {name: _(game.about) for name, game in GAMES.items()}


def bot_titles() -> dict[str, str]:
    """Return the choices of bots, strongest first, each with a few words on how it plays."""
    said = {
        "champion": _("Champion: the strongest"),
        "expert": _("Expert: looks far ahead"),
        "search": _("Search: looks ahead"),
        "policy": _("Policy: plays by instinct"),
        "montecarlo": _("Monte Carlo: random trials"),
        "careful": _("Careful: avoids risks"),
        "nearest": _("Nearest: the closest card"),
        "random": _("Random: anything goes"),
    }
    return {
        MIXED: _("Mixed: strong and easy"),
        **{name: said.get(name, name) for name in reversed(bots.names)},
    }


def bot_name(kind: str) -> str:
    """Return what a kind of bot is called, in a word."""
    names = {
        "champion": _("Champion"),
        "expert": _("Expert"),
        "search": _("Search"),
        "policy": _("Policy"),
        "montecarlo": _("Monte Carlo"),
        "careful": _("Careful"),
        "nearest": _("Nearest"),
        "random": _("Random"),
    }
    return names.get(kind, kind)


def bot_text(kind: str, run_by: str = "") -> str:
    """Return which kind of bot somebody is, to be shown among the names of people, and who runs it."""
    if kind == OUTSIDE:
        return _("bot run by {name}").format(name=run_by) if run_by else _("bot from outside")
    return _("bot: {kind}").format(kind=bot_name(kind))


def reactions() -> dict[str, tuple[str, str]]:
    """Return the signs with which to react, by key, each with what it is called."""
    return {
        "clap": ("👏", _("applause")),
        "laugh": ("😄", _("laughter")),
        "wow": ("😮", _("surprise")),
        "sad": ("😢", _("tears")),
        "think": ("🤔", _("thinking")),
        "ox": ("🐂", _("an ox")),
    }
