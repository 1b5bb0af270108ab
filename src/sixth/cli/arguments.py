"""Parsers of the values on the command line: games, bots, options of the rules, numbers."""

from typing import Any, Final

import typer

from sixth import bots
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import and_list, error_text, translate
from sixth.i18n import gettext as _
from sixth.rules.games import GAMES, NamedGame
from sixth.rules.option_text import option_from_text
from sixth.rules.options import SEATS, Rules, RulesError
from sixth.text import printable

_MAX_DIGITS: Final = 100


def whole(value: str | int) -> int:
    """Return `value` as a whole number, or raise `BadParameter` if it is none."""
    text = str(value)
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
        return int(text)
    raise typer.BadParameter(_("it takes a whole number, not {value}").format(value=repr(printable(text))))


def number(value: str | float) -> float:
    """Return `value` as a number, or raise `BadParameter` if it is none."""
    try:
        return float(value)
    except ValueError as error:
        wrong = _("it takes a number, not {value}")
        raise typer.BadParameter(wrong.format(value=repr(printable(str(value))))) from error


def parse_game(name: str) -> NamedGame:
    """Return the named game of `--game`, or raise `UsageProblem` if there is none."""
    if name not in GAMES:
        wrong = _("There is no game {name}; the games are {games}.")
        raise UsageProblem(wrong.format(name=repr(printable(name)), games=and_list(GAMES)))
    return GAMES[name]


def parse_bots(text: str) -> list[str]:
    """Return the names of the bots in `--bots`.

    Raises:
        UsageProblem: there is no such bot.
        CommandError: a bot cannot play by the file of weights that it names.
    """
    names = [name.strip() for name in text.split(",")]
    for name in names:
        try:
            bots.make(name)
        except bots.UnknownBotError as error:
            raise UsageProblem(str(error)) from error
        except ValueError as error:
            raise CommandError(error_text(error)) from error
    return names


def rules_for(game: NamedGame, settings: list[str] | None, *, seats: int, why_seats: str) -> Rules:
    """Return the rules of `--game` and `--set` for `seats` seats.

    Raises:
        UsageProblem: there are no such rules; `why_seats` is the clause that explains the number of seats.
    """
    changes: dict[str, Any] = {}
    for setting in settings or ():
        name, equals, text = setting.partition("=")
        if not equals:
            wrong = _("--set takes option=value, as in --set deck=60, not {value}.")
            raise UsageProblem(wrong.format(value=repr(printable(setting))))
        if name in changes:
            raise UsageProblem(_("--set gives {option} twice; give it once.").format(option=printable(name)))
        try:
            changes[name] = option_from_text(name, text)
        except RulesError as error:
            raise UsageProblem(translate(error.sentence)) from error
    if changes.setdefault("seats", seats) != seats:
        wrong = _("--set seats={seats} does not fit: {why}; leave it out, or name more or fewer bots.")
        raise UsageProblem(wrong.format(seats=changes["seats"], why=why_seats))
    if seats not in SEATS:
        raise UsageProblem(_("A game takes 2 to 10 seats, but {why}.").format(why=why_seats))
    try:
        return game.replace(**changes)
    except RulesError as error:
        raise UsageProblem(translate(error.sentence)) from error
