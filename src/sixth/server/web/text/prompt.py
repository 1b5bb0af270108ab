"""Prompts of a table for pages that the server draws: the kind of question, or whom the table waits for."""

from collections.abc import Iterator

from sixth import narration
from sixth.i18n import gettext as _
from sixth.rules.view import View, awaited_seats
from sixth.server.protocol.asks import Asks
from sixth.server.table.view import TableView
from sixth.server.web.text.narration import bot_on, names_of
from sixth.text import some_names


def prompt_text(table: TableView, asks: Asks) -> str:
    """Return what the table asks of its viewer by the kind of question, or whom it waits for."""
    view = table.view
    if table.barred:
        return _("The host has asked you to leave this table.")
    if asks == "back" and table.seat is not None:
        return _("{bot} plays for you until you come back.").format(bot=bot_on(table, table.seat))
    if asks == "choose" and view is not None and _has_chosen(table, view):
        text = _("A bot chose a card for you. You can still choose your own.")
        if view.chosen is not None:
            text = _("You chose {card}.").format(card=view.chosen)
        return f"{text} {waiting_text(table)}".strip()
    if view is not None and view.over and not view.winners:
        return _("The game was abandoned.")
    questions = {
        "choose": _("Choose a card."),
        "take": _("Your card fits in no row: take one."),
        "side": _("Your card is equally close to two places: pick one."),
        "pick": _("Your pick: take a card from the open deck."),
        "flip": _("Your turn: turn over your top card."),
        "next": _("The round is over."),
        "again": _("The game is over."),
        "sit": _("Take a seat to play."),
        "begin": _("Start when everybody is here; bots take the free seats."),
    }
    return questions.get(asks) or waiting_text(table)


def waits_for_others(table: TableView, asks: Asks) -> bool:
    """Return whether the viewer has done all that the table asks, and waits for others."""
    view, seat = table.view, table.seat
    done = seat is not None and (view.has_chosen[seat] if view else table.ready[seat])
    return asks == "wait" or (asks in ("choose", "begin") and done)


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


def tab_text(table: TableView, asks: Asks) -> str:
    """Return the title of the tab: whether it is the viewer's turn, or whom the table waits for."""
    view = table.view
    if asks == "choose" and view is not None and _has_chosen(table, view):
        return waiting_text(table)
    is_turn = view is not None and asks not in ("wait", "sit", "back", "again")
    return _("Your turn") if is_turn else prompt_text(table, asks)


def waiting_text(table: TableView) -> str:
    """Return whom a table waits for beside its viewer: for a decision, or to be ready."""
    view, names = table.view, names_of(table)
    if view is not None and view.over and not any(table.ready):
        return _("The game is over.")
    if view is not None and not view.over and not table.between_rounds:
        awaited = [names[seat] for seat in awaited_seats(view) if seat != table.seat]
        return narration.waiting_text(view.phase, awaited) if awaited else _("Placing the cards…")
    here = table.company if view is not None else [*_people(table)]
    late = [names[seat] for seat in here if seat != table.seat and not table.ready[seat]]
    if not late:
        return _("Waiting for other players.")
    return _("Waiting for {names}.").format(names=some_names(late))


def _people(table: TableView) -> Iterator[int]:
    people = (seat for seat, who in enumerate(table.sitters) if who is not None and who.human)
    return (seat for seat in people if table.stand_ins[seat] is None)


def _has_chosen(table: TableView, view: View) -> bool:
    """Return whether the viewer has chosen, or a bot in their place, whose card stays hidden from them."""
    return table.seat is not None and view.has_chosen[table.seat]


def progress_text(table: TableView) -> str:
    """Return the round and the turn of the game in words, "" before it."""
    view = table.view
    if view is None or view.round == 0:
        return ""
    turns = sum(table.rules.parts(len(view.seats_in) or 1))
    turn = min(view.turn, turns)
    if view.phase in ("pick", "lay") or table.between_rounds or view.over:
        return _("Round {round}").format(round=view.round)
    return _("Round {round}, turn {turn} of {turns}").format(round=view.round, turn=turn, turns=turns)
