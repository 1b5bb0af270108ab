"""The commands that a table offers to one viewer now, as `commands` decides them. Pure."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from sixth.rules import events as rules
from sixth.rules.game import Refusal
from sixth.server.table import commands, seating
from sixth.server.table.bounds import check_only_game
from sixth.server.table.commands import Command, Context
from sixth.server.table.events import Began
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

_NO_GAME: Final = Began("", "", "")
"""The game that a command would begin; nothing that follows from it is kept."""


def offers(table: Table, audience: Audience, now: int) -> tuple[Command, ...]:
    """Return the commands that these viewers may send now, each for everything that it may be sent for.

    A name is empty in them, and `mixed` stands for all kinds of bots. Commands that would change nothing, and
    those for which no moment is wrong, to talk and to add a text, are not among them.
    """
    view, context = audience.view(table), Context(now=now, bots=(), proof=audience.proof, began=_NO_GAME)
    if audience.screen:
        return ()
    others = (each for each in _usual(view) if _is_allowed(table, each, context))
    return (*_moves(view), *_seats(view), *others)


def _is_allowed(table: Table, command: Command, context: Context) -> bool:
    with suppress(Refusal):
        events = command.events(table, context)
        check_only_game(table, events)
        # The coach says the same again.
        return bool(events) or isinstance(command, commands.AskCoach)
    return False


def _turn(view: TableView) -> dict[str, Any]:
    playing = view.view
    return {"game": view.games, "round": playing.round, "turn": playing.turn} if playing else {}


def _moves(view: TableView) -> Iterator[Command]:
    """Yield the legal actions; whether one repeats a bot's hidden choice must not show."""
    if view.view is None or view.seat is None or view.stand_ins[view.seat] is not None:
        return
    for action in view.view.legal:
        match action:
            case rules.Choose(card):
                yield commands.Choose(card=card, **_turn(view))
            case rules.Pick(card):
                yield commands.Pick(card=card, **_turn(view))
            case rules.Take(row, end):
                yield commands.Take(row=row, end=end, **_turn(view))


def _seats(view: TableView) -> Iterator[Command]:
    if view.offered is not None and not view.barred:
        yield commands.Sit(name="")


def _usual(view: TableView) -> Iterator[Command]:
    """Yield the other commands, in the order in which a page shows them."""
    seat, game = view.seat, view.games
    if view.view is not None:
        yield commands.Flip(**_turn(view))
        yield commands.NextRound(game=game, round=view.view.round + 1)
        yield commands.PlayOut(game=game)
    yield commands.Begin(game=game + 1)
    yield commands.ComeBack()
    if seat is not None:
        yield commands.Ready(ready=not view.ready[seat])
    if view.view is not None:
        yield commands.AskCoach(**_turn(view))
        yield commands.BeCoached(game=game, wished=not view.is_coached)
        yield commands.MoreTime(**_turn(view))
    if None in view.sitters:
        yield commands.AddBot(seat=view.sitters.index(None), bot=seating.MIXED)
    for at, who in enumerate(view.sitters):
        if name := view.claims[at] or (who and who.name):
            yield commands.Remove(seat=at, name=name)
    yield commands.Leave()
