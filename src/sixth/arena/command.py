"""The command `sixth arena`: its options, and all that it prints and draws."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, Final

from rich.console import Console

from sixth.arena.best_response.response import print_response, respond
from sixth.arena.contest import MOVE_SECONDS, ArenaUsageError, Contest, entrants_from
from sixth.arena.play import deals_bar, play
from sixth.arena.plot import plot
from sixth.arena.results_file import seed_in
from sixth.i18n import gettext as _, ngettext
from sixth.plots import plot_format
from sixth.rules.codec import dumps
from sixth.rules.options import Rules

if TYPE_CHECKING:
    from sixth.arena.tally import ContestTally

_DEFAULT_SEATS: Final = 4
"""The default number of seats at the table of a best response."""

_PUBLISH_S: Final = 60.0
"""Seconds between two publications of the results so far."""


@dataclass(frozen=True, kw_only=True)
class ArenaOptions:
    """The options of the command; None means that an option is not given."""

    names: str | None
    """The names of the bots, separated by commas."""
    best_response: str | None = None
    """The bot to which a best response is sought; `names` is None then."""
    seats: int | None = None
    """The number of seats at a table; None for one seat a bot."""
    game: str
    rules: Callable[[int, str], Rules]
    """A function of a number of seats, and of the reason for it in words, that returns the rules."""
    rounds: int
    whole: bool = False
    commands: Sequence[str] = ()
    seconds: float = MOVE_SECONDS
    seed: int | None = None
    workers: int | None = None
    keep: str | None = None
    plot: str | None = None
    publish: str | None = None
    json: bool = False


Written = Callable[[str], AbstractContextManager[IO[bytes]]]
"""A function that opens a file by name, which is written whole or not at all."""


def run(options: ArenaOptions, *, written: Written, write_line: Callable[[str], None]) -> None:
    """Play the arena and print the results, as JSON by `write_line`; `written` opens the files for them.

    After an interrupt from the keyboard it prints the results so far.
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
    with written(options.plot) if options.plot is not None else nullcontext() as file:
        results = _Results(options, written, write_line, console)
        try:
            tally = play(
                contest,
                rounds=options.rounds,
                workers=options.workers,
                keep=options.keep,
                progress=deals_bar,
                counted=results.so_far,
            )
        except KeyboardInterrupt:
            results.show()
            raise
        results.tally = tally
        document = results.show()
        if file is not None and form is not None:
            file.write(plot(document, form))


class _Results:
    """The output of results: to the terminal, and to the file in which they are published."""

    def __init__(
        self, options: ArenaOptions, written: Written, write_line: Callable[[str], None], console: Console
    ) -> None:
        self.tally: ContestTally | None = None
        self._options, self._written = options, written
        self._write_line, self._console = write_line, console
        self._published = monotonic()

    def so_far(self, tally: "ContestTally") -> None:
        """Remember the results so far, and publish them every minute."""
        self.tally = tally
        if monotonic() - self._published >= _PUBLISH_S:
            self._publish(tally)
            self._published = monotonic()

    def show(self) -> dict[str, Any]:
        """Publish, print and return the results so far; without any, return an empty dict."""
        if self.tally is None:
            return {}
        from sixth.arena.report import print_report

        document = self._publish(self.tally)
        if self._options.json:
            self._write_line(dumps(document))
        else:
            print_report(document, self.tally.first_faults, self._console)
        return document

    def _publish(self, tally: "ContestTally") -> dict[str, Any]:
        from sixth.arena.report import document

        results = document(tally)
        if self._options.publish is not None:
            with self._written(self._options.publish) as file:
                file.write(dumps(results).encode() + b"\n")
        return results


def _check(options: ArenaOptions) -> None:
    for option, number in (("--rounds", options.rounds), ("--workers", options.workers)):
        if number is not None and number < 1:
            wrong = _("{option} takes a whole number of at least 1, not {value}.")
            raise ArenaUsageError(wrong.format(option=option, value=number))
    if options.best_response is None:
        if options.names is None:
            raise ArenaUsageError(
                _("Name a bot for each seat, as in careful,random, or give --best-response.")
            )
        return
    if options.names is not None:
        raise ArenaUsageError(_("A,B,… and --best-response both say who plays; give one of them."))
    exclusions = {
        "--whole": options.whole, "--keep": options.keep, "--plot": options.plot, "--publish": options.publish
    }  # fmt: skip
    for option, value in exclusions.items():
        if value:
            wrong = _("--best-response plays single rounds, keeps and draws nothing; leave out {option}.")
            raise ArenaUsageError(wrong.format(option=option))


def _contest(options: ArenaOptions) -> Contest:
    entrants = entrants_from(options.best_response or options.names or "", options.commands)
    seats = len(entrants)
    why = ngettext("there is {count} bot named", "there are {count} bots named", seats).format(count=seats)
    if options.best_response is not None and seats > 1:
        raise ArenaUsageError(_("--best-response takes one bot, not {count}.").format(count=seats))
    if options.best_response is not None or options.seats is not None:
        seats = _DEFAULT_SEATS if options.seats is None else options.seats
        why = _("--seats is {count}").format(count=seats)
    rules = options.rules(seats, why)
    seed = seed_in(options.keep) if options.seed is None and options.keep is not None else options.seed
    contest_seed = secrets.randbelow(1_000_000_000) if seed is None else seed
    everybody = entrants * seats if options.best_response is not None else entrants
    return Contest(options.game, rules, everybody, contest_seed, whole=options.whole, seconds=options.seconds)
