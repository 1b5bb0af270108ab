"""What happened at a table, in words for one audience.

`tell` is the one function through which a happening, which may hold hidden cards, becomes something that
people read or hear; it is total, and what it says of a hidden card is nothing.
"""

from gettext import gettext as _
from gettext import ngettext
from typing import assert_never

from sixth.rules.events import (
    Abandoned,
    Chose,
    Dealt,
    Event,
    Flipped,
    GameEnded,
    Laid,
    Picked,
    Placed,
    Revealed,
    RoundEnded,
    Took,
)
from sixth.server.table import Began, Happening, Left, Look, Opened, Sat, Texted


def names_of(look: Look) -> tuple[str, ...]:
    """The name on each seat, with a word for the reader's own and for a free one."""
    return tuple(
        _("You") if seat == look.seat else who.name if who else _("free seat")
        for seat, who in enumerate(look.sitters)
    )


def and_list(words: list[str]) -> str:
    """Several words as one phrase: "Ana, Bo and Cy"."""
    if len(words) < 2:
        return "".join(words)
    return _("{several} and {last}").format(several=", ".join(words[:-1]), last=words[-1])


def heads_text(count: int) -> str:
    """A number of heads in words."""
    return ngettext("{count} head", "{count} heads", count).format(count=count)


def tell(happening: Happening, look: Look) -> str:
    """One or two short sentences, or "" for what needs no telling. `look` is the table after it."""
    names = names_of(look)
    match happening:
        case Opened() | Texted():
            return ""
        case Sat(seat=seat):
            return "" if seat == look.seat else _("{name} sits down.").format(name=names[seat])
        case Left():
            return _("A seat is free again.")
        case Began():
            return _("The game begins.")
        case _:
            return _tell_event(happening, look, names)


def _tell_event(event: Event, look: Look, names: tuple[str, ...]) -> str:
    match event:
        case Dealt(round, part):
            said = _("Round {round} is dealt.").format(round=round)
            return said if part == 1 else _("The second half is dealt.")
        case Chose(seat):
            # A bot has always chosen by the time one hears of it.
            who = look.sitters[seat]
            told = seat != look.seat and who is not None and who.human
            return _("{name} has chosen.").format(name=names[seat]) if told else ""
        case Picked(seat, card):
            return _("{name}: picked {card}.").format(name=names[seat], card=card)
        case Revealed(_turn, cards):
            shown = sorted((card, seat) for seat, card in enumerate(cards) if card is not None)
            said = ", ".join(f"{card} {names[seat]}" for card, seat in shown)
            return _("Revealed: {cards}.").format(cards=said)
        case Flipped(seat, card):
            return _("{name}: turned over {card}.").format(name=names[seat], card=card)
        case Placed():
            return _placed(event, look, names)
        case RoundEnded() | GameEnded():
            return _ended(event, names)
        case Laid() | Took() | Abandoned():
            return ""
        case _:
            assert_never(event)


def _placed(event: Placed, look: Look, names: tuple[str, ...]) -> str:
    who, row = names[event.seat], event.row + 1
    if not event.taken:
        if event.end == "left":
            return _("{card} {name}: left of row {row}.").format(card=event.card, name=who, row=row)
        return _("{card} {name}: row {row}.").format(card=event.card, name=who, row=row)
    heads_of = look.rules.heads_of
    heads = heads_text(sum(heads_of[card] for card in event.taken))
    if event.why == "low":
        return _("{card} {name}: fits nowhere, takes row {row}, {heads}.").format(
            card=event.card, name=who, row=row, heads=heads
        )
    return _("{card} {name}: the row is full, takes row {row}, {heads}.").format(
        card=event.card, name=who, row=row, heads=heads
    )


def _ended(event: RoundEnded | GameEnded, names: tuple[str, ...]) -> str:
    if isinstance(event, GameEnded):
        won = and_list([names[seat] for seat in event.winners])
        heads = heads_text(event.totals[event.winners[0]])
        return _("The game is over. Won by: {names}, {heads}.").format(names=won, heads=heads)
    scores = ", ".join(f"{name} {heads}" for name, heads in zip(names, event.heads, strict=True))
    said = _("Round {round} is over. Heads: {scores}.").format(round=event.round, scores=scores)
    if event.out:
        said += " " + _("Out: {names}.").format(names=and_list([names[seat] for seat in event.out]))
    return said
