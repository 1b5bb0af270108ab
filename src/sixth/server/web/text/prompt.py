"""Prompts of a table: what it asks of its viewer, or whom it waits for, in a sentence."""

from sixth import narration
from sixth.i18n import and_list, gettext as _, ngettext
from sixth.rules.board import places
from sixth.rules.display.standings import standings
from sixth.rules.view import View, awaited_seats
from sixth.server.protocol.asks import Asks
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import bot_on, names_of
from sixth.server.web.text.result import place_text
from sixth.text import MAX_NAMES, heads_text, some_names


def prompt_text(table: TableView, asks: Asks) -> str:
    """Return what the table asks of its viewer, or whom it waits for, in a sentence."""
    view, names = table.view, names_of(table)
    if asks == "choose" and view is not None:
        if not _has_chosen(table, view):
            return _("Choose a card.")
        waiting = waiting_text(table)
        if view.chosen is None:
            text = _("A bot chose a card for you. You can still choose your own.")
            return text + " " + waiting
        return _("You chose {card}.").format(card=view.chosen) + " " + waiting
    if asks in ("take", "side") and view is not None:
        text = _("Your {card} is too low: take a row.")
        if asks == "side":
            text = _("Your {card} is equally close to two places: pick one.")
        elif view.rules.both_ends:
            text = _("Your {card} fits in no row: take one.")
        return text.format(card=view.pending[0][0])
    bot = table.stand_ins[table.seat] if table.seat is not None else None
    if bot is not None:
        return _("{bot} plays for you until you come back.").format(bot=bot.name)
    if table.barred:
        return _("The host has asked you to leave this table.")
    plain = {
        "pick": _("Your pick: take a card from the open deck."),
        "flip": _("Your turn: turn over your top card."),
    }
    if asks in plain:
        return plain[asks]
    return _gathering(table, asks, names) if view is None else _waiting(table, view, names)


def late_text(table: TableView) -> str:
    """Return for a spectator when they may play, or why not; "" for players."""
    view = table.view
    if view is None or table.seat is not None:
        return ""
    seat = table.offered if table.claim is None else table.claim
    if seat is None:
        if table.config.takes_latecomers:
            return _("Table full: you're watching.")
        return _("You're watching: bots keep their seats at this table.")
    bot = bot_on(table, seat)
    if table.claim is not None:
        if view.over:
            return _("You're in from the next game, replacing {bot}.").format(bot=bot)
        return _("You're in from the next round, replacing {bot}.").format(bot=bot)
    if view.over:
        return _("Join in: take over from {bot} in the next game.").format(bot=bot)
    if table.between_rounds:
        return _("Join in: take over from {bot}, heads included.").format(bot=bot)
    return _("Join in: take over from {bot}, heads included, after this round.").format(bot=bot)


def ready_text(table: TableView) -> str:
    """Return who still looks at the result while others wait for them; else ""."""
    if not any(table.ready[seat] for seat in table.company):
        return ""
    names, late = names_of(table), [seat for seat in table.company if not table.ready[seat]]
    if late == [table.seat]:
        return _("The others wait for you.")
    others = [names[seat] for seat in late if seat != table.seat]
    return _("Still looking: {names}.").format(names=some_names(others)) if others else ""


def _has_chosen(table: TableView, view: View) -> bool:
    """Return whether the viewer has chosen, or a bot in their place, whose card stays hidden from them."""
    return table.seat is not None and view.has_chosen[table.seat]


def tab_text(table: TableView, asks: Asks, prompt: str) -> str:
    """Return the title of the tab: whether it is the viewer's turn, or whom the table waits for."""
    view = table.view
    if asks == "choose" and view is not None and _has_chosen(table, view):
        return waiting_text(table)
    return _("Your turn") if table.view and asks not in ("wait", "sit", "back", "again") else prompt


def waiting_text(table: TableView) -> str:
    """Return whom the game waits for beside the viewer, or "" if for nobody."""
    view, names = table.view, names_of(table)
    others = [seat for seat in awaited_seats(view) if seat != table.seat] if view is not None else []
    if view is None or not others:
        return ""
    return narration.waiting_text(view.phase, [names[seat] for seat in others])


