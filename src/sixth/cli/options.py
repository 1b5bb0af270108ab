"""Options and arguments of commands, and those that several commands take."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import typer

from sixth.cli.arguments import number, whole


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
