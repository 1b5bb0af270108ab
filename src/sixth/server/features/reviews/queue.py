"""Reviews of games that are over, worked out in turns by a program beside the server.

That program has the lowest priority (`nice`): it gets the processor time that nobody else needs, so bots keep
theirs. Requests and finished rounds are kept in the store, so a review is worked out once for all processes
and everybody who asks, and goes on after a crash.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Collection, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
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
from sixth.server.features.reviews.rows import Asker, Claim, Progress, Rows, Subject
from sixth.server.features.reviews.turns import TURN_S, in_turn
from sixth.server.live.archive import Archive, Ended
from sixth.server.live.ended.game import EndedGame
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import seat_of
from sixth.server.table.state import Table

REVIEW_LIMIT: Final = RouteLimit("reviews", 20, 600)
"""Requests for reviews from one address; one takes a processor for some seconds."""

_MAX_WAITING: Final = 500
"""Reviews that may wait on the whole site."""

_MAX_OF_NETWORK: Final = 40
"""Reviews that may wait for one network."""

_NOWHERE: Final = Network("")

_JUST_ENDED: Final = timedelta(minutes=15)
"""So long after the last event at its table a game has just ended."""

_LOOK_EVERY_S: Final = 2.0
"""Seconds after which it is looked again whether another process has left one."""

_NOTE_EVERY_S: Final = 1.0
"""Seconds between two notes of how far a review is, and between two looks at the queue."""

_LONGEST_LINE: Final = 16 * 1024 * 1024
"""Bytes of a round of a review; one of ten turns has some 10,000."""

_COACH: Final = f"{FORMAT}.{VERSION}"
"""What reviews are kept under: what an earlier coach said is worked out anew."""

_PROGRAM: Final = "sixth.server.features.reviews.program"

_LOG: Final = logging.getLogger(__name__)

_End = Literal["there", "turn over", "elsewhere", "failed"]
"""How a turn ended; `elsewhere` says that another process works on the same review."""


class Reviews(Background):
    """The coach's reviews of games in `archive`, kept in `store`; `known` finds a table."""

    def __init__(
        self,
        store: SqlStore,
        archive: Archive,
        known: Callable[[str], Awaitable[Table]],
        turn_s: float = TURN_S,
    ) -> None:
        self._store, self._rows, self._now, self._archive = store, Rows(store), store.now, archive
        self._known, self._turn_s = known, turn_s
        self._new_request = asyncio.Event()
        self._share = 0.0
        self._places: Mapping[Subject, int] = {}
        self._places_until = 0.0
        self._placing = asyncio.Lock()

    async def find(self, game: Ended, seat: int) -> Progress | None:
        """Return how far a review is; None if nobody has asked for it."""
        subject = _subject(game, seat)
        progress = await asyncio.to_thread(self._rows.find, subject, self._now())
        if progress is None or progress.failed or progress.body is not None:
            return progress
        return progress._replace(ahead=await self._place(subject))

    async def ask(
        self, game: Ended, seat: int, *, network: Network = _NOWHERE, tokens: Collection[str] = ()
    ) -> None:
        """Ask for the review of a seat of a game that is over, from a network, with these tokens of seats.

        Raises:
            Refusal: there is nothing to review, or too many are asked for.
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

    async def run_once(self) -> bool:
        """Work on the review whose turn it is until it is there or its turn is over; False if none waits.

        Raises:
            UnavailableError: the database does not answer.
        """
        claim = await asyncio.to_thread(self._rows.claim, _COACH, self._now(), in_turn)
        if claim is None:
            return False
        try:
            end = await self._work_on(claim)
        except BaseException:
            # The server ends, or the database is away: the review has done nothing wrong.
            with suppress(UnavailableError):
                await asyncio.shield(asyncio.to_thread(self._rows.release, claim))
            raise
        if end == "turn over":
            await asyncio.to_thread(self._rows.release, claim)
        elif end == "failed":
            await asyncio.to_thread(self._rows.fail, claim)
        return True

    # -------------------------------------------------------------- who waits

    async def _just_ended(self, game: str, table_id: str, tokens: Collection[str]) -> bool:
        """Return whether this was the last game at its table, a while ago, and a token is of a seat there."""
        table = await self._known(table_id)
        if table.game_id != game or all(seat_of(table, token) is None for token in tokens):
            return False
        last = await asyncio.to_thread(self._store.times, {table_id: table.version})
        now = datetime.fromtimestamp(self._now() / 1000, UTC)
        return table_id in last and now - last[table_id] < _JUST_ENDED

    async def _place(self, subject: Subject) -> int:
        """Return how many reviews go before this one; all who ask within a second share one look."""
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

    async def _others_go_on(self, claim: Claim) -> bool:
        """Return whether somebody else would have the next turn if this review let go of its own."""
        now = self._now()
        waiting, turns = await asyncio.to_thread(self._rows.waiting, _COACH, now)
        mine = claim.waiting
        turns = {**turns, mine.network: now, mine.table: now}
        free = [each for each in waiting if not each.taken or each.subject == claim.subject]
        free = [each._replace(taken=False) for each in free]
        ordered = await asyncio.to_thread(in_turn, free, turns, now)
        return bool(ordered) and ordered[0].subject != claim.subject

    # -------------------------------------------------------------- the work

    async def _run(self) -> None:
        await self._repeat(
            _LOOK_EVERY_S,
            self._work_off,
            late="Reviews are worked out later",
            fault="Reviews cannot be worked out",
            wake=self._new_request,
        )

    async def _work_off(self) -> None:
        while await self.run_once():
            pass

    async def _work_on(self, claim: Claim) -> _End:
        """Have the program work on a review for a turn, and keep what it finishes."""
        game = await self._archive.ended(claim.subject.game)
        if game is None:
            return "failed"
        text = await self._archive.do(_text, game)
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", _PROGRAM, str(claim.subject.seat), str(claim.done)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_LONGEST_LINE,
        )
        self._share = claim.share
        renewing = asyncio.create_task(self._renew(claim))
        try:
            return await self._listen(program, claim, text)
        finally:
            renewing.cancel()
            if program.returncode is None:
                program.kill()
                await program.wait()

    async def _listen(self, program: Process, claim: Claim, text: str) -> _End:
        """Give the record to the program, and keep each round that it finishes."""
        assert program.stdin is not None
        assert program.stdout is not None
        with suppress(ConnectionError):
            program.stdin.write(text.encode())
            await program.stdin.drain()
        program.stdin.close()
        until, number = monotonic() + self._turn_s, claim.done
        async for line in program.stdout:
            word, _, rest = line.decode().rstrip("\n").partition(" ")
            if word == "share":
                self._share = float(rest)
            elif word == "round":
                if not await asyncio.to_thread(self._rows.add_round, claim, number, rest, self._share):
                    return "elsewhere"
                number += 1
                if self._share < 1 and monotonic() > until and await self._others_go_on(claim):
                    return "turn over"
            elif word == "review":
                rounds = await asyncio.to_thread(self._rows.rounds, claim.subject)
                body = rest.replace('"rounds":[]', f'"rounds":[{",".join(rounds)}]', 1)
                await asyncio.to_thread(self._rows.keep, claim.subject, body)
                return "there"
        await program.wait()
        _LOG.error("A review could not be worked out.", extra={"game": name_hash(claim.subject.game)})
        return "failed"

    async def _renew(self, claim: Claim) -> None:
        """Say again and again that the review is being worked on, and how much is done."""
        while True:
            await asyncio.sleep(_NOTE_EVERY_S)
            # Where nobody hears it, somebody else takes it up, and a round is worked out twice.
            with suppress(UnavailableError):
                await asyncio.to_thread(self._rows.renew, claim, self._now(), self._share)


def check_review(game: Ended, seat: int) -> None:
    """Check that there may be a review of a seat.

    Raises:
        CannotReviewError: there is no such seat, a bot had it, or the game was abandoned.
    """
    check_seat(game.seats, seat, abandoned=game.abandoned, bots=False)


def _text(game: EndedGame) -> str:
    return game.record.text()


def _subject(game: Ended, seat: int) -> Subject:
    return Subject(game.game, seat, _COACH)
