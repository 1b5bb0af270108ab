"""Options that several commands take."""

from typing import Annotated

import typer

from sixth.cli.arguments import whole

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
GameOption = Annotated[
    str, typer.Option("--game", metavar="NAME", help="A named game; `sixth games` lists them.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change an option of the game; may be repeated."),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=whole, metavar="S", help="A whole number; the same seed gives the same games."
    ),
]
