"""How a table is kept, in sentences that everybody at it may read."""

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
"""By field of the config: the fact that tells of it, where that has another name."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that the host decides; `new` is whether it was changed last."""

    name: str
    text: str
    new: bool


def facts(seen: TableView) -> tuple[Fact, ...]:
    """Return all that the host decides, from the game to the stand-in bot, each in a sentence."""
    new = {_FACT_OF.get(name, name) for name in seen.changed}
    return tuple(Fact(name, text, name in new) for name, text in _facts(seen).items())


def _facts(seen: TableView) -> dict[str, str]:
    seats = seen.rules.seats
    game = ngettext("{game}, {count} seat.", "{game}, {count} seats.", seats)
    return {
        "rules": game.format(game=game_title(seen.rules), count=seats),
        **_config_facts(seen.config),
    }


def _config_facts(config: TableConfig) -> dict[str, str]:
    return {
        "pace": _("Clock: {pace}.").format(pace=pace_text(config)) if config.turn_seconds else _("No clock."),
        "listed": _("Public: in the list of open tables.") if config.listed else _("Private: link or code."),
        "spectators": _("Spectators allowed.") if config.spectators else _("No spectators."),
        "late": _("Latecomers may take over from bots.")
        if config.late
        else _("Nobody takes over from a bot."),
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


def changes_text(told: Iterable[Fact]) -> str:
    """Return what the host has just changed, to be announced, or "" where none of these facts is new."""
    changed = [fact.text for fact in told if fact.new]
    return " ".join([_("The host has changed the settings."), *changed]) if changed else ""
