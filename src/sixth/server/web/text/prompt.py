"""What a table asks of whoever looks at it, or whom it waits for, in a sentence."""

from typing import Final

from sixth.i18n import and_list, ngettext
from sixth.i18n import gettext as _
from sixth.rules.board import places
from sixth.rules.display.standings import standings
from sixth.rules.view import View
from sixth.server.table.asks import Asks
from sixth.server.table.clock import awaited_seats
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import bot_on, names_of
from sixth.server.web.text.result import place_text
from sixth.text import heads_text

_MAX_NAMES: Final = 3


def prompt_text(seen: TableView, asks: Asks) -> str:
    """Return what the table asks of its viewer in words, or whom it waits for."""
    view, names = seen.view, names_of(seen)
    if asks == "choose" and view is not None:
        if not _has_chosen(seen, view):
            return _("Choose a card.")
        waiting = waiting_text(seen)
        if view.chosen is None:
            said = _("A bot chose a card for you. You can still choose your own.")
            return said + " " + waiting
        return _("You chose {card}.").format(card=view.chosen) + " " + waiting
    if asks in ("take", "side") and view is not None:
        card = view.pending[0][0]
        if asks == "take":
            if view.rules.both_ends:
                return _("Your {card} lies within every row: take one.").format(card=card)
            return _("Your {card} is too low: take a row.").format(card=card)
        return _("Your {card} has two equally close places: pick one.").format(card=card)
    bot = seen.stand_ins[seen.seat] if seen.seat is not None else None
    if bot is not None:
        return _("{bot} plays for you until you come back.").format(bot=bot.name)
    if seen.barred:
        return _("The host has asked you to leave this table.")
    plain = {
        "pick": _("Your pick: take a card from the open deck."),
        "flip": _("Your turn: turn over your top card."),
    }
    if asks in plain:
        return plain[asks]
    return _gathering(seen, asks, names) if view is None else _waiting(seen, view, names)


def late_text(seen: TableView) -> str:
    """Return what whoever came too late for this round is told: when they may play, or why not."""
    view = seen.view
    if view is None or seen.seat is not None:
        return ""
    seat = seen.offered if seen.claim is None else seen.claim
    if seat is None:
        if seen.config.late:
            return _("Table full: you're watching.")
        return _("You are watching: the host lets nobody take over from a bot.")
    bot = bot_on(seen, seat)
    if seen.claim is not None:
        if view.over:
            return _("You play in the next game, in place of {bot}.").format(bot=bot)
        return _("From the next round on you play in place of {bot}.").format(bot=bot)
    if view.over:
        return _("Join in: {bot} is a bot, and gives you its seat in the next game.").format(bot=bot)
    if seen.between_rounds:
        return _("Join in: {bot} is a bot, and gives you its seat and its heads.").format(bot=bot)
    return _("Join in: {bot} is a bot, and gives you its seat and its heads after this round.").format(
        bot=bot
    )


def ready_text(seen: TableView) -> str:
    """Return who still looks at the result, where anybody waits for them; else ""."""
    if not any(seen.ready[seat] for seat in seen.company):
        return ""
    names, late = names_of(seen), [seat for seat in seen.company if not seen.ready[seat]]
    if late == [seen.seat]:
        return _("The others wait for you.")
    others = [names[seat] for seat in late if seat != seen.seat]
    return _("Still looking: {names}.").format(names=some_names(others)) if others else ""


def _has_chosen(seen: TableView, view: View) -> bool:
    """Whether the viewer's seat has chosen, or a bot in their place, whose card they are not shown."""
    return seen.seat is not None and view.has_chosen[seen.seat]


def tab_text(seen: TableView, asks: Asks, prompt: str) -> str:
    """Return what a tab says of the table: whether it is the viewer's turn, or whom it waits for."""
    view = seen.view
    if asks == "choose" and view is not None and _has_chosen(seen, view):
        return waiting_text(seen)
    return _("Your turn") if seen.view and asks not in ("wait", "sit", "back", "again") else prompt


def some_names(names: list[str]) -> str:
    """Return these names as far as a sentence has room for them, and how many more there are."""
    if len(names) > _MAX_NAMES:
        more = len(names) - _MAX_NAMES + 1
        names = [*names[: _MAX_NAMES - 1], _("{count} more").format(count=more)]
    return and_list(names)


