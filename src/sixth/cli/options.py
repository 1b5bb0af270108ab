"""Options and arguments of commands: how they are declared, read, and which several commands take."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from sixth import bots
from sixth.errors import CommandError, UsageProblem
from sixth.i18n import and_list, error_text, gettext as _, translate
from sixth.rules.games import GAMES, NamedGame
from sixth.rules.option_text import option_from_text
from sixth.rules.options import SEATS, Rules, RulesError
from sixth.server.core import settings
from sixth.server.core.errors import UnavailableError
from sixth.text import printable

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from sixth.server.store.sql import SqlStore

_MAX_DIGITS: Final = 100


# ------------------------------------------------------------------ values


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
    """Return the names of the bots in `--bots`; raise `UsageProblem` or `CommandError` if one cannot play."""
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
    """Return the rules of `--game` and `--set`, or raise `UsageProblem` if there are none.

    `why_seats` is the clause that explains the number of `seats`.
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


# ------------------------------------------------------------------ options


def argument(metavar: str, help: str) -> Any:
    """Return an argument, called `metavar` in the sentence `help` and in the usage."""
    return typer.Argument(metavar=metavar, help=help)


def switch(flag: str, help: str) -> Any:
    """Return an option without a value."""
    return typer.Option(flag, help=help)


def option(flag: str, metavar: str, help: str, parser: Callable[[Any], Any] | None = None) -> Any:
    """Return an option with a value, called `metavar` in the help, which `parser` reads from its text."""
    return typer.Option(flag, parser=parser, metavar=metavar, help=help)


whole_option = partial(option, parser=whole)
number_option = partial(option, parser=number)

JsonOption = Annotated[bool, switch("--json", "Print JSON and nothing else.")]
GameOption = Annotated[str, option("--game", "NAME", "A named game; `sixth games` lists them.")]
SetOption = Annotated[
    list[str] | None, option("--set", "OPTION=VALUE", "Change an option of the game; may be repeated.")
]
SeedOption = Annotated[
    int | None, whole_option("--seed", "S", "A whole number; the same seed gives the same games.")
]


# ------------------------------------------------------------------ the site

DataOption = Annotated[
    Path | None, option("--data", "DIR", "Where games are kept; your data folder if not said.")
]
DatabaseOption = Annotated[str | None, option("--database", "URL", "A database to keep games in instead.")]


def site_url(data: Path | None, database: str | None) -> "URL":
    """Return the URL of the database that these options name, or that of the settings."""
    from sixth.server.ops.databases import url_of

    flags = {"data": str(data or ""), "database": database or ""}
    options = settings.read({name: value for name, value in flags.items() if value}, os.environ)
    return url_of(options.data, options.database)


@contextmanager
def database_errors() -> Iterator[None]:
    """Raise errors of the database in the block as those of a command."""
    try:
        yield
    except UnavailableError as error:
        raise CommandError(_("The database does not answer: {why}.").format(why=error)) from error


@contextmanager
def site_store(data: Path | None, database: str | None) -> Iterator["SqlStore"]:
    """Yield the store of a site, whose server may run at the same time."""
    with database_errors():
        from sixth.server.ops.databases import check_exists
        from sixth.server.store.sql import SqlStore

        url = site_url(data, database)
        check_exists(url)
        with closing(SqlStore(url)) as store:
            yield store