def _result_text(table: TableView, view: View, names: tuple[str, ...]) -> str:
    own = next((each for each in standings(view) if each.seat == table.seat), None)
    others = and_list([names[seat] for seat in view.winners if seat != table.seat])
    if own is None:
        text = ngettext("{names} has won.", "{names} have won.", len(view.winners))
        return text.format(names=others)
    heads = heads_text(own.total)
    if own.seat not in view.winners:
        text = _("You came {place} of {count} · {heads}")
        return text.format(place=place_text(own.place), count=len(view.totals), heads=heads)
    if others:
        return _("You won, together with {names} · {heads}").format(names=others, heads=heads)
    return _("You won! · {heads}").format(heads=heads)


def _choosing(view: View, name: str) -> str:
    """Return what another player decides while cards are placed."""
    card, text = view.pending[0][0], _("{name}'s {card} is too low: {name} takes a row.")
    if len(places(view.rows, card, both=view.rules.both_ends)) > 1:
        text = _("{name}'s {card} is equally close to two places: {name} picks one.")
    elif view.rules.both_ends:
        text = _("{name}'s {card} fits in no row: {name} takes one.")
    return text.format(name=name, card=card)


def _gathering(table: TableView, asks: Asks, names: tuple[str, ...]) -> str:
    host = table.sitters[table.host] if table.host is not None else None
    if table.is_matching or (table.seat is not None and table.host is not None and table.ready[table.host]):
        return _unready(table, names)
    if asks == "begin":
        return _may_begin(table, names)
    if asks == "sit":
        if host is None:
            return _("Take a seat to play.")
        return _("{name} invites you: take a seat.").format(name=host.name)
    text = _("Waiting for {names} to start.")
    if table.seat is None:
        text = _("All seats are taken. Waiting for {names} to start.")
    return text.format(names=host.name if host else "…")


def _late(table: TableView) -> list[int]:
    """Return the seats of people who are not ready for the first game."""
    people = (seat for seat, who in enumerate(table.sitters) if who is not None and who.human)
    return [seat for seat in people if table.stand_ins[seat] is None and not table.ready[seat]]


def _unready(table: TableView, names: tuple[str, ...]) -> str:
    """Return whom a table waits for that begins once everybody is ready."""
    late = _late(table)
    others = [names[seat] for seat in late if seat != table.seat]
    if others:
        return _("Waiting for {names}.").format(names=some_names(others))
    if not late or None in table.sitters:
        return _("Waiting for other players.")
    return _("The others wait for you.")


def _may_begin(table: TableView, names: tuple[str, ...]) -> str:
    if None in table.sitters:
        return _("Start when everybody is here; bots take the free seats.")
    late = [names[seat] for seat in _late(table) if seat != table.seat]
    if late:
        return _("All seats are taken. {names} may not be ready yet.").format(names=some_names(late))
    return _("Everybody is here and ready: start the game.")


def _waiting(table: TableView, view: View, names: tuple[str, ...]) -> str:
    if view.over:
        if not view.winners:
            return _("The game was abandoned.")
        return _result_text(table, view, names)
    if table.between_rounds and view.out_now:
        if table.seat is not None and view.out_now == (table.seat,):
            return _("You're out!")
        out = and_list(names[seat] for seat in view.out_now)
        return _("The round is over. Out: {names}.").format(names=out)
    if table.between_rounds:
        leaders = view.rules.best(view.seats_in, view.totals)
        heads, leading = heads_text(view.totals[leaders[0]]), and_list(names[seat] for seat in leaders)
        if len(leaders) > MAX_NAMES:
            return _("The round is over. {count} tied at {heads}.").format(count=len(leaders), heads=heads)
        return _("The round is over. In the lead: {names}, with {heads}.").format(names=leading, heads=heads)
    if table.seat is not None and table.seat not in view.seats_in:
        return _("You're out. You can watch to the end.")
    if view.phase == "take" and view.actor is not None:
        return _choosing(view, names[view.actor])
    if waiting_for := awaited_seats(view):
        return narration.waiting_text(view.phase, [names[seat] for seat in waiting_for])
    return _("Placing the cards…")
