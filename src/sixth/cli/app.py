"""The command line: what was typed becomes one call, and every error one sentence.

Exit codes: 0 success, 2 a command line that makes no sense, 1 everything else that was refused.
"""

import os
import secrets
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.main import get_command

from sixth import i18n
from sixth.cli.arguments import named_bots, named_game, number, rules_for, whole
from sixth.cli.command import Command, Group
from sixth.cli.database import db
from sixth.cli.exits import asked_language, exit_code
from sixth.cli.help import translate_metavars
from sixth.cli.streams import complain, prepare_streams
from sixth.console import write_line
from sixth.errors import Refused, UsageProblem
from sixth.i18n import gettext as _
from sixth.server.core import settings
from sixth.terminal.files import STANDARD, written_whole
from sixth.terminal.labels import bots_text
from sixth.text import printable

app = typer.Typer(
    cls=Group,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Plain help reads the same in a pipe, in a narrow window and aloud.
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def main() -> None:
    """The `sixth` script."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Do what the command line says; the exit code."""
    prepare_streams()
    with i18n.using_language(asked_language(arguments, os.environ)):
        command = get_command(app)
        translate_metavars(command)
        return exit_code(
            lambda: command(arguments, prog_name="sixth", standalone_mode=False), see=_help_for(arguments)
        )


def _help_for(arguments: list[str]) -> str:
    command = next((f" {word}" for word in arguments if word in _COMMANDS), "")
    return f"sixth{command} --help"


_Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
_Game = Annotated[str, typer.Option("--game", metavar="NAME", help="A named game; `sixth games` lists them.")]
_Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="OPTION=VALUE", help="Change an option of the game; may be repeated."),
]
_Seed = Annotated[
    int | None,
    typer.Option(
        "--seed", parser=whole, metavar="S", help="A whole number; the same seed gives the same games."
    ),
]
_Record = Annotated[str, typer.Argument(metavar="FILE", help="A file of records; - is standard input.")]


def _version(*, wanted: bool) -> None:
    if not wanted:
        return
    try:
        number = version("sixth")
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
            callback=lambda wanted: _version(wanted=wanted),
        ),
    ] = False,
    lang: Annotated[
        str | None,
        typer.Option(
            "--lang", metavar="CODE", help="Speak en, de, fr, it or id; if not said, as the system does."
        ),
    ] = None,
) -> None:
    """The card game 6 nimmt!. Without a command: the table in your browser."""
    if lang is not None and lang not in i18n.LANGUAGES:
        wrong = _("--lang takes {codes}, not {value}.")
        raise UsageProblem(wrong.format(codes=i18n.or_list(i18n.LANGUAGES), value=repr(printable(lang))))
    if context.invoked_subcommand is None:
        _serve({"open": "true"}, one_is_enough=True)


@app.command(cls=Command, epilog="Example: sixth play --game both-ends --bots careful,careful --plain")
def play(
    *,
    game: _Game = "classic",
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="Who plays against you; `sixth bots` lists them.")
    ] = "careful,nearest,random",
    settings: _Set = None,
    name: Annotated[str | None, typer.Option("--name", metavar="N", help="What you are called.")] = None,
    seed: _Seed = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Short plain lines, no colours or boxes; reads well aloud.")
    ] = False,
) -> None:
    """Play a game here, against bots."""
    from sixth.terminal import play as terminal

    named = named_bots(bots)
    why = _("with you and --bots there are {count} at the table").format(count=len(named) + 1)
    rules = rules_for(named_game(game), settings, seats=len(named) + 1, why_seats=why)
    terminal.play(rules, named, name=printable((name or "").strip()) or _("You"), seed=seed, plain=plain)


