"""`sixth join`, `sixth bot` and `sixth mcp`: bots and language models at tables of any Sixth server."""

import asyncio
import shlex
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.exits import complain
from sixth.cli.options import argument, option, parse_game, whole_option
from sixth.errors import CommandError, UsageProblem
from sixth.extras import require_extra
from sixth.i18n import error_text, gettext as _
from sixth.remote.addresses import parse_site_url
from sixth.remote.errors import refusals
from sixth.remote.tokens import default_folder

if TYPE_CHECKING:
    from sixth.arena.players.player import Player

commands: Final = new_group()

_Name = Annotated[str, option("--as", "NAME", "What the bot is called there.")]
_Bot = Annotated[str | None, option("--bot", "BOT", "One of `sixth bots`.")]
_Command = Annotated[str | None, option("--command", "COMMAND", "A bot of your own, as in the arena.")]


@command(commands, "sixth join http://127.0.0.1:6106/t/TABLE --as Robo --bot careful")
def join(
    url: Annotated[str, argument("URL", "The address of the table, or SITE/CODE.")],
    *,
    name: _Name,
    bot: _Bot = None,
    command: _Command = None,
    games: Annotated[int | None, whole_option("--games", "N", "Leave after so many games.")] = None,
) -> None:
    """Let a bot play at a table of any Sixth server whose host allows it."""
    make = _player_factory(bot, command)
    with refusals(url):
        from sixth.remote import bot as remote

        with closing(make()) as player:
            asyncio.run(remote.join(url, name, player, games=games, tell=complain))


@command(commands, "sixth bot http://127.0.0.1:6106 --as Robo --by Ana --bot expert", "bot")
def take_invitations(
    url: Annotated[str, argument("URL", "The address of the site.")],
    *,
    name: _Name,
    run_by: Annotated[str, option("--by", "NAME", "Who runs it, as people there read.")],
    bot: _Bot = None,
    command: _Command = None,
    tables: Annotated[int, whole_option("--tables", "N", "At how many tables at once.")] = 4,
    only: Annotated[
        str | None, option("--only", "GAMES", "Named games that it plays, with commas; by default all.")
    ] = None,
    state: Annotated[
        Path | None, option("--state", "DIR", "The folder of its registration; by default your data folder.")
    ] = None,
) -> None:
    """Keep a bot at a site that takes invitations; it plays wherever it is invited."""
    make = _player_factory(bot, command)
    if tables < 1:
        raise UsageProblem(_("--tables takes a number from 1."))
    games = [parse_game(each.strip()).name for each in only.split(",")] if only is not None else []
    with refusals(url):
        from sixth.remote import invitations

        folder = state or default_folder("bots")
        registration = invitations.BotRegistration(
            url, name, run_by, make, tables=tables, games=games, folder=folder
        )
        try:
            asyncio.run(invitations.take_invitations(registration, complain))
        except OSError as error:
            wrong = _("The registration cannot be kept in {folder}: {why}.")
            raise CommandError(wrong.format(folder=folder, why=error_text(error))) from error


@command(commands, "sixth mcp http://127.0.0.1:6106")
def mcp(
    url: Annotated[
        str | None, argument("URL", "The address of a site; without it: rules and games of bots.")
    ] = None,
) -> None:
    """Serve language models by MCP, on standard input and output."""
    site = None if url is None else parse_site_url(url)
    with require_extra("mcp"):
        from sixth.mcp.serving import serve
    with refusals(url or ""):
        asyncio.run(serve(site))


def _player_factory(bot: str | None, command: str | None) -> "Callable[[], Player]":
    """Return a function that makes the bot which one of the two options names."""
    if (bot is None) == (command is None):
        raise UsageProblem(_("Give either --bot or --command."))
    from sixth.arena.players.external_bot import command_problem
    from sixth.remote.bot import make_player

    words = shlex.split(command) if command is not None else []
    try:
        make_player(bot, words).close()
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    if words and (problem := command_problem(words[0], tuple(words))):
        raise CommandError(problem)
    return lambda: make_player(bot, words)
