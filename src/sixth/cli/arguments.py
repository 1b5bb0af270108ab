"""Reading what stands on the command line: games, bots, options, numbers."""

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
    """Return the whole number that was typed.

    Raises:
        BadParameter: it is none.
    """
    text = str(value)
    digits = text.removeprefix("-").removeprefix("+")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS:
        return int(text)
    raise typer.BadParameter(_("it takes a whole number, not {value}").format(value=repr(printable(text))))


def number(value: str | float) -> float:
    """Return the number that was typed.

    Raises:
        BadParameter: it is none.
    """
    try:
        return float(value)
    except ValueError as error:
        wrong = _("it takes a number, not {value}")
        raise typer.BadParameter(wrong.format(value=repr(printable(str(value))))) from error


def named_game(name: str) -> NamedGame:
    """Return the game that `--game` names.

    Raises:
        UsageProblem: there is none.
    """
    if name not in GAMES:
        wrong = _("There is no game {name}; the games are {games}.")
        raise UsageProblem(wrong.format(name=repr(printable(name)), games=and_list(GAMES)))
    return GAMES[name]


def named_bots(text: str) -> list[str]:
    """Return the names of the bots that `--bots` lists.

    Raises:
        UsageProblem: one of them is no bot.
        CommandError: the file that one is to play by is none that it can.
    """
    named = [name.strip() for name in text.split(",")]
    for name in named:
        try:
            bots.make(name)
        except bots.UnknownBotError as error:
            raise UsageProblem(str(error)) from error
        except ValueError as error:
            raise CommandError(error_text(error)) from error
    return named


def rules_for(game: NamedGame, settings: list[str] | None, *, seats: int, why_seats: str) -> Rules:
    """Return the rules that `--game` and `--set` ask for, with as many seats as there are players.

    Raises:
        UsageProblem: they cannot be played; `why_seats` says where that number of seats comes from.
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