def _waiting_for(view: View, names: list[str]) -> str:
    """Return whom the table waits for, and for what; the list of players shows them all."""
    match view.phase:
        case "pick":
            said = _("Waiting for {names} to pick a card.")
        case "take":
            said = _("Waiting for {names} to pick a row.")
        case "flip":
            said = _("Waiting for {names} to turn over a card.")
        case _:
            said = ngettext("Waiting for {names} to choose.", "Waiting for {names} to choose.", len(names))
    return said.format(names=some_names(names))


def waiting_text(seen: TableView) -> str:
    """Return whom the game waits for beside the viewer, or "" if for nobody."""
    view, names = seen.view, names_of(seen)
    others = [seat for seat in awaited_seats(view) if seat != seen.seat] if view is not None else []
    return _waiting_for(view, [names[seat] for seat in others]) if view is not None and others else ""


def _won(seen: TableView, view: View, names: tuple[str, ...]) -> str:
    """Return how the viewer came out, or who has won where they did not play."""
    own = next((each for each in standings(view) if each.seat == seen.seat), None)
    others = and_list([names[seat] for seat in view.winners if seat != seen.seat])
    if own is None:
        said = ngettext("{names} has won.", "{names} have won.", len(view.winners))
        return said.format(names=others)
    heads = heads_text(own.total)
    if own.seat not in view.winners:
        said = _("You came {place} of {count} · {heads}")
        return said.format(place=place_text(own.place), count=len(view.totals), heads=heads)
    if others:
        return _("You won, together with {names} · {heads}").format(names=others, heads=heads)
    return _("You won! · {heads}").format(heads=heads)


def _choosing(view: View, name: str) -> str:
    """Return what somebody else decides while cards are placed."""
    card = view.pending[0][0]
    if len(places(view.rows, card, both=view.rules.both_ends)) > 1:
        return _("{name}'s {card} has two equally close places: {name} picks one.").format(
            name=name, card=card
        )
    if view.rules.both_ends:
        return _("{name}'s {card} lies within every row: {name} takes one.").format(name=name, card=card)
    return _("{name}'s {card} is too low: {name} takes a row.").format(name=name, card=card)


def _gathering(seen: TableView, asks: Asks, names: tuple[str, ...]) -> str:
    """Who starts the game, and whom that waits for."""
    host = seen.sitters[seen.host] if seen.host is not None else None
    if asks == "begin":
        return _may_begin(seen, names)
    if asks == "sit":
        if host is None:
            return _("Take a seat to play.")
        return _("{name} invites you: take a seat.").format(name=host.name)
    if seen.seat is None:
        return _("All seats are taken. Waiting for {names} to start.").format(
            names=host.name if host else "…"
        )
    return _("Waiting for {names} to start.").format(names=host.name if host else "…")


def _may_begin(seen: TableView, names: tuple[str, ...]) -> str:
    if None in seen.sitters:
        return _("Start when everybody is here; bots take the free seats.")
    people = [seat for seat, who in enumerate(seen.sitters) if who is not None and who.human]
    here = [seat for seat in people if seat != seen.seat and seen.stand_ins[seat] is None]
    unready = [names[seat] for seat in here if not seen.ready[seat]]
    if unready:
        return _("All seats are taken. {names} may not be ready yet.").format(names=some_names(unready))
    return _("Everybody is here and ready: start the game.")


def _waiting(seen: TableView, view: View, names: tuple[str, ...]) -> str:
    if view.over:
        if not view.winners:
            return _("The game was abandoned.")
        return _won(seen, view, names)
    if seen.between_rounds and view.out_now:
        if seen.seat is not None and view.out_now == (seen.seat,):
            return _("You're out!")
        return _("The round is over. Out: {names}.").format(
            names=and_list([names[seat] for seat in view.out_now])
        )
    if seen.between_rounds:
        leaders = view.rules.best(view.seats_in, view.totals)
        heads = heads_text(view.totals[leaders[0]])
        if len(leaders) > _MAX_NAMES:
            return _("The round is over. {count} tied at {heads}.").format(count=len(leaders), heads=heads)
        return _("The round is over. In front: {names}, with {heads}.").format(
            names=and_list(names[seat] for seat in leaders), heads=heads
        )
    if seen.seat is not None and seen.seat not in view.seats_in:
        return _("You're out. You can watch to the end.")
    if view.phase == "take" and view.actor is not None:
        return _choosing(view, names[view.actor])
    if waiting_for := awaited_seats(view):
        return _waiting_for(view, [names[seat] for seat in waiting_for])
    return _("Placing the cards…")
