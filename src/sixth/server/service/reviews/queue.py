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

from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.coach.positions import check
from sixth.rules.game import Refusal
from sixth.rules.record import Record
from sixth.server.core.background import Background
from sixth.server.core.errors import UnavailableError
from sixth.server.core.limits import Limit
from sixth.server.core.logs import short
from sixth.server.service.archive import Archive
from sixth.server.store.reviews import Asked, Subject
from sixth.server.store.sql import SqlStore

__all__ = ["ASKED", "Asked", "Reviews"]

ASKED: Final = Limit("reviews", 20, 600)
"""Reviews asked for from one address; one takes a processor for some seconds."""

_MOST: Final = 500
"""Reviews that may be asked for and not there yet, on the whole site."""

_CLAIM_MS: Final = 5_000
"""For so long nobody else takes up what somebody works on, who says much more often that they still do."""

_LOOK_EVERY_S: Final = 2.0
"""Seconds after which it is looked again whether another process has left one."""

_SAY_EVERY_S: Final = 1.0
"""Seconds between two notes of how far it is."""

_LONGEST_LINE: Final = 16 * 1024 * 1024
"""Bytes of a review; one of ten rounds has some 100,000."""

_COACH: Final = f"{FORMAT}.{VERSION}"
"""What reviews are kept under: what an earlier coach said is worked out anew."""

_PROGRAM: Final = "sixth.server.service.reviews.program"

_LOG: Final = logging.getLogger(__name__)


class Reviews(Background):
    """What the coach says of games in `archive`, kept in `store`."""

    def __init__(self, store: SqlStore, archive: Archive) -> None:
        self._store, self._kept, self._now, self._archive = store, store.reviews, store.now, archive
        self._asked = asyncio.Event()
        self._share = 0.0

    async def find(self, game: Record, seat: int) -> Asked | None:
        """Return a review as far as it is; None if nobody has asked for it."""
        return await asyncio.to_thread(self._kept.find, _subject(game, seat), self._now())

    async def ask(self, game: Record, seat: int) -> None:
        """Ask for the review of a seat of a game that is over.

        Raises:
            Refusal: there is nothing to review, or too many are asked for.
        """
        check(game, seat, bots=False)
        if not await asyncio.to_thread(self._ask, _subject(game, seat)):
            raise Refusal("busy", "The coach has too much to do just now; please try again in a while.")
        self._asked.set()

    async def once(self) -> bool:
        """Work out the review that has waited longest; returns whether there was one.

        Raises:
            UnavailableError: the database does not answer.
        """
        subject = await asyncio.to_thread(self._kept.claim, _COACH, self._now(), self._until())
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
            *(sys.executable, "-m", _PROGRAM, str(subject.seat)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_LONGEST_LINE,
        )
        self._share = 0.0
        renewing = asyncio.create_task(self._renew(subject))
        try:
            return await self._answer(program, subject, text)
        finally:
            renewing.cancel()
            if program.returncode is None:
                program.kill()
                await program.wait()

    async def _answer(self, program: Process, subject: Subject, text: str) -> str | None:
        """Give the record to the program, hear how far it is, and return its last line."""
        assert program.stdin is not None
        assert program.stdout is not None
        with suppress(ConnectionError):
            program.stdin.write(text.encode())
            await program.stdin.drain()
        program.stdin.close()
        last = b""
        async for line in program.stdout:
            last = line
            if not line.startswith(b"{"):
                self._share = float(line)
        if await program.wait() or not last.startswith(b"{"):
            _LOG.error("A review could not be worked out.", extra={"game": short(subject.game)})
            return None
        return last.decode().rstrip()

    async def _renew(self, subject: Subject) -> None:
        """Say again and again that it is being worked on, and how much is done."""
        while True:
            await asyncio.sleep(_SAY_EVERY_S)
            # Where nobody hears it, somebody else takes it up, and it is worked out twice.
            with suppress(UnavailableError):
                await asyncio.to_thread(self._kept.renew, subject, self._until(), self._share)

    def _until(self) -> int:
        return self._now() + _CLAIM_MS


def _subject(game: Record, seat: int) -> Subject:
    return Subject(game.game, seat, _COACH)
