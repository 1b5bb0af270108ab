"""The settings of a table in sentences, for everybody at it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.server.table.config import TableConfig
from sixth.server.table.view import TableView
from sixth.server.web.text.labels import bot_name, game_title
from sixth.server.web.text.pace import pace_text

_FACT_OF: Final = {"turn_seconds": "pace", "bank_seconds": "pace", "outside_talk": "outside"}
"""Names of facts that differ from their field of the config."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A setting of the host in a sentence; `new` is whether the last change of settings changed it."""

    name: str
    text: str
    new: bool


def facts(table: TableView) -> tuple[Fact, ...]:
    """Return all settings of the host, from the game to the stand-in bot, each in a sentence."""
    new = {_FACT_OF.get(name, name) for name in table.changed}
    return tuple(Fact(name, text, name in new) for name, text in _facts(table).items())


def _facts(table: TableView) -> dict[str, str]:
    seats = table.rules.seats
    game = ngettext("{game}, {count} seat.", "{game}, {count} seats.", seats)
    return {
        "rules": game.format(game=game_title(table.rules), count=seats),
        **_config_facts(table.config),
    }


def _config_facts(config: TableConfig) -> dict[str, str]:
    return {
        "pace": _("Clock: {pace}.").format(pace=pace_text(config)) if config.turn_seconds else _("No clock."),
        "listed": _("Public: in the list of open tables.") if config.listed else _("Private: link or code."),
        "spectators": _("Spectators allowed.") if config.spectators else _("No spectators."),
        "late": _("Latecomers may take over from bots.") if config.late else _("Bots keep their seats."),
        "outside": _outside(config),
        "chat": _("Free chat.") if config.chat else _("Chat: set phrases only."),
        "helps": _("Hints on: cards seen so far, rows in danger, the coach.")
        if config.helps
        else _("Hints off."),
        "stand_in": _("Stand-in bot: {bot}.").format(bot=bot_name(config.stand_in)),
    }


def _outside(config: TableConfig) -> str:
    if not config.outside:
        return _("No bots from outside.")
    if config.outside_talk:
        return _("Bots from outside may sit down and talk.")
    return _("Bots from outside may sit down.")


def changes_text(settings: Iterable[Fact]) -> str:
    """Return the announcement of the settings that are new, or ""."""
    texts = [fact.text for fact in settings if fact.new]
    return " ".join([_("The host has changed the settings."), *texts]) if texts else ""
