"""`sixth solve`: the exact solution of a position of two seats."""

from typing import Annotated, Final

from sixth.cli.command import command, new_group
from sixth.cli.options import (
    GameOption,
    JsonOption,
    SetOption,
    argument,
    number_option,
    parse_game,
    rules_for,
    switch,
    whole_option,
)
from sixth.errors import UsageProblem
from sixth.i18n import gettext as _, translate
from sixth.rules.position_text import SEPARATOR, PositionError, state_from_text

commands: Final = new_group()

_MAX_SECONDS: Final = 1_000_000


@command(commands, 'sixth solve "12 14/37/43 55/58 | 3 20 41 | 5 17 90"')
def solve(
    position: Annotated[
        str,
        argument(
            "POSITION",
            "Rows and both hands, as in the example, or a file with the record of a game; - is standard input.",
        ),
    ],
    *,
    at: Annotated[
        int | None, whole_option("--at", "V", "In a record, the position after event V; else the last one.")
    ] = None,
    win: Annotated[bool, switch("--win", "Play for the chance to win, in the last round.")] = False,
    seconds: Annotated[
        float, number_option("--seconds", "S", "Give up after so many seconds.")
    ] = 60.0,
    game: GameOption = "classic",
    settings: SetOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a position of two seats in which all cards are known."""
    if not 0 < seconds <= _MAX_SECONDS:
        wrong = _("--seconds takes a number above 0 and up to {most}.")
        raise UsageProblem(wrong.format(most=_MAX_SECONDS))
    from sixth.terminal.solving import recorded_position, show

    if SEPARATOR in position:
        if at is not None:
            raise UsageProblem(_("--at goes with the record of a game."))
        rules = rules_for(parse_game(game), settings, seats=2, why_seats=_("a position here has two hands"))
        try:
            state = state_from_text(rules, position)
        except PositionError as error:
            raise UsageProblem(translate(error.sentence)) from error
    else:
        if settings or game != "classic":
            raise UsageProblem(_("A record has its own rules; leave out --game and --set."))
        state = recorded_position(position, at)
    show(state, win=win, seconds=seconds, json=json)
