"""Feeds: what happens at a table is found out once, and told to all who listen, pages and programs.

One task a table tells it to one listener after the other. A listener that does not read keeps nobody waiting:
it is passed over, and told what it has missed once it reads again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar, Final

from starlette.types import Receive, Send

from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.service.chat import Line
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience, seat_of_proof
from sixth.server.table.state import Step, Table

_LOG: Final = logging.getLogger(__name__)


class Change:
    """What has led a table from version `since` to how it is now, step by step, and what was said meanwhile.

    `now` is the server's clock as that was found out, in milliseconds since 1970.
    """

    __slots__ = ("_encoded", "now", "said", "since", "steps", "table")

    def __init__(
        self, since: int, steps: Sequence[Step], table: Table, *, now: int = 0, said: Sequence[Line] = ()
    ) -> None:
        self.since, self.steps, self.table, self.now, self.said = since, steps, table, now, said
        self._encoded: dict[Callable[[Change], bytes], bytes] = {}

    def encoded(self, encode: "Callable[[Change], bytes]") -> bytes:
        """Return what `encode` makes of this change, which it is asked for once."""
        if (found := self._encoded.get(encode)) is None:
            found = self._encoded[encode] = encode(self)
        return found


class FeedListener:
    """Somebody at the other end of a connection, who knows the table at `version`; each kind has its lines.

    `busy` is whether something is being sent to it, `beats` how often its time for a sign of life has come
    since it was told something.
    """

    __slots__ = ("audience", "beats", "busy", "ended", "feed", "send", "version")

    heartbeat_s: ClassVar[float]
    """Seconds after which it is told that the line is fine, where there was nothing to tell for as long."""

    def __init__(self, audience: Audience, version: int) -> None:
        self.audience, self.version = audience, version
        self.busy = self.ended = False
        self.beats = 0
        self.feed: Feed
        self.send: Send

    def set(self) -> None:
        """Hear that the table has moved."""
        self.feed.wake()

    def seat_looking(self, table: Table) -> int | None:
        """Return the seat from which somebody looks at the table, where it matters whether they do."""
        del table
        return None

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return what is new for this listener, which holds `seat`, and have it know that."""
        raise NotImplementedError

    def pass_over(self) -> None:
        """Miss a change, as what was sent before is not taken yet."""

    def here(self, version: int) -> bytes:
        """Return the line that says that the connection is fine."""
        raise NotImplementedError

    def end(self, version: int, code: str) -> bytes:
        """Return the last line: `closed`, `private`, `no-table`, `unavailable` or `fault`."""
        raise NotImplementedError


