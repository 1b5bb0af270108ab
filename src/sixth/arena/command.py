"""`sixth arena`, once its command line is split up: what it asks for, done and shown in every form."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import IO, Final

from rich.console import Console

from sixth.arena.best_response.response import print_response, respond
from sixth.arena.contest import MOVE_SECONDS, Contest, entrants_from
from sixth.arena.errors import ArenaUsageError
from sixth.arena.play import play
from sixth.arena.plot import plot, plot_format
from sixth.arena.results_file import seed_in
from sixth.arena.watch import watched
from sixth.i18n import gettext as _
from sixth.i18n import ngettext
from sixth.rules.codec import dumps
from sixth.rules.options import Rules

_SEATS: Final = 4
"""Around the table of a best response, if not said."""


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is asked for; None is not said."""

    names: str | None
    """A bot for each seat,"""
    best_response: str | None = None
    """or one whose best response is looked for,"""
    seats: int | None = None
    """at a table of so many."""
    game: str
    rules: Callable[[int, str], Rules]
    """The rules for so many seats; the text says why so many."""
    rounds: int
    whole: bool = False
    commands: Sequence[str] = ()
    seconds: float = MOVE_SECONDS
    seed: int | None = None
    workers: int | None = None
    keep: str | None = None
    plot: str | None = None
    json: bool = False


def carry_out(
    order: Order,
    picture: Callable[[str], AbstractContextManager[IO[bytes]]],
    write_line: Callable[[str], None],
) -> None:
    """Play the arena; draw it into the file that `picture` opens, and print it, as JSON by `write_line`.

    Raises:
        ArenaUsageError: it makes no sense.
        ArenaError: it cannot be played.
    """
    _check(order)
    contest = _contest(order)
    console = Console(markup=False, highlight=False, emoji=False)
    if order.best_response is not None:
        answer = respond(contest, rounds=order.rounds, workers=order.workers)
        if order.json:
            write_line(dumps(answer))
        else:
            print_response(answer, console)
        return
    form = plot_format(order.plot) if order.plot is not None else None
    with picture(order.plot) if order.plot is not None else nullcontext() as file:
        tally = play(contest, rounds=order.rounds, workers=order.workers, keep=order.keep, watch=watched)
        from sixth.arena.report import document, print_report

        found = document(tally)
        if file is not None and form is not None:
            file.write(plot(found, form))
        if order.json:
            write_line(dumps(found))
        else:
            print_report(found, console)


def _check(order: Order) -> None:
    for option, number in (("--rounds", order.rounds), ("--workers", order.workers)):
        if number is not None and number < 1:
            wrong = _("{option} takes a whole number of at least 1, not {value}.")
            raise ArenaUsageError(wrong.format(option=option, value=number))
    if order.best_response is None:
        if order.names is None:
            raise ArenaUsageError(
                _("Name a bot for each seat, as in careful,random, or give --best-response.")
            )
        if order.seats is not None:
            raise ArenaUsageError(_("--seats goes with --best-response; a list names a bot for each seat."))
        return
    if order.names is not None:
        raise ArenaUsageError(_("A,B,… and --best-response both say who plays; give one of them."))
    for option, given in (("--whole", order.whole), ("--keep", order.keep), ("--plot", order.plot)):
        if given:
            wrong = _("--best-response plays single rounds, keeps and draws nothing; leave out {option}.")
            raise ArenaUsageError(wrong.format(option=option))


def _contest(order: Order) -> Contest:
    entrants = entrants_from(order.best_response or order.names or "", order.commands)
    seats = len(entrants)
    why = ngettext("there is {count} bot named", "there are {count} bots named", seats).format(count=seats)
    if order.best_response is not None:
        if seats > 1:
            raise ArenaUsageError(_("--best-response takes one bot, not {count}.").format(count=seats))
        seats = _SEATS if order.seats is None else order.seats
        why = _("--seats is {count}").format(count=seats)
    rules = order.rules(seats, why)
    seed = seed_in(order.keep) if order.seed is None and order.keep is not None else order.seed
    chosen = secrets.randbelow(1_000_000_000) if seed is None else seed
    everybody = entrants if len(entrants) == seats else entrants * seats
    return Contest(order.game, rules, everybody, chosen, whole=order.whole, seconds=order.seconds)
