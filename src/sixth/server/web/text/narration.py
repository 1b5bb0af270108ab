"""Events at a table in words, for one viewer."""

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Event
from sixth.server.table.view import TableView


def names_of(table: TableView) -> tuple[str, ...]:
    """Return the name on each seat: "You" for the viewer, "free seat" for a free one."""
    return tuple(
        _("You") if seat == table.seat else who.name if who else _("free seat")
        for seat, who in enumerate(table.sitters)
    )


def narrate(event: Event, table: TableView) -> str:
    """Return an event in one or two short sentences, or ""; `table` is the view after it."""
    return " ".join(Narrator(table.rules, names_of(table), me=table.seat).lines(event))


def bot_on(table: TableView, seat: int) -> str:
    """Return the name of the bot that plays on this seat."""
    bot = table.stand_ins[seat] or table.sitters[seat]
    return bot.name if bot else ""
