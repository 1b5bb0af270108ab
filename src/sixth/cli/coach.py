"""`sixth coach`: reviews of recorded games."""

from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.options import JsonOption, option, switch, whole_option
from sixth.cli.records import RecordFile
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _

commands: Final = new_group()

_MAX_PLAYOUTS: Final = 10_000_000


@command(commands, "sixth coach games.sixth.jsonl --seat 0 --plot account.svg")
def coach(
    file: RecordFile,
    *,
    seat: Annotated[
        int | None, whole_option("--seat", "K", "Only seat K (from 0); by default all people.")
    ] = None,
    bots: Annotated[bool, switch("--bots", "Review the seats of bots, too.")] = False,
    playouts: Annotated[
        int | None,
        whole_option("--playouts", "N", "Playouts for each decision; more give a more precise result."),
    ] = None,
    seed: Annotated[
        int, whole_option("--seed", "S", "A whole number; the same seed gives the same account.")
    ] = 0,
    json: JsonOption = False,
    plot: Annotated[str | None, option("--plot", "FILE", "Draw the account as .png or .svg.")] = None,
) -> None:
    """Show what each decision of a game was worth, and how much was luck."""
    if playouts is not None and not 1 <= playouts <= _MAX_PLAYOUTS:
        wrong = _("{option} takes a whole number from 1 to {most}, not {value}.")
        raise UsageProblem(wrong.format(option="--playouts", most=_MAX_PLAYOUTS, value=playouts))
    from sixth.coach.judgement import PLAYOUTS
    from sixth.terminal.coach import coach as show

    show(
        file, seat=seat, bots=bots, playouts=PLAYOUTS if playouts is None else playouts, seed=seed,
        json=json, picture=plot,
    )  # fmt: skip
