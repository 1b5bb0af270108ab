"""Reviews of games that are over, worked out one after the other in a program beside the server.

That program is as unimportant to the machine as can be (`nice`): it gets what nobody else needs of the
processors, so bots keep their time to think. What is asked for is kept in the store, so it is worked out once
whoever asks, in whichever process, and again after a crash.
"""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Final

from sixth.coach.codec import FORMAT
from sixth.coach.positions import CannotReviewError
from sixth.coach.positions import check as check_reviewable
from sixth.rules.game import Refusal
from sixth.rules.record import Record
from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.limits import Limit
from sixth.server.core.logs import short
from sixth.server.service.archive import Archive
from sixth.server.store.reviews import Asked, Subject
from sixth.server.store.sql import SqlStore

__all__ = ["ASKED", "Asked", "Reviews", "check"]

ASKED: Final = Limit("reviews", 20, 600)
"""Reviews asked for from one address; one takes a processor for some seconds."""

_MOST: Final = 500
"""Reviews that may be asked for and not there yet, on the whole site."""

_CLAIM_MS: Final = 10_000
"""For so long nobody else takes up what somebody works on; the program says how far it is much more often."""

_LOOK_EVERY_S: Final = 5.0
"""Seconds after which it is looked again whether another process has left one."""

_SAY_EVERY_S: Final = 1.0
"""Seconds between two notes of how far it is."""

_PROGRAM: Final = "sixth.server.service.reviews.program"

_LOG: Final = logging.getLogger(__name__)


class Reviews(Background):
    """What the coach says of games in `archive`, kept in `store`."""

    def __init__(self, store: SqlStore, archive: Archive) -> None:
        self._store, self._kept, self._now, self._archive = store, store.reviews, store.now, archive
        self._asked = asyncio.Event()

    async def find(self, game: Record, seat: int) -> Asked | None:
        """Return a review as far as it is; None if nobody has asked for it."""
        return await asyncio.to_thread(self._kept.find, _subject(game, seat), self._now())

    async def ask(self, game: Record, seat: int) -> None:
        """Ask for the review of a seat of a game that is over.

        Raises:
            Refusal: there is nothing to review, or too many are asked for.
        """
        check(game, seat)
        if not await asyncio.to_thread(self._ask, _subject(game, seat)):
            raise Refusal("busy", "The coach has too much to do just now; please try again in a while.")
        self._asked.set()

    async def once(self) -> bool:
        """Work out the review that has waited longest; returns whether there was one.

        Raises:
            UnavailableError: the database does not answer.
        """
        subject = await asyncio.to_thread(self._kept.claim, FORMAT, self._now(), self._until())
        if subject is None:
            return False
        try:
            body = await self._work_out(subject)
        except BaseException:
            # The server ends: that it comes to no end is not its fault.
            with suppress(UnavailableError):
                await asyncio.shield(asyncio.to_thread(self._kept.give_back, subject))
            raise
        if body is None:
            await asyncio.to_thread(self._kept.fail, subject)
        else:
            await asyncio.to_thread(self._kept.keep, subject, body)
        return True

    # -------------------------------------------------------------- inside

    def _ask(self, subject: Subject) -> bool:
        table_id = self._store.table_of(subject.game)
        return table_id is not None and self._kept.ask(subject, table_id, self._now(), _MOST)

    async def _run(self) -> None:
        while True:
            self._asked.clear()
            try:
                while await self.once():
                    pass
            except UnavailableError as error:
                _LOG.warning("Reviews are worked out later: %s.", error)
            except Exception:
                _LOG.exception("Reviews cannot be worked out; trying again.")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._asked.wait(), _LOOK_EVERY_S)

    async def _work_out(self, subject: Subject) -> str | None:
        """Return a review as JSON; None if there is none to be had."""
        game = await self._archive.ended(subject.game)
        if game is None:
            return None
        text = await self._archive.do(game.record.text)
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", _PROGRAM, str(subject.seat), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        try:
            return await self._answer(program, subject, text)
        finally:
            if program.returncode is None:
                program.kill()
                await program.wait()

    async def _answer(self, program: Process, subject: Subject, text: str) -> str | None:
        """Give the record to the program, note how far it is, and return its last line."""
        assert program.stdin is not None
        assert program.stdout is not None
        with suppress(ConnectionError):
            program.stdin.write(text.encode())
            await program.stdin.drain()
        program.stdin.close()
        last, said_at = b"", 0.0
        ticks = asyncio.get_running_loop().time
        async for line in program.stdout:
            last = line
            if not line.startswith(b"{") and ticks() - said_at > _SAY_EVERY_S:
                said_at = ticks()
                await asyncio.to_thread(self._kept.renew, subject, self._until(), float(line))
        if await program.wait() or not last.startswith(b"{"):
            _LOG.error("A review could not be worked out.", extra={"game": short(subject.game)})
            return None
        return last.decode().rstrip()

    def _until(self) -> int:
        return self._now() + _CLAIM_MS


def check(game: Record, seat: int) -> None:
    """Check that the coach has something to say of a seat.

    Raises:
        Refusal: the game was abandoned, there is no such seat, or a bot sat there.
    """
    try:
        check_reviewable(game, seat, bots=False)
    except CannotReviewError as error:
        raise Refusal(error.code, error.sentence) from error


def _subject(game: Record, seat: int) -> Subject:
    return Subject(game.game, seat, FORMAT)
