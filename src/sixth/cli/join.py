"""`sixth join` and `sixth bot`: a bot at a table of any Sixth server, or kept at a site to be invited."""

import asyncio
import shlex
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from sixth.cli.arguments import named_game, whole
from sixth.cli.command import Command, new_group
from sixth.cli.streams import complain
from sixth.errors import Refused, UsageProblem
from sixth.i18n import error_text
from sixth.i18n import gettext as _

if TYPE_CHECKING:
    from sixth.arena.players.player import Player

commands: Final = new_group()

_Name = Annotated[str, typer.Option("--as", metavar="NAME", help="What the bot is called there.")]
_Bot = Annotated[str | None, typer.Option("--bot", metavar="BOT", help="One of `sixth bots`.")]
_Command = Annotated[
    str | None, typer.Option("--command", metavar="COMMAND", help="A bot of your own, as in the arena.")
]


@commands.command(
    cls=Command, epilog="Example: sixth join http://127.0.0.1:6106/t/TABLE --as Robo --bot careful"
)
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the table, or SITE/CODE.")],
    *,
    name: _Name,
    bot: _Bot = None,
    command: _Command = None,
    games: Annotated[
        int | None, typer.Option("--games", parser=whole, metavar="N", help="Leave after so many games.")
    ] = None,
) -> None:
    """Let a bot play at a table of any Sixth server whose host allows it."""
    make = _player(bot, command)
    with one_sentence(url):
        from sixth.client import joining

        with closing(make()) as player:
            asyncio.run(joining.join(url, name, player, games=games, tell=complain))


@commands.command(
    "bot", cls=Command, epilog="Example: sixth bot http://127.0.0.1:6106 --as Robo --by Ana --bot expert"
)
def keep_bot(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the site.")],
    *,
    name: _Name,
    run_by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who runs it, as people there read.")],
    bot: _Bot = None,
    command: _Command = None,
    tables: Annotated[
        int, typer.Option("--tables", parser=whole, metavar="N", help="At how many tables at once.")
    ] = 4,
    only: Annotated[
        str | None,
        typer.Option("--only", metavar="GAMES", help="Named games that it plays, with commas; else all."),
    ] = None,
    state: Annotated[
        Path | None,
        typer.Option("--state", metavar="DIR", help="Where it is registered; your data folder if not said."),
    ] = None,
) -> None:
    """Keep a bot at a site that takes invitations; it plays wherever it is invited."""
    make = _player(bot, command)
    if tables < 1:
        raise UsageProblem(_("--tables takes a number from 1."))
    games = [named_game(each.strip()).name for each in only.split(",")] if only is not None else []
    with one_sentence(url):
        from sixth.client import keeping

        folder = state or keeping.usual_state()
        kept = keeping.Kept(url, name, run_by, make, tables=tables, games=games, state=folder)
        try:
            asyncio.run(keeping.keep(kept, complain))
        except OSError as error:
            wrong = _("The registration cannot be kept in {folder}: {why}.")
            raise Refused(wrong.format(folder=folder, why=error_text(error))) from error


def _player(bot: str | None, command: str | None) -> "Callable[[], Player]":
    """Return what makes the bot that one of the two options names."""
    if (bot is None) == (command is None):
        raise UsageProblem(_("Give either --bot or --command."))
    from sixth.arena.players.external_bot import command_problem
    from sixth.client.players import player

    words = shlex.split(command) if command is not None else []
    try:
        player(bot, words).close()
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    if words and (problem := command_problem(words[0], tuple(words))):
        raise Refused(problem)
    return lambda: player(bot, words)


@contextmanager
def one_sentence(url: str) -> Iterator[None]:
    """Say what goes wrong over the net in one sentence."""
    # First what says how to install the rest.
    from sixth.client.joining import JoinError  # isort: skip
    from httpx2 import TransportError

    try:
        yield
    except JoinError as error:
        raise Refused(str(error)) from error
    except TransportError as error:
        raise Refused(_("There is no answer from {url}.").format(url=url)) from error