@app.command(
    cls=Command,
    epilog="Example: sixth simulate --bots careful,nearest,random --games 500 --seed 7 --set deck=60",
)
def simulate(
    *,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B,…", help="A bot for each seat, with commas between.")
    ],
    game: _Game = "classic",
    settings: _Set = None,
    games: Annotated[int, typer.Option("--games", parser=whole, metavar="N", help="How many games.")] = 100,
    seed: _Seed = None,
    records: Annotated[
        str | None,
        typer.Option("--records", metavar="FILE", help="Write every game there; - is standard output."),
    ] = None,
    json: _Json = False,
) -> None:
    """Let bots play many games, and sum up."""
    from sixth.terminal import simulate as terminal

    named = named_bots(bots)
    why = _("--bots names {bots}").format(bots=bots_text(len(named)))
    rules = rules_for(named_game(game), settings, seats=len(named), why_seats=why)
    if games < 1:
        wrong = _("--games takes a whole number of at least 1, not {value}.")
        raise UsageProblem(wrong.format(value=games))
    if json and records == STANDARD:
        raise UsageProblem(_("--json and --records - both want standard output; give --records a file."))
    chosen = secrets.randbelow(1_000_000_000) if seed is None else seed
    terminal.simulate(terminal.Simulation(game, rules, named, games, chosen), records=records, json=json)


@app.command(
    cls=Command, epilog="Example: sixth arena careful,careful,nearest,random --rounds 2000 --plot arena.png"
)
def arena(
    names: Annotated[
        str | None, typer.Argument(metavar="A,B,…", help="A bot for each seat, with commas between.")
    ] = None,
    *,
    rounds: Annotated[
        int, typer.Option("--rounds", parser=whole, metavar="N", help="How many rounds, at least.")
    ] = 1_000,
    game: _Game = "classic",
    settings: _Set = None,
    whole_games: Annotated[
        bool, typer.Option("--whole", help="Play whole games, not single rounds; --rounds counts games.")
    ] = False,
    commands: Annotated[
        list[str] | None,
        typer.Option("--bot", metavar="NAME=COMMAND", help="A bot in a process of its own; may be repeated."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", parser=number, metavar="S", help="How long such a bot may take for an answer."
        ),
    ] = 5,
    seed: _Seed = None,
    workers: Annotated[
        int | None,
        typer.Option(
            "--workers", parser=whole, metavar="N", help="How many processes; one a core if not said."
        ),
    ] = None,
    keep: Annotated[
        str | None,
        typer.Option("--keep", metavar="FILE", help="Keep each deal there, and go on from those it holds."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw the results as .png or .svg.")
    ] = None,
    best_response: Annotated[
        str | None,
        typer.Option("--best-response", metavar="BOT", help="Find out by how much this bot can be beaten."),
    ] = None,
    seats: Annotated[
        int | None,
        typer.Option("--seats", parser=whole, metavar="N", help="Of that table; 4 if not said."),
    ] = None,
    json: _Json = False,
) -> None:
    """Let bots play duplicate deals, and say how sure the result is."""
    from sixth.arena import ArenaError, ArenaUsageError, command

    options = command.Options(
        names=names, best_response=best_response, seats=seats, game=game,
        rules=lambda number, why: rules_for(named_game(game), settings, seats=number, why_seats=why),
        rounds=rounds, whole=whole_games, commands=commands or (), seconds=seconds, seed=seed,
        workers=workers, keep=keep, plot=plot, json=json,
    )  # fmt: skip
    try:
        command.run(options, picture=written_whole, write_line=write_line)
    except ArenaUsageError as error:
        raise UsageProblem(str(error)) from error
    except ArenaError as error:
        raise Refused(str(error)) from error
    except KeyboardInterrupt:
        if keep is not None:
            complain(_("Stopped; the same command goes on from {place}.").format(place=keep))
        raise


@app.command(cls=Command, epilog="Example: sixth train runs/mine --minutes 10")
def train(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where it is kept; a training in there goes on.")
    ],
    *,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", parser=number, metavar="M", help="About how long it takes here."),
    ] = None,
    steps: Annotated[
        int | None,
        typer.Option("--steps", parser=whole, metavar="N", help="Or how long it is, wherever it is."),
    ] = None,
    seed: _Seed = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", parser=whole, metavar="N", help="How many threads; one a core if not said."
        ),
    ] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="D", help="Where networks learn: auto, cpu or cuda.")
    ] = "auto",
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="Let a Ray make the lessons; local starts one here."),
    ] = None,
) -> None:
    """Train a policy from nothing, by self-play."""
    from sixth import training

    options = training.Options(
        folder=folder, minutes=minutes, steps=steps, seed=seed, threads=threads, device=device, ray=ray
    )
    try:
        training.run(options)
    except training.TrainingUsageError as error:
        raise UsageProblem(str(error)) from error
    except training.TrainingError as error:
        raise Refused(str(error)) from error
    except KeyboardInterrupt:
        complain(_("Stopped; the same command goes on from {place}.").format(place=folder))
        raise


