"""`sixth arena`, once its command line is split up: its options, and everything that it prints and draws."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import IO, Final

from rich.console import Console

from sixth.arena.best_response.response import print_response, respond
from sixth.arena.contest import MOVE_SECONDS, Contest, entrants_from
from sixth.arena.errors import ArenaUsageError
from sixth.arena.play import deals_bar, play
from sixth.arena.plot import plot, plot_format
from sixth.arena.results_file import seed_in
from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.rules.codec import dumps
from sixth.rules.options import Rules

_DEFAULT_SEATS: Final = 4
"""The seats at the table of a best response, if not said."""


@dataclass(frozen=True, kw_only=True)
class Options:
    """What is asked for; None is not said."""

    names: str | None
    """A bot for each seat, with commas between."""
    best_response: str | None = None
    """The bot whose best response is looked for; goes with no `names`."""
    seats: int | None = None
    """The seats at the table of a best response."""
    game: str
    rules: Callable[[int, str], Rules]
    """Returns the rules for so many seats; the text says why so many."""
    rounds: int
    whole: bool = False
    commands: Sequence[str] = ()
    seconds: float = MOVE_SECONDS
    seed: int | None = None
    workers: int | None = None
    keep: str | None = None
    plot: str | None = None
    json: bool = False


def run(
    options: Options,
    *,
    picture: Callable[[str], AbstractContextManager[IO[bytes]]],
    write_line: Callable[[str], None],
) -> None:
    """Play the arena; draw it into the file that `picture` opens, and print it, as JSON by `write_line`.

    Raises:
        ArenaUsageError: The options make no sense.
        ArenaError: The arena cannot be played.
    """
    _check(options)
    contest = _contest(options)
    console = Console(markup=False, highlight=False, emoji=False)
    if options.best_response is not None:
        answer = respond(contest, rounds=options.rounds, workers=options.workers)
        if options.json:
            write_line(dumps(answer))
        else:
            print_response(answer, console)
        return
    form = plot_format(options.plot) if options.plot is not None else None
    with picture(options.plot) if options.plot is not None else nullcontext() as file:
        tally = play(
            contest, rounds=options.rounds, workers=options.workers, keep=options.keep, progress=deals_bar
        )
        from sixth.arena.report import document, print_report

        found = document(tally)
        if file is not None and form is not None:
            file.write(plot(found, form))
        if options.json:
            write_line(dumps(found))
        else:
            print_report(found, tally.first_faults, console)


def _check(options: Options) -> None:
    for option, number in (("--rounds", options.rounds), ("--workers", options.workers)):
        if number is not None and number < 1:
            wrong = _("{option} takes a whole number of at least 1, not {value}.")
            raise ArenaUsageError(wrong.format(option=option, value=number))
    if options.best_response is None:
        if options.names is None:
            raise ArenaUsageError(
                _("Name a bot for each seat, as in careful,random, or give --best-response.")
            )
        if options.seats is not None:
            raise ArenaUsageError(_("--seats goes with --best-response; a list names a bot for each seat."))
        return
    if options.names is not None:
        raise ArenaUsageError(_("A,B,… and --best-response both say who plays; give one of them."))
    for option, given in (("--whole", options.whole), ("--keep", options.keep), ("--plot", options.plot)):
        if given:
            wrong = _("--best-response plays single rounds, keeps and draws nothing; leave out {option}.")
            raise ArenaUsageError(wrong.format(option=option))


def _contest(options: Options) -> Contest:
    entrants = entrants_from(options.best_response or options.names or "", options.commands)
    seats = len(entrants)
    why = ngettext("there is {count} bot named", "there are {count} bots named", seats).format(count=seats)
    if options.best_response is not None:
        if seats > 1:
            raise ArenaUsageError(_("--best-response takes one bot, not {count}.").format(count=seats))
        seats = _DEFAULT_SEATS if options.seats is None else options.seats
        why = _("--seats is {count}").format(count=seats)
    rules = options.rules(seats, why)
    seed = seed_in(options.keep) if options.seed is None and options.keep is not None else options.seed
    chosen = secrets.randbelow(1_000_000_000) if seed is None else seed
    everybody = entrants if len(entrants) == seats else entrants * seats
    return Contest(options.game, rules, everybody, chosen, whole=options.whole, seconds=options.seconds)
