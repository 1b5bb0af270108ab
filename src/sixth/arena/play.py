"""A whole arena: check the bots, read the deals in the file, play the rest."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from sixth import bots
from sixth.arena.contest import ArenaError, Contest, Entrant
from sixth.arena.deal import DealResult
from sixth.arena.players.external_bot import command_problem
from sixth.arena.results_file import open_results
from sixth.arena.worker_pool import WorkerPool
from sixth.i18n import error_text, gettext as _
from sixth.processors import cores
from sixth.progress import track

if TYPE_CHECKING:
    from sixth.arena.tally import ContestTally

DealProgress = Callable[[Iterator[DealResult], int, int], Iterator[DealResult]]
"""A function of the results, the number of deals done before, and the number of all; it passes results on."""


def deals_bar(results: Iterator[DealResult], done: int, deals: int) -> Iterator[DealResult]:
    """Yield the results, with a progress bar on the terminal."""
    return track(_("Deals"), results, deals, done=done)


def check_entrant(entrant: Entrant) -> None:
    """Raise `ArenaError` if a bot cannot start."""
    if entrant.command is None:
        try:
            bots.make(entrant.name, seed=0)
        except Exception as error:
            wrong = _("The bot {bot} cannot play: {why}")
            raise ArenaError(wrong.format(bot=entrant.name, why=error_text(error))) from error
    elif problem := command_problem(entrant.name, entrant.command):
        raise ArenaError(problem)


def check_played(contest: Contest, result: DealResult) -> None:
    """Raise `ArenaError` if a bot has failed in a deal: a stand-in played for it, which no record says."""
    for failure in result.faults:
        bot = contest.entrants[contest.seated(result.deal)[failure.bot]]
        wrong = _("{bot} failed, so there is no result: {fault}.")
        raise ArenaError(wrong.format(bot=bot.name, fault=failure.text))


def play(
    contest: Contest,
    *,
    rounds: int,
    workers: int | None = None,
    keep: str | None = None,
    progress: DealProgress = lambda results, done, deals: results,
    counted: "Callable[[ContestTally], None]" = lambda tally: None,
) -> "ContestTally":
    """Play at least `rounds` rounds (or whole games), each deal in every rotation; return the tally.

    `workers` processes play (None: one for each core). Deals in the file `keep` are not played again, and
    each new result is written to it at once. `counted` is called with the tally so far after each deal.

    Raises:
        ArenaError: A bot cannot start, or the file is of another contest.
    """
    from sixth.arena.tally import ContestTally

    for entrant in contest.entrants:
        check_entrant(entrant)
    tally = ContestTally(contest, contest.deals(rounds))
    with ExitStack() as stack:
        file = stack.enter_context(open_results(keep, contest)) if keep is not None else None
        for result in file.results() if file else ():
            tally.add(result)
        deals_left = tally.missing
        if deals_left:
            workers = min(workers or cores(), len(deals_left))
            pool = stack.enter_context(WorkerPool(contest, workers=workers))
            for result in progress(pool.play(deals_left), tally.deals - len(deals_left), tally.deals):
                tally.add(result)
                if file:
                    file.add(result)
                counted(tally)
    return tally
