"""The commands that a viewer may send now as forms, each made from the fields of its command."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from typing import Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.server.table import commands
from sixth.server.table.commands import Command
from sixth.server.table.view import TableView
from sixth.server.web.views.cards import CardPicture, cards_of
from sixth.text import heads_text

_NOT_HIDDEN: Final[Mapping[type[Command], tuple[str, ...]]] = {
    commands.Choose: ("card",),
    commands.Pick: ("card",),
    commands.Take: ("row", "end"),
    # The text stands beside what it is for.
    commands.Sit: ("name", "text"),
    commands.AddBot: ("bot",),
}
"""Fields that a button or a reader gives."""


class Button(NamedTuple):
    """A button of a form: what it sends, and its label or the card that it shows."""

    name: str
    value: str
    label: str
    card: CardPicture | None = None
    pressed: bool = False


class OfferedForm(NamedTuple):
    """The form of a command; `name` is whether a name is typed, `bots` the field for a kind of bots or ""."""

    id: str
    verb: str
    hidden: Mapping[str, str]
    name: bool
    bots: str
    buttons: Sequence[Button]


def offered_forms(offers: Sequence[Command], table: TableView) -> Iterator[OfferedForm]:
    """Yield the forms of these commands, one for all choices of a command."""
    # Each player who may be removed has a form, as two fields name them.
    groups = groupby(offers, key=lambda each: each if isinstance(each, commands.Remove) else type(each))
    for _kind, group in groups:
        yield _form(tuple(group), table)


def _form(group: Sequence[Command], table: TableView) -> OfferedForm:
    command, given = group[0], _NOT_HIDDEN.get(type(group[0]), ())
    ids = {"choose": "hand", "begin": "again" if table.view else "begin", "remove": "", "coach": ""}
    bots = {"begin": "bots", "bot": "bot"}.get(command.verb, "") if None in table.sitters else ""
    return OfferedForm(
        id=ids.get(command.verb, command.verb),
        verb=command.verb,
        hidden={
            each.name: _value(getattr(command, each.name))
            for each in fields(command)
            if each.name not in (*given, bots)
        },
        name=isinstance(command, commands.Sit),
        bots=bots,
        buttons=tuple(_button(each, table) for each in group),
    )


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _button(command: Command, table: TableView) -> Button:
    match command:
        case commands.Choose(card=card) | commands.Pick(card=card):
            chosen = table.view.chosen if table.view else None
            return Button("card", str(card), "", cards_of(table.rules.heads_of)[card], card == chosen)
        case commands.Take(row=row, end=end):
            return Button("place", f"{row}:{end}" if end else f"{row}", _take_label(command, table))
    return Button("", "", _label(command, table))


def _take_label(command: commands.Take, table: TableView) -> str:
    row = table.view.rows[command.row] if table.view else ()
    if command.end is not None:
        sides = {"left": _("Left of row {number}"), "right": _("Right of row {number}")}
        return sides[command.end].format(number=command.row + 1)
    text = _("Take row {number}").format(number=command.row + 1)
    return f"{text}, {heads_text(table.rules.heads_in(row))}"


def _label(command: Command, table: TableView) -> str:
    match command:
        case commands.Begin():
            return _("Play again") if table.view else _("Start the game")
        case commands.Ready(ready=ready):
            return _("I am ready") if ready else _("Not ready yet")
        case commands.BeCoached(wished=wished):
            return _("Coach: rate my turns") if wished else _("Coach: stop rating my turns")
        case commands.Leave():
            return _("Leave the table") if table.claim is None else _("Just watch")
        case commands.Remove(name=name):
            return _("Remove {name} from the table").format(name=name)
    labels = {
        commands.Flip: _("Turn over your top card"),
        commands.NextRound: _("Next round"),
        commands.PlayOut: _("To the end"),
        commands.AskCoach: _("Ask the coach"),
        commands.MoreTime: _("More time for everybody"),
        commands.Sit: _("Sit down"),
        commands.ComeBack: _("Take my seat back"),
        commands.AddBot: _("Add a bot"),
    }
    return labels[type(command)]
