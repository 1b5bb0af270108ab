"""`sixth coach` and `sixth solve`: reviews of recorded games, and exact solutions of positions."""

from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.options import (
    GameOption,
    JsonOption,
    SetOption,
    argument,
    number_option,
    option,
    parse_game,
    rules_for,
    switch,
    whole_option,
)
from sixth.cli.records import RecordFile
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _, translate

commands: Final = new_group()

_MAX_PLAYOUTS: Final = 10_000_000
_MAX_SECONDS: Final = 1_000_000


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


@command(commands, 'sixth solve "12 14/37/43 55/58 | 3 20 41 | 5 17 90"')
def solve(
    position: Annotated[
        str,
        argument(
            "POSITION",
            "Rows and all hands as in the example, or a file with the record of a game.",
        ),
    ],
    *,
    at: Annotated[
        int | None, whole_option("--at", "V", "In a record, the position after event V; else the last one.")
    ] = None,
    win: Annotated[bool, switch("--win", "Play for the chance to win, in the last round.")] = False,
    seconds: Annotated[float, number_option("--seconds", "S", "Give up after so many seconds.")] = 60.0,
    game: GameOption = "classic",
    settings: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a position in which all cards are known: two seats exactly, more within bounds."""
    if not 0 < seconds <= _MAX_SECONDS:
        wrong = _("--seconds takes a number above 0 and up to {most}.")
        raise UsageProblem(wrong.format(most=_MAX_SECONDS))
    from sixth.sim.solver.checks import SEATS
    from sixth.sim.solver.position_text import SEPARATOR, PositionError, state_from_text
    from sixth.terminal.solving import recorded_position, show

    if SEPARATOR in position:
        if at is not None:
            raise UsageProblem(_("--at goes with the record of a game."))
        seats = max(SEATS, position.count(SEPARATOR))
        why_seats = _("the position has so many hands")
        rules = rules_for(parse_game(game), settings, seats=seats, why_seats=why_seats)
        try:
            state = state_from_text(rules, position)
        except PositionError as error:
            raise UsageProblem(translate(error.sentence)) from error
    else:
        if settings or game != "classic":
            raise UsageProblem(_("A record has its own rules; leave out --game and --set."))
        state = recorded_position(position, at)
    show(state, win=win, seconds=seconds, json=json)
