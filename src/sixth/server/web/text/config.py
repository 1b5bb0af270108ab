"""The settings of a table in sentences, for everybody at it."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from sixth import fast
from sixth.i18n import gettext as _, ngettext
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import bot_name, game_title
from sixth.server.web.text.pace import pace_text

_FACT_OF: Final = {"turn_seconds": "pace", "bank_seconds": "pace", "outside_talk": "outside"}
"""Names of facts that differ from their field of the config."""


class Fact(NamedTuple):
    """A setting of the host in a sentence; `new` is whether the last change of settings changed it."""

    name: str
    text: str
    new: bool


def facts(table: TableView) -> tuple[Fact, ...]:
    """Return all settings of the host, from the game to the stand-in bot, each in a sentence.

    That a table is not rated is none, unless the host has just changed it.
    """
    new, config, seats = {_FACT_OF.get(name, name) for name in table.changed}, table.config, table.rules.seats
    game = ngettext("{game}, {count} seat.", "{game}, {count} seats.", seats)
    pace, bot = pace_text(config), bot_name(config.stand_in)
    outside = _("Bots from outside may sit down.") if config.outside else _("No bots from outside.")
    if config.outside and config.outside_talk:
        outside = _("Bots from outside may sit down and talk.")
    hints = _("Hints on: cards seen so far, rows in danger.")
    if fast.INSTALLED:
        hints = _("Hints on: cards seen so far, rows in danger, the coach.")
    texts = {
        "rules": game.format(game=game_title(table.rules), count=seats),
        "pace": _("Clock: {pace}.").format(pace=pace) if config.turn_seconds else _("No clock."),
        "rated": _("Rated: the result counts.") if config.rated else _("Not rated."),
        "listed": _("Public: in the list of open tables.") if config.listed else _("Private: link or code."),
        "spectators": _("Spectators allowed.") if config.spectators else _("No spectators."),
        "late": _("Latecomers may take over from bots.")
        if config.takes_latecomers
        else _("Bots keep their seats."),
        "outside": outside,
        "chat": _("Free chat.") if config.chat else _("Chat: set phrases only."),
        "helps": hints if config.helps else _("Hints off."),
        "stand_in": _("Stand-in bot: {bot}.").format(bot=bot),
    }
    if not config.rated and "rated" not in new:
        del texts["rated"]
    return tuple(Fact(name, text, name in new) for name, text in texts.items())


def changes_text(settings: Iterable[Fact]) -> str:
    """Return the announcement of the settings that are new, or ""."""
    texts = [fact.text for fact in settings if fact.new]
    return " ".join([_("The host has changed the settings."), *texts]) if texts else ""
