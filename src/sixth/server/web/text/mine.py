"""The words that the script of the page of one's own games shows."""

from collections.abc import Mapping

from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.server.web.text.labels import game_titles


def mine_texts() -> Mapping[str, str | Mapping[str, str]]:
    """Return the texts by name; one that counts something has a form for each number."""
    return {
        "games": game_titles() | {"daily": _("Daily deal"), "": _("House rules")},
        "place": _("Place {place} of {players}"),
        "won": _("Won"),
        "with": _("With {names}"),
        "bots": _("Bots: {names}"),
        "you": _("{name} (you)"),
        "again": _("Cards of an earlier game"),
        "heads": _counted("{count} head", "{count} heads"),
        "played": _counted("{count} game", "{count} games"),
        "player": _("Player"),
        "round": _("Round {round}"),
        "total": _("Total"),
        "watch": _("Watch replay"),
        "record": _("Download game file"),
        "forget": _("Delete this game"),
        "forgotten": _("Deleted."),
        "back": _("Restored."),
        "mean": _("{games}, {wins} won. {mean} heads a round, over {rounds} rounds (95%: {low} to {high})."),
        "few": _("{games}, {wins} won. Average shown after 10 rounds."),
        "chart": _("{games}: heads a round, oldest first; the list says the same."),
        "added": _counted("{count} game was added.", "{count} games were added."),
        "unread": _("Some of your games could not be read. They are set aside; you can download them."),
        "badFile": _("This file holds no games of yours; choose one that was downloaded here."),
        "unkept": _("This browser keeps nothing, so your games cannot be listed."),
    }


def _counted(one: str, many: str) -> Mapping[str, str]:
    """Return both forms of a text, by the names that browsers have for them (`Intl.PluralRules`)."""
    return {"one": ngettext(one, many, 1), "other": ngettext(one, many, 2)}
