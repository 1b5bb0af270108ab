"""The queue of reviews of ended games, which a program beside the server computes in turns.

The program has the lowest priority (`nice`), so that it takes no processor time from bots. Requests and
finished rounds are kept in the store: a review is worked out once for all processes and readers, and goes on
after a crash.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from time import monotonic
from typing import Final, Literal

from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.coach.positions import check_seat
from sixth.server.core.addresses import Network
from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import RouteLimit
from sixth.server.features.replay.jobs import record_text
from sixth.server.features.reviews.costs import Costs
from sixth.server.features.reviews.jobs import review_costs
from sixth.server.features.reviews.rows import Asker, ReviewClaim, ReviewProgress, ReviewRows, Subject
from sixth.server.features.reviews.turns import TURN_S, in_turn
from sixth.server.live.archive import Archive, GameSummary
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import seat_of
from sixth.server.table.state import Table

REVIEW_LIMIT: Final = RouteLimit("reviews", 20, 600)
"""Requests for reviews from one address; one takes a processor for some seconds."""

_MAX_WAITING: Final = 500
"""Reviews that may wait on the whole site."""

_MAX_OF_NETWORK: Final = 40
"""Reviews that may wait for one network."""

_MAX_COSTS: Final = 500
"""The latest games of a person whose reviews count on their page."""

_NOWHERE: Final = Network("")

_JUST_ENDED: Final = timedelta(minutes=15)
"""The time after the last event at its table for which a game has just ended."""

_LOOK_EVERY_S: Final = 2.0
"""Seconds between two looks for reviews that other processes have released."""

_NOTE_EVERY_S: Final = 1.0
"""Seconds between two notes of the progress of a review, and between two looks at the order of the queue."""

_LONGEST_LINE: Final = 16 * 1024 * 1024
"""Bytes of a round of a review; one of ten turns has some 10,000."""

_COACH: Final = f"{FORMAT}.{VERSION}"
"""The version of the coach under which reviews are kept; those of earlier versions are worked out again."""

_PROGRAM: Final = "sixth.server.features.reviews.program"

_LOG: Final = logging.getLogger(__name__)

_End = Literal["there", "turn over", "elsewhere", "failed"]
"""The end of a turn; after `elsewhere`, another process works on the same review."""


class Reviews(Background):
    """The coach's reviews of games in `archive`, kept in `store`; `get_table` returns a table by its name."""

    def __init__(
        self,
        store: SqlStore,
        archive: Archive,
        get_table: Callable[[str], Awaitable[Table]],
        turn_s: float = TURN_S,
    ) -> None:
        self._store, self._rows, self._now, self._archive = store, ReviewRows(store), store.now, archive
        self._get_table, self._turn_s = get_table, turn_s
        self._new_request = asyncio.Event()
        self._share = 0.0
        self._places: Mapping[Subject, int] = {}
        self._places_until = 0.0
        self._placing = asyncio.Lock()

    async def find(self, game: GameSummary, seat: int) -> ReviewProgress | None:
        """Return the progress of a review; None if there is no request for it."""
        subject = _subject(game, seat)
        progress = await asyncio.to_thread(self._rows.find, subject, self._now())
        if progress is None or progress.failed or progress.body is not None:
            return progress
        return progress._replace(ahead=await self._place(subject))

    async def ask(
        self, game: GameSummary, seat: int, *, network: Network = _NOWHERE, tokens: Collection[str] = ()
    ) -> None:
        """Request the review of a seat of an ended game, from a network and with these tokens of seats.

        Raises:
            Refusal: there is nothing to review, or too many reviews wait.
        """
        check_review(game, seat)
        table_id = game.table_id
        asker = Asker(network.name, bool(tokens) and await self._just_ended(game.game, table_id, tokens))
        share = _MAX_WAITING if network.unlimited else _MAX_OF_NETWORK
        subject, limits = _subject(game, seat), {"most": _MAX_WAITING, "share": share}
        if not await asyncio.to_thread(self._rows.ask, subject, table_id, asker, self._now(), **limits):
            raise Busy("busy", "The coach is busy right now. Please try again later.")
        self._places_until = 0.0
        self._new_request.set()

    async def costs(self, seats: Sequence[tuple[str, int]]) -> Costs:
        """Return what the choices of these seats, each of a game, cost, of those whose review is finished.

        They are computed once, from reviews that are there; none is requested.
        """
        latest = seats[-_MAX_COSTS:]
        if uncounted := await asyncio.to_thread(self._rows.uncounted, _COACH, latest):
            work = partial(review_costs, bodies=list(uncounted.values()))
            counted = zip(uncounted, await self._archive.run(work), strict=True)
            await asyncio.to_thread(self._rows.keep_costs, dict(counted))
        return await asyncio.to_thread(self._rows.costs, _COACH, latest)

    async def still_there(self, games: Sequence[str]) -> Collection[str]:
        """Return those of these ended games whose logs are there, which a review needs."""
        return await asyncio.to_thread(self._rows.still_there, games[-_MAX_COSTS:])

    async def run_once(self) -> bool:
        """Work on the next review until it is finished or its turn is over; return False if none waits.

        Raises:
            UnavailableError: the database does not answer.
        """
        claim = await asyncio.to_thread(self._rows.claim, _COACH, self._now(), in_turn)
        if claim is None:
            return False
        try:
            end = await self._work_on(claim)
        except BaseException:
            # The server ends, or the database does not answer, so this is no failure of the review.
            with suppress(UnavailableError):
                await asyncio.shield(asyncio.to_thread(self._rows.release, claim))
            raise
        if end == "turn over":
            await asyncio.to_thread(self._rows.release, claim)
        elif end == "failed":
            await asyncio.to_thread(self._rows.fail, claim)
        return True

    # -------------------------------------------------------------- order

    async def _just_ended(self, game: str, table_id: str, tokens: Collection[str]) -> bool:
        """Return whether this is the last game at its table, ended lately, and a token is of a seat there."""
        table = await self._get_table(table_id)
        if table.game_id != game or all(seat_of(table, token) is None for token in tokens):
            return False
        last = await asyncio.to_thread(self._store.times, {table_id: table.version})
        now = datetime.fromtimestamp(self._now() / 1000, UTC)
        return table_id in last and now - last[table_id] < _JUST_ENDED

    async def _place(self, subject: Subject) -> int:
        """Return how many reviews go before this one, from an order that is computed once a second."""
        async with self._placing:
            if monotonic() >= self._places_until:
                now = self._now()
                waiting, turns = await asyncio.to_thread(self._rows.waiting, subject.coach, now)
                ordered = await asyncio.to_thread(in_turn, waiting, turns, now)
                self._places = {
                    each.subject: 0 if each.taken else place for place, each in enumerate(ordered)
                }
                self._places_until = monotonic() + _NOTE_EVERY_S
        return self._places.get(subject, 0)

    async def _others_go_on(self, claim: ReviewClaim) -> bool:
        """Return whether another review would have the next turn if this one ended its turn."""
        now = self._now()
        waiting, turns = await asyncio.to_thread(self._rows.waiting, _COACH, now)
        turns = {**turns, claim.waiting.network: now, claim.waiting.table: now}
        free = [each for each in waiting if not each.taken or each.subject == claim.subject]
        free = [each._replace(taken=False) for each in free]
        ordered = await asyncio.to_thread(in_turn, free, turns, now)
        return bool(ordered) and ordered[0].subject != claim.subject

    # -------------------------------------------------------------- the work

    async def _run(self) -> None:
        await self._repeat(
            _LOOK_EVERY_S,
            self._run_all,
            late="Reviews are worked out later",
            fault="Reviews cannot be worked out",
            wake=self._new_request,
        )

    async def _run_all(self) -> None:
        while await self.run_once():
            pass

    async def _work_on(self, claim: ReviewClaim) -> _End:
        """Have the program work on a review for a turn, and keep the rounds that it finishes."""
        game = await self._archive.find(claim.subject.game)
        if game is None:
            return "failed"
        record = await self._archive.do(partial(record_text, packed=False), game)
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", _PROGRAM, str(claim.subject.seat), str(claim.done)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_LONGEST_LINE,
        )
        self._share = claim.share
        renewal = asyncio.create_task(self._renew(claim))
        try:
            return await self._listen(program, claim, record)
        finally:
            renewal.cancel()
            if program.returncode is None:
                program.kill()
                await program.wait()

    async def _listen(self, program: Process, claim: ReviewClaim, record: bytes) -> _End:
        assert program.stdin is not None
        assert program.stdout is not None
        with suppress(ConnectionError):
            program.stdin.write(record)
            await program.stdin.drain()
        program.stdin.close()
        until, number = monotonic() + self._turn_s, claim.done
        async for line in program.stdout:
            word, _, value = line.decode().rstrip("\n").partition(" ")
            if word == "share":
                self._share = float(value)
            elif word == "round":
                if not await asyncio.to_thread(self._rows.add_round, claim, number, value, self._share):
                    return "elsewhere"
                number += 1
                if self._share < 1 and monotonic() > until and await self._others_go_on(claim):
                    return "turn over"
            elif word == "review":
                rounds = await asyncio.to_thread(self._rows.rounds, claim.subject)
                body = value.replace('"rounds":[]', f'"rounds":[{",".join(rounds)}]', 1)
                await asyncio.to_thread(self._rows.keep, claim.subject, body)
                return "there"
        await program.wait()
        _LOG.error("A review could not be worked out.", extra={"game": name_hash(claim.subject.game)})
        return "failed"

    async def _renew(self, claim: ReviewClaim) -> None:
        """Renew the claim on a review with the share that is done, again and again."""
        while True:
            await asyncio.sleep(_NOTE_EVERY_S)
            # If the claim runs out, another process goes on, and one round is worked out twice.
            with suppress(UnavailableError):
                await asyncio.to_thread(self._rows.renew, claim, self._now(), self._share)


def check_review(game: GameSummary, seat: int) -> None:
    """Check that there may be a review of a seat.

    Raises:
        CannotReviewError: there is no such seat, a bot had it, or the game was abandoned.
    """
    check_seat(game.seats, seat, abandoned=game.abandoned, bots=False)


def _subject(game: GameSummary, seat: int) -> Subject:
    return Subject(game.game, seat, _COACH)
