"""What happened in a game at a table, in words for one audience."""

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Public
from sixth.server.table.view import TableView


def names_of(seen: TableView) -> tuple[str, ...]:
    """Return the name on each seat, with a word for the viewer's own and for a free one."""
    return tuple(
        _("You") if seat == seen.seat else who.name if who else _("free seat")
        for seat, who in enumerate(seen.sitters)
    )


def narrate(event: Public, seen: TableView) -> str:
    """Return one or two short sentences, or "" if there is nothing to tell; `seen` is the table after it."""
    return " ".join(Narrator(seen.rules, names_of(seen), me=seen.seat).lines(event))


def bot_on(seen: TableView, seat: int) -> str:
    """Return the name of the bot that plays on this seat."""
    bot = seen.stand_ins[seat] or seen.sitters[seat]
    return bot.name if bot else ""
