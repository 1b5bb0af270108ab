"""Feeds: the events of a table, read once and sent to all its listeners, pages and programs.

One task a table sends them to one listener after the other. A listener that does not read delays no other: it
is passed over, and gets what it has missed once it reads again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from time import monotonic
from typing import ClassVar, Final

from starlette.types import Receive, Send

from sixth.i18n import current_language, using_language
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.live.tables import Tables
from sixth.server.protocol import lines
from sixth.server.protocol.lines import ChatLine
from sixth.server.table.fold import TableStep
from sixth.server.table.identity import Audience, seat_of_proof
from sixth.server.table.state import Table

_LOG: Final = logging.getLogger(__name__)


class Change:
    """The steps of a table from version `since` to `table`, and the new lines of chat.

    `now` is the clock of the server when they were read, in milliseconds since 1970.
    """

    __slots__ = ("_encoded", "messages", "now", "since", "steps", "table")

    def __init__(
        self,
        since: int,
        steps: Sequence[TableStep],
        table: Table,
        *,
        now: int = 0,
        messages: Sequence[ChatLine] = (),
    ) -> None:
        self.since, self.steps, self.table, self.now, self.messages = since, steps, table, now, messages
        self._encoded: dict[Callable[[Change], bytes], bytes] = {}

    def events(self) -> bytes:
        """Return the line of its events for everybody, "" without events."""
        return self.encoded(_events)

    def encoded(self, encode: "Callable[[Change], bytes]") -> bytes:
        """Return `encode(self)`, which is called once."""
        if (line := self._encoded.get(encode)) is None:
            line = self._encoded[encode] = encode(self)
        return line


def _events(change: Change) -> bytes:
    return lines.events_line(change.steps, change.now) if change.steps else b""


class FeedListener:
    """A listener at the other end of a connection, which knows the table at `version`.

    `busy` is whether a line is being sent to it, `beats` how many heartbeats were due since the last line.
    Subclasses choose the lines that it gets. Sentences are in the language of the request that began it.
    """

    __slots__ = ("_language", "audience", "beats", "busy", "ended", "feed", "send", "version")

    heartbeat_s: ClassVar[float]
    """Seconds without news after which a heartbeat is due."""

    def __init__(self, audience: Audience, version: int) -> None:
        self.audience, self.version, self._language = audience, version, current_language()
        self.busy = self.ended = False
        self.beats = 0
        self.feed: Feed
        self.send: Send

    def set(self) -> None:
        """Wake the feed, as the table has moved."""
        self.feed.wake()

    def seat_looking(self, table: Table) -> int | None:
        """Return the seat whose owner looks at the table, if the server needs to know that."""
        del table
        return None

    def news(self, change: Change, seat: int | None) -> bytes:
        """Return the lines of a change for this listener, which holds `seat`, and note that it knows them."""
        raise NotImplementedError

    def pass_over(self) -> None:
        """Note that a change was not sent, as the listener has not taken the line before it."""

    def heartbeat(self, version: int) -> bytes:
        """Return the line of a heartbeat, with the version that the listener knows."""
        return lines.line("here", version)

    def end(self, version: int, code: str) -> bytes:
        """Return the last line, which says why the stream ends."""
        with using_language(self._language):
            return lines.end_line(version, code)


class Feed:
    """The feed of one table, which goes on as long as it has listeners."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self._tables = tables
        self._listeners: dict[FeedListener, None] = {}
        self._task: asyncio.Task[None] | None = None
        self._writing: FeedListener | None = None
        self._moved_at: float | None = None
        self._change = Change(table.version, (), table)
        self._talk: tuple[int, frozenset[int]] = -1, frozenset()
        self._timers: dict[float, asyncio.TimerHandle] = {}

    @property
    def empty(self) -> bool:
        """Whether it has no listeners."""
        return not self._listeners

    async def listen(self, listener: FeedListener, receive: Receive, send: Send) -> None:
        """Send a listener the news of this table until it disconnects."""
        table, listener.feed, listener.send = self._change.table, self, send
        role, seat = listener.audience.role(table), listener.seat_looking(table)
        self._listeners[listener] = None
        if listener.heartbeat_s not in self._timers:
            self._set_timer(listener.heartbeat_s)
        try:
            with self._tables.pubsub.listen(table.id, listener, role, seat):
                self.wake()
                while (await receive())["type"] != "http.disconnect":
                    pass
        finally:
            listener.ended = True
            del self._listeners[listener]

    def steps_since(self, version: int) -> Sequence[TableStep]:
        """Return the steps from `version` (0 for none) to the present change; () if the cache lacks some."""
        change = self._change
        if version == change.since:
            return change.steps
        if version in (0, change.table.version):
            return ()
        steps = self._tables.log.cache.since(change.table.id, version) or ()
        # Later steps belong to the next change.
        return [each for each in steps if each[1].version <= change.table.version]

    def wake(self) -> None:
        """Start a task that reads the next change and sends it, unless one runs."""
        if self._moved_at is None:
            self._moved_at = monotonic()
        if self._task is None:
            self._start(deque())

    def close(self) -> None:
        """Stop the timers, as there are no listeners any more."""
        for timer in self._timers.values():
            timer.cancel()

    # -------------------------------------------------------------- inside

    def _set_timer(self, heartbeat_s: float) -> None:
        self._timers[heartbeat_s] = asyncio.get_running_loop().call_later(
            heartbeat_s, self._beat, heartbeat_s
        )

    def _beat(self, heartbeat_s: float) -> None:
        """Send a heartbeat to the listeners that got no line since the last one."""
        listeners = [each for each in self._listeners if each.heartbeat_s == heartbeat_s]
        for each in listeners:
            each.beats += 1
        if any(each.beats > 1 for each in listeners):
            self.wake()
        if listeners:
            self._set_timer(heartbeat_s)
        else:
            del self._timers[heartbeat_s]

    def _start(self, queue: deque[FeedListener]) -> None:
        self._task = asyncio.create_task(self._run(queue))

    def _pass_over(self, task: asyncio.Task[None], queue: deque[FeedListener]) -> None:
        """Go on with another task if this one waits for a listener that does not read."""
        if self._task is not task or self._writing is None:
            return
        self._task = self._writing = None
        if queue or self._moved_at is not None:
            self._start(queue)

    async def _run(self, queue: deque[FeedListener]) -> None:
        task = asyncio.current_task()
        assert task is not None
        try:
            while True:
                asyncio.get_running_loop().call_soon(self._pass_over, task, queue)
                while queue:
                    listener = queue.popleft()
                    if listener.version not in (self._change.since, self._change.table.version):
                        # Its lines are made for it alone, and hundreds may come back at the same moment.
                        await self._tables.pubsub.pace()
                        asyncio.get_running_loop().call_soon(self._pass_over, task, queue)
                    await self._send_news(listener)
                    if self._task is not task:
                        # Another task has gone on; this listener may have missed something.
                        self.wake()
                        return
                if self._moved_at is None:
                    break
                await self._tables.pubsub.pace()
                await self._read_change()
                queue.extend(self._listeners)
        except NoTableError:
            await self._end("no-table")
        except UnavailableError:
            await self._end("unavailable")
        except Exception:
            _LOG.exception("The feed of a table broke off; its listeners reconnect.")
            await self._end("fault")
        self._task = None

    async def _read_change(self) -> None:
        moved_at, self._moved_at = self._moved_at, None
        tables, before = self._tables, self._change.table
        steps = await tables.log.since(before.id, before.version)
        table = await tables.get(before.id) if steps is None else steps[-1][1] if steps else before
        now, messages = tables.now(), self._new_lines(table.id)
        self._change = Change(before.version, steps or (), table, now=now, messages=messages)
        if steps and moved_at is not None:
            tables.counters.count_delivery(monotonic() - moved_at)

    def _new_lines(self, table_id: str) -> Sequence[ChatLine]:
        chat, (count, numbers) = self._tables.chat, self._talk
        if chat.count(table_id) == count:
            return ()
        talk = chat.lines(table_id)
        self._talk = chat.count(table_id), frozenset([line.number for line in talk])
        return [line for line in talk if line.number not in numbers]

    async def _send_news(self, listener: FeedListener) -> None:
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
        if not change.table.is_visible_to(seat):
            await self._send(listener, listener.end(version, "private"), last=True)
            return
        try:
            news = listener.news(change, seat)
        except Exception:
            _LOG.exception("The news for a listener could not be made; it reconnects.")
            await self._send(listener, listener.end(version, "fault"), last=True)
            return
        if news:
            listener.beats = 0
            await self._send(listener, news)
        elif listener.beats > 1:
            listener.beats = 1
            await self._send(listener, listener.heartbeat(version))

    async def _send(self, listener: FeedListener, body: bytes, *, last: bool = False) -> None:
        """Send a body to a listener, which is busy until the system has taken it."""
        self._writing, listener.busy, listener.ended = listener, True, last
        await listener.send({"type": "http.response.body", "body": body, "more_body": not last})
        listener.busy = False
        if self._writing is listener:
            self._writing = None

    async def _end(self, code: str) -> None:
        for listener in list(self._listeners):
            if not (listener.busy or listener.ended):
                await self._send(listener, listener.end(self._change.table.version, code), last=True)


class Feeds:
    """The feeds of all tables that have listeners in this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._feeds: dict[str, Feed] = {}

    async def listen(self, table: Table, listener: FeedListener, receive: Receive, send: Send) -> None:
        """Send a listener the news of a table until it disconnects."""
        feed = self._feeds.get(table.id)
        if feed is None:
            feed = self._feeds[table.id] = Feed(self._tables, table)
        try:
            await feed.listen(listener, receive, send)
        finally:
            if feed.empty and self._feeds.get(table.id) is feed:
                feed.close()
                del self._feeds[table.id]
