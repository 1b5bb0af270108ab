"""The queue of reviews of ended games, which the coach works out in the order of the requests.

Requests and reviews are kept in the store: a review is worked out once for all processes and readers, unless
the process that works on it ends before.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Final

from sixth.coach import jobs
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.coach.positions import check_seat
from sixth.server.core.addresses import Network
from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import RouteLimit
from sixth.server.features.reviews.costs import Costs
from sixth.server.features.reviews.jobs import decisions_of, review_cost
from sixth.server.features.reviews.rows import ReviewClaim, ReviewProgress, ReviewRows, Subject
from sixth.server.live.archive import Archive, GameSummary
from sixth.server.live.coach import Coach
from sixth.server.live.worker import WorkerEndedError
from sixth.server.store.sql import SqlStore
from sixth.server.table.gameplay import check_coach

REVIEW_LIMIT: Final = RouteLimit("reviews", 20, 600)
"""Requests for reviews from one address; one takes a processor for some seconds."""

_MAX_WAITING: Final = 500
"""Reviews that may wait on the whole site."""

_MAX_OF_NETWORK: Final = 40
"""Reviews that may wait for one network."""

_MAX_COSTS: Final = 500
"""The latest games of a person whose reviews count on their page."""

_NOWHERE: Final = Network("")

_LOOK_EVERY_S: Final = 2.0
"""Seconds between two looks for reviews that other processes have released."""

_NOTE_EVERY_S: Final = 1.0
"""Seconds between two notes of the progress of a review."""

_COACH: Final = f"{FORMAT}.{VERSION}"
"""The version of the coach under which reviews are kept; those of earlier versions are worked out again."""

_LOG: Final = logging.getLogger(__name__)


class Reviews(Background):
    """The reviews of games in `archive` by `coach`, kept in `store`."""

    interval_s = _LOOK_EVERY_S
    late, fault = "Reviews are worked out later", "Reviews cannot be worked out"

    def __init__(self, store: SqlStore, archive: Archive, coach: Coach) -> None:
        self._rows, self._now, self._archive, self._coach = ReviewRows(store), store.now, archive, coach

    async def find(self, game: GameSummary, seat: int) -> ReviewProgress | None:
        """Return the progress of a review; None if there is no request for it."""
        return await asyncio.to_thread(self._rows.find, _subject(game, seat), self._now())

    async def ask(self, game: GameSummary, seat: int, *, network: Network = _NOWHERE) -> None:
        """Request the review of a seat of an ended game, from a network.

        Raises:
            Refusal: there is nothing to review, or too many reviews wait.
        """
        check_review(game, seat)
        check_coach()
        share = _MAX_WAITING if network.unlimited else _MAX_OF_NETWORK
        request = _subject(game, seat), game.table_id, network.name, self._now()
        if not await asyncio.to_thread(self._rows.ask, *request, most=_MAX_WAITING, share=share):
            raise Busy("busy", "The coach is busy right now. Please try again later.")
        self._wake.set()

    async def costs(self, seats: Sequence[tuple[str, int]]) -> Costs:
        """Return what the choices of these seats, each of a game, cost, of those whose review is finished."""
        return await asyncio.to_thread(self._rows.costs, _COACH, seats[-_MAX_COSTS:])

    async def still_there(self, games: Sequence[str]) -> Collection[str]:
        """Return those of these ended games whose logs are there, which a review needs."""
        return await asyncio.to_thread(self._rows.still_there, games[-_MAX_COSTS:])

    async def run_once(self) -> bool:
        """Work on the next review until it is finished; return False if none waits.

        Raises:
            UnavailableError: the database does not answer.
        """
        claim = await asyncio.to_thread(self._rows.claim, _COACH, self._now())
        if claim is None:
            return False
        try:
            await self._work_on(claim)
        except Exception as error:
            if isinstance(error, UnavailableError) and not isinstance(error, WorkerEndedError):
                raise
            game = name_hash(claim.subject.game)
            _LOG.error("A review could not be worked out.", exc_info=error, extra={"game": game})
            await asyncio.to_thread(self._rows.fail, claim)
        finally:
            # If the server ends or the database is away, another process goes on.
            with suppress(UnavailableError):
                await asyncio.shield(asyncio.to_thread(self._rows.release, claim))
        return True

    async def once(self) -> None:
        """Work on all reviews that wait."""
        while await self.run_once():
            pass

    async def _work_on(self, claim: ReviewClaim) -> None:
        """Have the coach judge one position after the other, as long as the claim holds."""
        subject = claim.subject
        game = await self._archive.get(subject.game)
        record, decisions = await self._archive.do(partial(decisions_of, seat=subject.seat), game)
        step, steps = 0, sum(len(each.positions) for each in decisions)
        rounds: list[str] = []
        noted_at = monotonic()
        for each in decisions:
            for number, position in enumerate(each.positions):
                await self._coach.worth(position, first=number == 0)
                step += 1
                if monotonic() > noted_at + _NOTE_EVERY_S:
                    noted_at = monotonic()
                    if not await asyncio.to_thread(self._rows.note, claim, self._now(), step / steps):
                        return
            round = partial(jobs.round_of_review, record, subject.seat, len(rounds))
            rounds.append(await self._coach.do(round))
        body = await self._coach.do(partial(jobs.whole_review, subject.game, subject.seat, rounds))
        cost = await self._archive.run(partial(review_cost, body=body))
        await asyncio.to_thread(self._rows.keep, subject, body, cost)


def check_review(game: GameSummary, seat: int) -> None:
    """Check that there may be a review of a seat.

    Raises:
        CannotReviewError: there is no such seat, a bot had it, or the game was abandoned.
    """
    check_seat(game.seats, seat, abandoned=game.abandoned, bots=False)


def _subject(game: GameSummary, seat: int) -> Subject:
    return Subject(game.game, seat, _COACH)
