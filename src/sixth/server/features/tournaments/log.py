"""The logs of tournaments as this process knows them: read, folded, cached, and shown to everybody."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any, Final
from weakref import WeakValueDictionary

from sixth.rules.codec import dumps
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.refusals import NotFound
from sixth.server.features.tournaments.rows import Changes, TournamentRows
from sixth.server.table.identity import SOMEBODY
from sixth.tournaments.events import Renamed, TournamentEvent
from sixth.tournaments.fold import evolve, fold
from sixth.tournaments.public import public_json
from sixth.tournaments.state import Tournament

_MAX_CACHED: Final = 100
"""Tournaments in memory, beside those with listeners."""

_PAUSE_S: Final = 0.5
"""Seconds between two changes that a listener is told, at least."""

_SILENCE_S: Final = 15.0
"""Seconds without a change after which a listener is told that the stream is still there."""


def no_tournament() -> NotFound:
    """Return the refusal for a code that no tournament has."""
    return NotFound("no-tournament", "There is no tournament with this code.")


def topic_of(code: str) -> str:
    """Return the topic of a tournament: its log has grown."""
    return f"tournaments/{code}"


class _Known:
    """A tournament in memory. `is_old` says that another process may have written since it was read."""

    def __init__(self, tournament: Tournament, secret: str) -> None:
        self.tournament, self.secret = tournament, secret
        self.listeners, self.is_old = 0, False
        self._lines: tuple[int, bytes, bytes] = (0, b"", b"")

    def set(self) -> None:
        """Note that the log has grown (a `Listener`)."""
        self.is_old = True

    def advance(self, tournament: Tournament) -> None:
        """Keep the tournament as it is now, unless a later version is known."""
        if tournament.version > self.tournament.version:
            self.tournament = tournament

    def lines(self) -> tuple[bytes, bytes]:
        """Return what everybody may see as a line of JSON, and what of it pages need to hear at once.

        Both are encoded once for each version.
        """
        version, full, brief = self._lines
        if version != self.tournament.version:
            version, public = self.tournament.version, public_json(self.tournament)
            full, brief = (dumps(each).encode() + b"\n" for each in (public, _brief(public)))
            self._lines = version, full, brief
        return full, brief


def _brief(public: dict[str, Any]) -> dict[str, Any]:
    """Return of what everybody may see how far the tournament is, and where people sit.

    The rest grows with the people, and hundreds of phones in one hall need it some seconds later.
    """
    rounds = [{name: each[name] for name in ("number", "stage", "began_at")} for each in public["rounds"]]
    tables = [each["players"] for each in public["rounds"][-1]["tables"]] if rounds else []
    same = {name: public[name] for name in ("version", "ended_at", "next")}
    return {**same, "rounds": rounds, "tables": tables}


class TournamentLog:
    """The logs of the tournaments of a site; `is_shared` says that other processes may write to them."""

    def __init__(self, rows: TournamentRows, pubsub: PubSub, *, is_shared: bool) -> None:
        self._rows, self._pubsub, self._is_shared = rows, pubsub, is_shared
        self._known: OrderedDict[str, _Known] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def now(self, code: str) -> Tournament:
        """Return a tournament as it is now, including what other processes have written.

        Raises:
            NotFound: there is none.
        """
        return (await self._read(code, is_fresh=True)).tournament

    async def secret(self, code: str) -> str:
        """Return the secret of a tournament."""
        return (await self._read(code, is_fresh=False)).secret

    async def shown(self, code: str) -> bytes:
        """Return what everybody may see of a tournament now, as a line of JSON."""
        return (await self._read(code, is_fresh=True)).lines()[0]

    async def append(
        self, before: Tournament, code: str, events: Sequence[TournamentEvent], changes: Changes
    ) -> Tournament:
        """Append events to the log of a tournament, tell its listeners, and return it after them.

        Raises:
            ConflictError: the log has grown meanwhile.
        """
        after = reduce(evolve, events, before)
        # Rows that were written with the events must not be seen before the events are.
        async with self._locks.setdefault(code, asyncio.Lock()):
            await asyncio.to_thread(self._rows.append, code, before.version, events, changes)
            if known := self._known.get(code):
                known.advance(await self._without_names(code, after, events))
        self._pubsub.publish(topic_of(code))
        return after

    def forget(self, codes: Collection[str]) -> None:
        """Drop tournaments from memory that were deleted."""
        for code in codes:
            self._known.pop(code, None)

    async def listen(self, code: str, *, is_brief: bool = False) -> AsyncGenerator[bytes, None]:
        """Yield the line of a tournament, and again when it has changed, at most twice a second.

        A brief one has how far the tournament is (`version`, `ended_at`, `rounds` without results, `next`),
        and in `tables` where people sit in the round that began last. All listeners get the same bytes, and
        one of them reads for all. An empty line says that nothing has changed for a while. The end comes when
        the server closes.
        """
        news, sent = asyncio.Event(), 0
        await self._read(code, is_fresh=True)
        with self._listening(code), self._pubsub.subscribe(topic_of(code), news):
            while not self._pubsub.closed:
                news.clear()
                await self._pubsub.pace()
                known = await self._read(code, is_fresh=False)
                if known.tournament.version == sent:
                    yield b"\n"
                else:
                    sent = known.tournament.version
                    yield known.lines()[is_brief]
                    await asyncio.sleep(_PAUSE_S)
                try:
                    await asyncio.wait_for(news.wait(), _SILENCE_S)
                except TimeoutError:
                    # A message of another process may be lost.
                    known.is_old = True

    @contextmanager
    def _listening(self, code: str) -> Iterator[None]:
        """Keep a tournament in memory, and note when its log grows, until the context ends."""
        known = self._known[code]
        known.listeners += 1
        known.is_old = self._is_shared
        try:
            with self._pubsub.subscribe(topic_of(code), known):
                yield
        finally:
            known.listeners -= 1

    async def _read(self, code: str, *, is_fresh: bool) -> _Known:
        """Return a tournament, with what others have written if `is_fresh` or if they have said so."""
        async with self._locks.setdefault(code, asyncio.Lock()):
            known = self._known.get(code)
            if known is None:
                return await self._read_all(code)
            self._known.move_to_end(code)
            if self._is_shared and (is_fresh or known.is_old):
                known.is_old, after = False, known.tournament
                events = await asyncio.to_thread(self._rows.load, code, after.version)
                after = reduce(evolve, events, after)
                known.advance(await self._without_names(code, after, events))
            return known

    async def _without_names(
        self, code: str, after: Tournament, events: Sequence[TournamentEvent]
    ) -> Tournament:
        """Return the tournament after new events; read anew if they delete a name that is in memory."""
        if any(isinstance(event, Renamed) and event.name == SOMEBODY for event in events):
            return fold(await asyncio.to_thread(self._rows.load, code, 0))
        return after

    async def _read_all(self, code: str) -> _Known:
        secret = await asyncio.to_thread(self._rows.secret, code)
        if secret is None:
            raise no_tournament()
        known = _Known(fold(await asyncio.to_thread(self._rows.load, code, 0)), secret)
        self._known[code] = known
        for each in [code for code, known in self._known.items() if not known.listeners][:-_MAX_CACHED]:
            del self._known[each]
        return known
