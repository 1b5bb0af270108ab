"""Events at a table in words, for one viewer."""

from collections.abc import Mapping

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Event, GameEnded, Revealed, RoundEnded
from sixth.server.table.view import TableView


def names_of(table: TableView) -> tuple[str, ...]:
    """Return the name on each seat: "You" for the viewer, "free seat" for a free one."""
    return tuple(
        _("You") if seat == table.seat else who.name if who else _("free seat")
        for seat, who in enumerate(table.sitters)
    )


def narrate(event: Event, table: TableView) -> str:
    """Return an event in one or two short sentences, or ""; `table` is the view after it."""
    narrator = Narrator(table.rules, names_of(table), me=table.seat, bots=bots_at(table))
    return " ".join(narrator.lines(event))


def bots_at(table: TableView) -> Mapping[int, str]:
    """Return the bots that play by seat, each with its name where it plays for a person, else ""."""
    return {
        seat: bot.name if bot else ""
        for seat, (who, bot) in enumerate(zip(table.sitters, table.stand_ins, strict=True))
        if bot is not None or (who is not None and who.bot)
    }


def bot_on(table: TableView, seat: int) -> str:
    """Return the name of the bot that plays on this seat."""
    bot = table.stand_ins[seat] or table.sitters[seat]
    return bot.name if bot else ""


def last_turn_texts(table: TableView) -> list[str]:
    """Return the events of the current turn, or of the last one with its result, in sentences."""
    view = table.view
    if view is None:
        return []
    begins = [at for at, event in enumerate(view.history) if isinstance(event, Revealed)]
    last: list[Event] = [*view.history[begins[-1] if begins else -2 * table.rules.seats :]]
    if view.past and (table.between_rounds or view.over):
        last.append(RoundEnded(len(view.past), view.past[-1], view.totals, view.out_now))
    if view.winners:
        last.append(GameEnded(view.totals, view.winners))
    return [text for event in last if (text := narrate(event, table))]