@app.command(cls=Command, epilog="Example: sixth replay games.sixth.jsonl --at 60 --seat 2")
def replay(
    file: _Record,
    *,
    json: _Json = False,
    at: Annotated[
        int | None, typer.Option("--at", parser=whole, metavar="V", help="Only the table after event V.")
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", parser=whole, metavar="K", help="Only what seat K (from 0) may know."),
    ] = None,
) -> None:
    """Check records event by event and show them."""
    from sixth.terminal import replay as terminal

    if json and (at is not None or seat is not None):
        raise UsageProblem(
            _("--json prints a line a game and goes with neither --at nor --seat; leave one out.")
        )
    if json:
        terminal.replay_json(file)
    else:
        terminal.replay(file, at=at, seat=seat)


@app.command(cls=Command, epilog="Example: sixth verify games.sixth.jsonl")
def verify(file: _Record, *, json: _Json = False) -> int:
    """Deal every round of a record again and say whether it was fair."""
    from sixth.terminal.replay import verify_file

    return 0 if verify_file(file, json=json) else 1


@app.command(cls=Command, epilog="Example: sixth games --json")
def games(*, json: _Json = False) -> None:
    """List the named games with their options."""
    from sixth.cli.lists import print_games

    print_games(json=json)


@app.command("bots", cls=Command, epilog="Example: sixth bots")
def list_bots(*, json: _Json = False) -> None:
    """List the bots, weakest first."""
    from sixth.cli.lists import print_bots

    print_bots(json=json)


def _settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command that takes a context and no more a flag for every setting of the server."""

    def flag_of(name: str) -> Parameter:
        setting, default = settings.TABLE[name], settings.DEFAULTS[name]
        flag = settings.flag(name)
        if isinstance(default, bool):
            switch = typer.Option(f"{flag}/--no-{name}", help=setting.about)
            return Parameter(
                name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[bool, switch]
            )
        option = typer.Option(flag, metavar=setting.takes, help=setting.about)
        kind = Annotated[str | None, option]
        said = settings.default_text(name) or None
        return Parameter(name, Parameter.KEYWORD_ONLY, default=said, annotation=kind)

    taken = signature(command).parameters["context"], *map(flag_of, settings.TABLE)
    vars(command)["__signature__"] = Signature(taken)
    return command


@app.command(cls=Command, epilog="Example: sixth serve --host 0.0.0.0 --port 8000")
@_settings
def serve(context: typer.Context, **flags: str | bool | None) -> None:
    """Serve tables that people sit down at with a browser."""
    sources = {name: context.get_parameter_source(name) for name in flags}
    _serve(
        {
            name: str(flags[name])
            for name, source in sources.items()
            if source and source.name == "COMMANDLINE"
        }
    )


app.add_typer(db, name="db")

_COMMANDS: Final = ("play", "simulate", "arena", "train", "replay", "verify", "games", "bots", "serve", "db")


def _serve(flags: dict[str, str], *, one_is_enough: bool = False) -> None:
    try:
        wanted = settings.read(flags, os.environ)
    except settings.SettingsError as error:
        raise UsageProblem(str(error)) from error
    try:
        from sixth.server.ops import run as server

        try:
            if not (one_is_enough and server.shown(wanted)):
                server.serve(wanted)
        except server.ServeError as error:
            raise Refused(str(error)) from error
    except ModuleNotFoundError as error:
        if (error.name or "sixth").partition(".")[0] == "sixth":
            raise
        wrong = _("The server is not installed; install it with: {command}")
        raise Refused(wrong.format(command="pip install 'sixth[server]'")) from error
