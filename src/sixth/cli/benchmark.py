"""`sixth benchmark`: a bot against fixed pools at fixed deals."""

from typing import Annotated, Final

from sixth.cli import options as cli
from sixth.cli.command import command, new_group
from sixth.cli.exits import complain
from sixth.console import write_line
from sixth.i18n import gettext as _
from sixth.terminal.files import open_output

commands: Final = new_group()


@command(commands, "sixth benchmark policy --out policy.json")
def benchmark(
    bot: Annotated[str | None, cli.argument("BOT", "The bot to measure.")] = None,
    *,
    commands: Annotated[
        list[str] | None,
        cli.option("--bot", "NAME=COMMAND", "A bot in a process of its own; may be repeated."),
    ] = None,
    out: Annotated[
        str | None,
        cli.option(
            "--out", "FILE", "Write the result there and its records beside it, and continue from them."
        ),
    ] = None,
    check: Annotated[
        str | None, cli.option("--check", "FILE", "Check such a result by playing its records again.")
    ] = None,
    share: Annotated[
        float, cli.number_option("--share", "S", "Play only so much of it, such as 0.1, for a quick look.")
    ] = 1,
    workers: Annotated[
        int | None, cli.whole_option("--workers", "N", "How many processes; by default one for each core.")
    ] = None,
    json: cli.JsonOption = False,
) -> None:
    """Measure a bot by the benchmark: fixed opponents, deals, games and numbers of seats."""
    from sixth.arena.benchmark import command

    options = command.BenchmarkOptions(
        bot=bot, commands=commands or (), out=out, check=check, share=share, workers=workers, json=json
    )
    try:
        command.run(options, written=open_output, write_line=write_line)
    except KeyboardInterrupt:
        if out is not None:
            complain(_("Stopped; the same command goes on from {place}.").format(place=out))
        raise
