"""Forms for the commands that a viewer of a table may send now, each made from the fields of its command."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from itertools import groupby
from typing import Any, Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.rules import events as rules
from sixth.rules.game import Refusal
from sixth.server.table import commands
from sixth.server.table.bounds import check_only_game
from sixth.server.table.commands import Command, Context
from sixth.server.table.events import Began
from sixth.server.table.identity import Audience
from sixth.server.table.seating import MIXED
from sixth.server.table.state import Table
from sixth.server.table.view import TableView
from sixth.server.web.views.cards import CardPicture, cards_of
from sixth.text import heads_text

_NO_GAME: Final = Began("", "", "")
"""The game that a command would begin; nothing that follows from it is kept."""

_GIVEN: Final = {"choose": ("card",), "pick": ("card",), "take": ("row", "end"), "sit": ("name", "text")}
"""The fields that a button or the reader gives, by command."""


class OfferedForm(NamedTuple):
    """The form of a command: hidden `fields`, and buttons with a name, a value, and a label or a card.

    `bots` is the field for a kind of bots, or "".
    """

    id: str
    verb: str
    fields: dict[str, str]
    bots: str
    buttons: Sequence[tuple[str, str, str | CardPicture]]


def offers(table: Table, audience: Audience, now: int) -> list[Command]:
    """Return the commands that these viewers may send now, each as often as there are choices.

    A name and a kind of bots are still to be given. Those to talk and to add a text, for which the page has
    forms of its own, are not among them, nor those that would change nothing.
    """
    view, context = audience.view(table), Context(now=now, bots=(), proof=audience.proof, began=_NO_GAME)
    if audience.screen:
        return []
    return [*_moves(view), *(each for each in _others(view) if _is_allowed(table, each, context))]


def _is_allowed(table: Table, command: Command, context: Context) -> bool:
    with suppress(Refusal):
        events = command.events(table, context)
        check_only_game(table, events)
        # The coach says the same again.
        return bool(events) or isinstance(command, commands.AskCoach)
    return False


def _turn(view: TableView) -> dict[str, Any]:
    return {"game": view.games, "round": view.view.round, "turn": view.view.turn} if view.view else {}


def _moves(view: TableView) -> Iterator[Command]:
    """Yield the legal actions, also one that repeats a bot's hidden choice, and to sit down."""
    is_away = view.seat is not None and view.stand_ins[view.seat] is not None
    for action in view.view.legal if view.view and not is_away else ():
        match action:
            case rules.Choose(card):
                yield commands.Choose(card=card, **_turn(view))
            case rules.Pick(card):
                yield commands.Pick(card=card, **_turn(view))
            case rules.Take(row, end):
                yield commands.Take(row=row, end=end, **_turn(view))
    if view.offered is not None and not view.barred:
        yield commands.Sit(name="")


def _others(view: TableView) -> Iterator[Command]:
    if view.view is not None:
        yield commands.Flip(**_turn(view))
        yield commands.NextRound(game=view.games, round=view.view.round + 1)
        yield commands.PlayOut(game=view.games)
    yield commands.Begin(game=view.games + 1)
    yield commands.ComeBack()
    yield commands.Ready(ready=view.seat is None or not view.ready[view.seat])
    if view.view is not None:
        yield commands.AskCoach(**_turn(view))
        yield commands.BeCoached(game=view.games, wished=not view.is_coached)
        yield commands.MoreTime(**_turn(view))
    if None in view.sitters:
        yield commands.AddBot(seat=view.sitters.index(None), bot=MIXED)
    for seat, who in enumerate(view.sitters):
        if name := view.claims[seat] or (who and who.name):
            yield commands.Remove(seat=seat, name=name)
    yield commands.Leave()


def offered_forms(offered: Sequence[Command], view: TableView) -> list[OfferedForm]:
    """Return the forms of these commands, one for all cards or rows."""
    # Two fields name a player who may be removed, so each has a form.
    groups = groupby(offered, lambda each: each if isinstance(each, commands.Remove) else each.verb)
    return [_form([*group], view) for _key, group in groups]


def _form(choices: Sequence[Command], view: TableView) -> OfferedForm:
    verb = choices[0].verb
    ids = {"choose": "hand", "begin": "again" if view.view else "begin", "remove": "", "coach": ""}
    bots = {"begin": "bots", "bot": "bot"}.get(verb, "") if None in view.sitters else ""
    given = (*_GIVEN.get(verb, ()), bots)
    fields = {name: str(value) for name, value in asdict(choices[0]).items() if name not in given}
    return OfferedForm(ids.get(verb, verb), verb, fields, bots, [_button(each, view) for each in choices])


def _button(command: Command, view: TableView) -> tuple[str, str, str | CardPicture]:
    match command:
        case commands.Choose(card=card) | commands.Pick(card=card):
            return "card", str(card), cards_of(view.rules.heads_of)[card]
        case commands.Take(row=row, end=None) if view.view is not None:
            heads = heads_text(view.rules.heads_in(view.view.rows[row]))
            return "place", str(row), _("Take row {number}").format(number=row + 1) + f", {heads}"
        case commands.Take(row=row, end=end):
            text = _("Left of row {number}") if end == "left" else _("Right of row {number}")
            return "place", f"{row}:{end}", text.format(number=row + 1)
        case commands.Remove(name=name):
            return "", "", _("Remove {name} from the table").format(name=name)
        case commands.Ready(ready=ready):
            return "", "", _("I am ready") if ready else _("Not ready yet")
        case commands.BeCoached(wished=wished):
            return "", "", _("Coach: rate my turns") if wished else _("Coach: stop rating my turns")
    labels = {
        "flip": _("Turn over your top card"),
        "next": _("Next round"),
        "play-out": _("To the end"),
        "begin": _("Play again") if view.view else _("Start the game"),
        "coach": _("Ask the coach"),
        "more": _("More time for everybody"),
        "sit": _("Sit down"),
        "leave": _("Leave the table") if view.claim is None else _("Just watch"),
        "back": _("Take my seat back"),
        "bot": _("Add a bot"),
    }
    return "", "", labels[command.verb]
