"""The command line: every command is one call, and every error one sentence.

Exit codes: 0 for success, 2 for a command line that makes no sense, 1 for every other failure.
"""

import os
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version as installed_version
from typing import Annotated, Any, Final

import typer
from typer.main import get_command

from sixth import i18n
from sixth.cli import (
    arena,
    coach,
    join,
    lists,
    people,
    play,
    puzzles,
    records,
    tournament,
    training,
)
from sixth.cli.command import new_group
from sixth.cli.exits import exit_code, prepare_streams, requested_language
from sixth.cli.help import translate_metavars
from sixth.cli.site import database, doctor, serve
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _
from sixth.text import printable

app: Final = new_group()
for each in (play, arena, training, records, coach, lists, tournament, serve, doctor, join):
    app.add_typer(each.commands)
app.add_typer(database.commands, name="db")
app.add_typer(people.commands, name="people")
app.add_typer(puzzles.commands, name="puzzles")


def main() -> None:
    """Run the `sixth` script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command of these arguments, and return the exit code."""
    prepare_streams()
    language = requested_language(arguments, os.environ)
    with i18n.using_language(language):
        command = _command(language)
        return exit_code(
            lambda: command(arguments, prog_name="sixth", standalone_mode=False),
            see=f"sixth{_name_of(command, arguments)} --help",
        )


@cache
def _command(language: str) -> Any:
    """Return all commands in the language of the moment; to build them takes longer than to run most."""
    command = get_command(app)
    translate_metavars(command)
    return command


def _name_of(command: Any, arguments: list[str]) -> str:
    """Return the name of the command of these arguments, with that of its group."""
    name = ""
    for word in arguments:
        if inner := getattr(command, "commands", {}).get(word):
            command, name = inner, f"{name} {word}"
    return name


def _print_version(*, requested: bool) -> None:
    if not requested:
        return
    try:
        number = installed_version("sixth")
    except PackageNotFoundError:
        number = _("(not installed)")
    sys.stdout.write(f"sixth {number}\n")
    raise typer.Exit


@app.callback(invoke_without_command=True, epilog="Example: sixth play --game tactical")
def sixth(
    context: typer.Context,
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version.",
            is_eager=True,
            callback=lambda requested: _print_version(requested=requested),
        ),
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="CODE", help="Language: en, de, fr, it or id; by default that of the system."
        ),
    ] = None,
) -> None:
    """The card game 6 nimmt!. Without a command: the table in your browser."""
    if lang is not None and lang not in i18n.LANGUAGES:
        wrong = _("--lang takes {codes}, not {value}.")
        raise UsageProblem(wrong.format(codes=i18n.or_list(i18n.LANGUAGES), value=repr(printable(lang))))
    if context.invoked_subcommand is None:
        serve.start_server({"open": "true"}, one_is_enough=True)
