"""`sixth join`: a bot at a table of any Sixth server."""

import asyncio
import shlex
from typing import Annotated, Final

import typer

from sixth.cli.arguments import whole
from sixth.cli.command import Command, new_group
from sixth.cli.streams import complain
from sixth.errors import Refused, UsageProblem
from sixth.i18n import gettext as _

commands: Final = new_group()


@commands.command(
    cls=Command, epilog="Example: sixth join http://127.0.0.1:6106/t/TABLE --as Robo --bot careful"
)
def join(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the table, or SITE/CODE.")],
    *,
    name: Annotated[str, typer.Option("--as", metavar="NAME", help="What the bot is called there.")],
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT", help="One of `sixth bots`.")] = None,
    command: Annotated[
        str | None,
        typer.Option("--command", metavar="COMMAND", help="A bot of your own, as in the arena."),
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", parser=whole, metavar="N", help="Leave after so many games.")
    ] = None,
) -> None:
    """Let a bot play at a table of any Sixth server whose host allows it."""
    if (bot is None) == (command is None):
        raise UsageProblem(_("Give either --bot or --command."))
    try:
        from httpx2 import TransportError

        from sixth.client import joining
    except ModuleNotFoundError as error:
        if (error.name or "sixth").partition(".")[0] == "sixth":
            raise
        wrong = _("The client is not installed; install it with: {command}")
        raise Refused(wrong.format(command="pip install 'sixth[client]'")) from error
    from sixth.client.players import player

    try:
        playing = player(bot, shlex.split(command) if command is not None else ())
    except ValueError as error:
        raise UsageProblem(str(error)) from error
    try:
        asyncio.run(joining.join(url, name, playing, games=games, tell=complain))
    except joining.JoinError as error:
        raise Refused(str(error)) from error
    except TransportError as error:
        raise Refused(_("There is no answer from {url}.").format(url=url)) from error
    finally:
        playing.close()