class Feed:
    """What happens at one table, told to its listeners as long as there are any."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self._tables = tables
        self._listeners: dict[FeedListener, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._writing: FeedListener | None = None
        self._moved_at: float | None = None
        self._change = Change(table.version, (), table)
        self._talk: tuple[int, frozenset[int]] = -1, frozenset()
        self._timers: dict[float, asyncio.TimerHandle] = {}

    @property
    def empty(self) -> bool:
        """Whether nobody listens."""
        return not self._listeners

    async def listen(self, listener: FeedListener, receive: Receive, send: Send) -> None:
        """Tell a listener what happens, until it has gone."""
        table, listener.feed, listener.send = self._change.table, self, send
        role, seat = listener.audience.role(table), listener.seat_looking(table)
        self._listeners[listener] = None
        if listener.heartbeat_s not in self._timers:
            self._set_timer(listener.heartbeat_s)
        try:
            with self._tables.pubsub.listening(table.id, listener, role, seat):
                self.wake()
                while (await receive())["type"] != "http.disconnect":
                    pass
        finally:
            listener.ended = True
            del self._listeners[listener]

    def steps_since(self, version: int) -> Sequence[Step]:
        """Return the steps from `version` (0 for none) to what is told now; () if they are not at hand."""
        change = self._change
        if version == change.since:
            return change.steps
        if version in (0, change.table.version):
            return ()
        steps = self._tables.recent(change.table.id, version) or ()
        # The table may have moved on since; that is told with the next change.
        return [each for each in steps if each[1].version <= change.table.version]

    def wake(self) -> None:
        """Have what is new told."""
        if self._moved_at is None:
            self._moved_at = monotonic()
        if self._telling is None:
            self._tell(deque())

    def close(self) -> None:
        """Stop: nobody listens any more."""
        for timer in self._timers.values():
            timer.cancel()

    # -------------------------------------------------------------- inside

    def _set_timer(self, heartbeat_s: float) -> None:
        self._timers[heartbeat_s] = asyncio.get_running_loop().call_later(
            heartbeat_s, self._beat, heartbeat_s
        )

    def _beat(self, heartbeat_s: float) -> None:
        """Have those told that the line is fine who have heard nothing since the last beat."""
        listeners = [each for each in self._listeners if each.heartbeat_s == heartbeat_s]
        for each in listeners:
            each.beats += 1
        if any(each.beats > 1 for each in listeners):
            self.wake()
        if listeners:
            self._set_timer(heartbeat_s)
        else:
            del self._timers[heartbeat_s]

    def _tell(self, queue: deque[FeedListener]) -> None:
        self._telling = asyncio.create_task(self._run(queue))

    def _pass_over(self, telling: asyncio.Task[None], queue: deque[FeedListener]) -> None:
        """Go on without a listener that does not read, if the task that tells waits for one."""
        if self._telling is not telling or self._writing is None:
            return
        self._telling = self._writing = None
        if queue or self._moved_at is not None:
            self._tell(queue)

    async def _run(self, queue: deque[FeedListener]) -> None:
        telling = asyncio.current_task()
        assert telling is not None
        try:
            while True:
                asyncio.get_running_loop().call_soon(self._pass_over, telling, queue)
                while queue:
                    listener = queue.popleft()
                    if listener.version not in (self._change.since, self._change.table.version):
                        # What it is told is made for it alone; hundreds may come back at the same moment.
                        await self._tables.pubsub.pace()
                        asyncio.get_running_loop().call_soon(self._pass_over, telling, queue)
                    await self._tell_one(listener)
                    if self._telling is not telling:
                        # Another task has gone on; this listener may have missed something.
                        self.wake()
                        return
                if self._moved_at is None:
                    break
                await self._tables.pubsub.pace()
                await self._find_out()
                queue.extend(self._listeners)
        except NoTableError:
            await self._end("no-table")
        except UnavailableError:
            await self._end("unavailable")
        except Exception:
            _LOG.exception("The feed of a table broke off; those who listen come back.")
            await self._end("fault")
        self._telling = None

    async def _find_out(self) -> None:
        """Find out what happened since the last time."""
        moved_at, self._moved_at = self._moved_at, None
        tables, before = self._tables, self._change.table
        steps = await tables.since(before.id, before.version)
        table = await tables.get(before.id) if steps is None else steps[-1][1] if steps else before
        now, said = tables.now(), self._said(table.id)
        self._change = Change(before.version, steps or (), table, now=now, said=said)
        if steps and moved_at is not None:
            tables.counters.count_delivery(monotonic() - moved_at)

    def _said(self, table_id: str) -> Sequence[Line]:
        """Return what was said since the last time."""
        chat, (count, known) = self._tables.chat, self._talk
        if chat.count(table_id) == count:
            return ()
        talk = chat.lines(table_id)
        self._talk = chat.count(table_id), frozenset([line.number for line in talk])
        return [line for line in talk if line.number not in known]

    async def _tell_one(self, listener: FeedListener) -> None:
        if listener.ended:
            return
        if listener.busy:
            listener.pass_over()
            return
        change, version = self._change, self._change.table.version
        if self._tables.pubsub.closed:
            await self._send(listener, listener.end(version, "closed"), last=True)
            return
        seat = seat_of_proof(change.table, listener.audience.proof)
        if not change.table.shown_to(seat):
            await self._send(listener, listener.end(version, "private"), last=True)
            return
        try:
            said = listener.news(change, seat)
        except Exception:
            _LOG.exception("What one listener is told could not be made; it comes back.")
            await self._send(listener, listener.end(version, "fault"), last=True)
            return
        if said:
            listener.beats = 0
            await self._send(listener, said)
        elif listener.beats > 1:
            listener.beats = 1
            await self._send(listener, listener.here(version))

    async def _send(self, listener: FeedListener, said: bytes, *, last: bool = False) -> None:
        """Send this to a listener; until the system takes it, the listener is sent nothing else."""
        self._writing, listener.busy, listener.ended = listener, True, last
        await listener.send({"type": "http.response.body", "body": said, "more_body": not last})
        listener.busy = False
        if self._writing is listener:
            self._writing = None

    async def _end(self, code: str) -> None:
        for listener in list(self._listeners):
            if not (listener.busy or listener.ended):
                await self._send(listener, listener.end(self._change.table.version, code), last=True)


class Feeds:
    """The feeds of all tables to which somebody listens in this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._feeds: dict[str, Feed] = {}

    async def listen(self, table: Table, listener: FeedListener, receive: Receive, send: Send) -> None:
        """Tell a listener what happens at a table, until it has gone."""
        feed = self._feeds.get(table.id)
        if feed is None:
            feed = self._feeds[table.id] = Feed(self._tables, table)
        try:
            await feed.listen(listener, receive, send)
        finally:
            if feed.empty and self._feeds.get(table.id) is feed:
                feed.close()
                del self._feeds[table.id]
