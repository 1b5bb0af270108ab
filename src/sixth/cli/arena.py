"""`sixth arena`, `sixth data` and `sixth benchmark`: duplicate deals between bots."""

from typing import Annotated, Final

from sixth.cli import options as cli
from sixth.cli.command import command, new_group
from sixth.cli.exits import going_on_from
from sixth.cli.options import parse_bots, parse_game, rules_for
from sixth.console import write_line
from sixth.extras import require_extra
from sixth.i18n import gettext as _, ngettext
from sixth.terminal.files import open_output

commands: Final = new_group()

_WorkersOption = Annotated[
    int | None, cli.whole_option("--workers", "N", "How many processes; by default one for each core.")
]
_CommandsOption = Annotated[
    list[str] | None, cli.option("--bot", "NAME=COMMAND", "A bot in a process of its own; may be repeated.")
]


@command(commands, "sixth arena careful,careful,nearest,random --rounds 2000 --plot arena.png")
def arena(
    names: Annotated[str | None, cli.argument("A,B,…", "The bots, with commas between.")] = None,
    *,
    rounds: Annotated[int, cli.whole_option("--rounds", "N", "The minimum number of rounds.")] = 1_000,
    game: cli.GameOption = "classic",
    settings: cli.SetOption = None,
    whole_games: Annotated[
        bool, cli.switch("--whole", "Play whole games, not single rounds; --rounds counts games.")
    ] = False,
    commands: _CommandsOption = None,
    seconds: Annotated[
        float, cli.number_option("--seconds", "S", "Seconds that such a bot has for an answer.")
    ] = 5,
    seed: cli.SeedOption = None,
    workers: _WorkersOption = None,
    keep: Annotated[
        str | None,
        cli.option("--keep", "FILE", "Store each deal in this file, and continue from the deals in it."),
    ] = None,
    plot: Annotated[str | None, cli.option("--plot", "FILE", "Draw the results as .png or .svg.")] = None,
    publish: Annotated[
        str | None,
        cli.option("--publish", "FILE", "Write the results there every minute, for `sixth serve --ladder`."),
    ] = None,
    best_response: Annotated[
        str | None,
        cli.option("--best-response", "BOT", "Measure by how much the best response beats this bot."),
    ] = None,
    seats: Annotated[
        int | None,
        cli.whole_option(
            "--seats", "N", "Seats at a table; by default one for each bot, 4 with --best-response."
        ),
    ] = None,
    json: cli.JsonOption = False,
) -> None:
    """Let bots play duplicate deals, and show the result with its precision."""
    from sixth.arena import command

    options = command.ArenaOptions(
        names=names, best_response=best_response, seats=seats, game=game,
        rules=lambda number, why: rules_for(parse_game(game), settings, seats=number, why_seats=why),
        rounds=rounds, whole=whole_games, commands=commands or (), seconds=seconds, seed=seed,
        workers=workers, keep=keep, plot=plot, publish=publish, json=json,
    )  # fmt: skip
    with going_on_from(keep), require_extra("arena"):
        command.run(options, written=open_output, write_line=write_line)


@command(commands, "sixth data games-of-bots --games 1000 --bots policy,careful,nearest,random --seed 7")
def data(
    folder: Annotated[str, cli.argument("FOLDER", "A new folder for the dataset.")],
    *,
    games: Annotated[int, cli.whole_option("--games", "N", "The minimum number of games.")] = 1_000,
    bots: Annotated[
        str, cli.option("--bots", "A,B,…", "The bots, with commas between.")
    ] = "policy,careful,nearest,random",
    game: cli.GameOption = "classic",
    settings: cli.SetOption = None,
    seats: Annotated[
        int | None, cli.whole_option("--seats", "N", "Seats at a table; by default one for each bot.")
    ] = None,
    seed: cli.SeedOption = None,
    workers: _WorkersOption = None,
) -> None:
    """Write a dataset of games between bots, split by deal, as Parquet."""
    names = parse_bots(bots)
    count = ngettext("{count} bot", "{count} bots", len(names)).format(count=len(names))
    why = _("--bots names {bots}").format(bots=count)
    if seats is not None:
        why = _("--seats is {count}").format(count=seats)
    rules = rules_for(parse_game(game), settings, seats=len(names) if seats is None else seats, why_seats=why)
    with require_extra("data"):
        from sixth.arena.dataset import command

    options = command.DatasetOptions(
        folder=folder, bots=names, game=game, settings=settings or (), rules=rules, games=games, seed=seed,
        workers=workers,
    )  # fmt: skip
    command.run(options, write_line=write_line)


@command(commands, "sixth benchmark policy --out policy.json")
def benchmark(
    bot: Annotated[str | None, cli.argument("BOT", "The bot to measure.")] = None,
    *,
    commands: _CommandsOption = None,
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
    workers: _WorkersOption = None,
    json: cli.JsonOption = False,
) -> None:
    """Measure a bot by the benchmark: fixed opponents, deals, games and numbers of seats."""
    from sixth.arena.benchmark import command

    options = command.BenchmarkOptions(
        bot=bot, commands=commands or (), out=out, check=check, share=share, workers=workers, json=json
    )
    with going_on_from(out):
        command.run(options, written=open_output, write_line=write_line)
