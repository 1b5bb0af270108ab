"""An arena from beginning to end: check, go on from what is kept, play the rest."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from typing import TYPE_CHECKING

from sixth import bots
from sixth.arena.contest import Contest
from sixth.arena.deal import DealResult
from sixth.arena.errors import ArenaError
from sixth.arena.players.external_bot import command_problem
from sixth.arena.results_file import open_results
from sixth.arena.worker_pool import WorkerPool
from sixth.extras import install_command
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.processors import cores
from sixth.progress import watched

if TYPE_CHECKING:
    from sixth.arena.tally import Tally

Progress = Callable[[Iterator[DealResult], int, int], Iterator[DealResult]]
"""Passes on the results as they come; it is told how many deals are done already, and how many there are."""


def deals_bar(results: Iterator[DealResult], done: int, deals: int) -> Iterator[DealResult]:
    """Pass on the results with a bar on the terminal."""
    return watched(_("Deals"), results, deals, done=done)


def play(
    contest: Contest,
    *,
    rounds: int,
    workers: int | None = None,
    keep: str | None = None,
    progress: Progress = lambda results, done, deals: results,
    counted: "Callable[[Tally], None]" = lambda tally: None,
) -> "Tally":
    """Play at least so many rounds (or whole games), each deal once in every rotation of the seats.

    `workers` processes play, one for each core if not said. With `keep`, deals that are in that file are not
    played again, and every other one is written there as soon as it is done. `counted` is called with the
    sums so far whenever a deal has been played.

    Raises:
        ArenaError: A library is missing, a bot cannot start, or the file is of another contest.
    """
    require("numpy", "openskill")
    from sixth.arena.tally import Tally

    for entrant in contest.entrants:
        if entrant.command is None:
            _check_bot(entrant.name)
        elif problem := command_problem(entrant.name, entrant.command):
            raise ArenaError(problem)
    tally = Tally(contest, contest.deals(rounds))
    with ExitStack() as stack:
        file = stack.enter_context(open_results(keep, contest)) if keep is not None else None
        for result in file.results() if file else ():
            tally.add(result)
        missing = tally.missing
        if missing:
            workers = min(workers or cores(), len(missing))
            pool = stack.enter_context(WorkerPool(contest, workers=workers))
            for result in progress(pool.play(missing), tally.deals - len(missing), tally.deals):
                tally.add(result)
                if file:
                    file.add(result)
                counted(tally)
    return tally


def require(*libraries: str) -> None:
    """Check that libraries are there which only some people need.

    Raises:
        ArenaError: One of them is not installed.
    """
    if any(find_spec(name) is None for name in libraries):
        wrong = _("The arena is not installed; install it with: {command}")
        raise ArenaError(wrong.format(command=install_command("arena")))


def _check_bot(name: str) -> None:
    try:
        bots.make(name, seed=0)
    except Exception as error:
        wrong = _("The bot {bot} cannot play: {why}")
        raise ArenaError(wrong.format(bot=name, why=error_text(error))) from error
