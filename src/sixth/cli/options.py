"""What several commands take."""

from typing import Annotated

import typer

from sixth.cli.arguments import whole

Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Game = Annotated[str, typer.Option("--game", metavar="NAME", help="A named game; `sixth games` lists them.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change an option of the game; may be repeated."),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=whole, metavar="S", help="A whole number; the same seed gives the same games."
    ),
]
