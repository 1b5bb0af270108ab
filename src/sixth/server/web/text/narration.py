"""What happened at a table, in words for one audience.

`narrate` is the one function through which an event, which may hold hidden cards, becomes something that
people read or hear; it is total, and what it says of a hidden card is nothing.
"""

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Chose
from sixth.server.table.events import (
    Advised,
    Arranged,
    Began,
    Claimed,
    Clocked,
    Coached,
    Confirmed,
    Extended,
    Kicked,
    Left,
    Opened,
    Readied,
    Returned,
    Sat,
    StoodIn,
    TableEvent,
    Texted,
    TimedOut,
    Unclaimed,
)
from sixth.server.table.view import TableView
from sixth.server.web.text.config import changes_text


def names_of(seen: TableView) -> tuple[str, ...]:
    """Return the name on each seat, with a word for the viewer's own and for a free one."""
    return tuple(
        _("You") if seat == seen.seat else who.name if who else _("free seat")
        for seat, who in enumerate(seen.sitters)
    )


def narrate(event: TableEvent, seen: TableView) -> str:
    """Return one or two short sentences, or "" if there is nothing to tell; `seen` is the table after it."""
    names = names_of(seen)
    match event:
        case Opened() | Texted() | Clocked():
            return ""
        case Arranged() | TimedOut() | Extended() | Claimed() | Unclaimed():
            return _narrate_change(event, seen)
        case StoodIn(seat=seat, name=bot):
            if seat == seen.seat:
                return _("{bot} plays for you now.").format(bot=bot)
            return _("{bot} plays for {name} now.").format(bot=bot, name=names[seat])
        case Returned(seat=seat) | Sat(seat=seat) | Advised(seat=seat) | Coached(seat=seat):
            return "" if seat == seen.seat else _doing(event).format(name=names[seat])
        case Readied(seat=seat, ready=ready):
            told = ready and seat != seen.seat
            return _("{name} is ready.").format(name=names[seat]) if told else ""
        case Kicked() if seen.view:
            return ""
        case Left() | Kicked():
            return _("A seat is free again.")
        case Began():
            return _("The game begins.")
        case Chose(seat=seat) | Confirmed(seat=seat):
            # A bot has always chosen by the time one hears of it.
            who = seen.sitters[seat]
            told = seat != seen.seat and who is not None and who.human and seen.stand_ins[seat] is None
            return _("{name} has chosen.").format(name=names[seat]) if told else ""
        case _:
            return " ".join(Narrator(seen.rules, names, me=seen.seat).lines(event))


def _doing(event: Returned | Sat | Advised | Coached) -> str:
    match event:
        case Returned():
            return _("{name} is back.")
        case Sat():
            return _("{name} sits down.")
        case Advised():
            return _("{name} asks the coach.")
        case Coached(wished=True):
            return _("The coach tells {name} after each turn what it was worth.")
        case Coached():
            return _("The coach no longer tells {name} what turns were worth.")


def bot_on(seen: TableView, seat: int) -> str:
    """Return the name of the bot that plays on this seat."""
    bot = seen.stand_ins[seat] or seen.sitters[seat]
    return bot.name if bot else ""


def _narrate_claim(event: Claimed | Unclaimed, seen: TableView) -> str:
    bot = bot_on(seen, event.seat)
    if isinstance(event, Unclaimed):
        return _("{bot}, a bot, keeps its seat.").format(bot=bot)
    if seen.claim == event.seat:
        return ""
    return _("{name} will take over from {bot}.").format(name=event.name, bot=bot)


def _narrate_change(event: Arranged | TimedOut | Extended | Claimed | Unclaimed, seen: TableView) -> str:
    if isinstance(event, Claimed | Unclaimed):
        return _narrate_claim(event, seen)
    if isinstance(event, Arranged):
        return changes_text(seen)
    if isinstance(event, Extended):
        return _("Everybody has more time.")
    if event.seat == seen.seat:
        return _("Your time is up: a bot plays this turn for you.")
    return _("Time is up for {name}: a bot plays this turn.").format(name=names_of(seen)[event.seat])
