"""Feeds: what happens at a table is made once, and handed to all pages that listen to it.

One task a table tells it to one listener after the other. A listener that does not read keeps nobody waiting:
it is passed over, and sent the whole state once it reads again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from time import monotonic
from typing import Final, NamedTuple

from starlette.types import Receive, Send

from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.service.tables import Tables
from sixth.server.table.identity import Audience, seat_of_proof
from sixth.server.table.state import Step, Table
from sixth.server.table.turns import is_slow
from sixth.server.web.wire import lines

HEARTBEAT_S: Final = 15.0
"""Seconds after which a feed that has told nothing says that it is still there."""

_LOG: Final = logging.getLogger(__name__)


class Listener:
    """A page that listens: the version of the table that it knows, and the number of the talk it has heard.

    `heard` is None once it hears all talk as it comes. `busy` is whether something is being sent to it.
    """

    __slots__ = ("audience", "busy", "ended", "feed", "heard", "send", "version", "watchers")

    def __init__(self, feed: "Feed", audience: Audience, send: Send, *, version: int, heard: int) -> None:
        self.feed, self.audience, self.send = feed, audience, send
        self.version, self.watchers = version, -1
        self.heard: int | None = heard
        self.busy = self.ended = False

    def set(self) -> None:
        """Hear that the table has moved."""
        self.feed.wake()


class Feed:
    """What happens at one table, told to its listeners as long as there are any."""

    def __init__(self, tables: Tables, table: Table) -> None:
        self._tables, self._known = tables, table
        self._listeners: dict[Listener, None] = {}
        self._telling: asyncio.Task[None] | None = None
        self._writing: Listener | None = None
        self._moved_at: float | None = None
        self._news = _News(table.version, (), b"")
        self._talk: tuple[int, frozenset[int], bytes] = -1, frozenset(), b""
        self._silent = False
        self._timer = asyncio.get_running_loop().call_later(HEARTBEAT_S, self._beat)

    @property
    def empty(self) -> bool:
        """Whether nobody listens."""
        return not self._listeners

    async def listen(self, listener: Listener, receive: Receive) -> None:
        """Tell a page what happens from the version on that it knows, until it has gone."""
        table, audience = self._known, listener.audience
        seat = audience.seat(table) if is_slow(table.config) else None
        self._listeners[listener] = None
        try:
            with self._tables.pubsub.listening(table.id, listener, audience.role(table), seat):
                self.wake()
                while (await receive())["type"] != "http.disconnect":
                    pass
        finally:
            listener.ended = True
            del self._listeners[listener]

    def wake(self) -> None:
        """Have what is new told."""
        if self._moved_at is None:
            self._moved_at = monotonic()
        if self._telling is None:
            self._tell(deque())

    def close(self) -> None:
        """Stop: nobody listens any more."""
        self._timer.cancel()

    # -------------------------------------------------------------- inside

    def _beat(self) -> None:
        if self._silent:
            # Who has nothing to hear is told that the line is fine.
            self._news = self._news._replace(idle=lines.here_line(self._known.version))
            self.wake()
        self._silent = True
        self._timer = asyncio.get_running_loop().call_later(HEARTBEAT_S, self._beat)

    def _tell(self, queue: deque[Listener]) -> None:
        self._telling = asyncio.create_task(self._run(queue))

    def _pass_over(self, telling: asyncio.Task[None], queue: deque[Listener]) -> None:
        """Go on without a listener that does not read, if the task that tells waits for one."""
        if self._telling is not telling or self._writing is None:
            return
        self._telling = self._writing = None
        if queue or self._moved_at is not None:
            self._tell(queue)

    async def _run(self, queue: deque[Listener]) -> None:
        telling = asyncio.current_task()
        assert telling is not None
        try:
            while True:
                asyncio.get_running_loop().call_soon(self._pass_over, telling, queue)
                while queue:
                    await self._tell_one(queue.popleft())
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
            _LOG.exception("The feed of a table broke off; its pages come back.")
            await self._end("fault")
        self._telling = None

    async def _find_out(self) -> None:
        """Find out what happened since the last time, and make of it what everybody is told."""
        since, self._moved_at = self._moved_at, None
        tables, before = self._tables, self._known
        steps = await tables.since(before.id, before.version)
        table = await tables.get(before.id) if steps is None else steps[-1][1] if steps else before
        idle = b"" if steps else self._news.idle
        self._known, self._news = table, _News(before.version, steps or (), self._shared(steps or ()), idle)
        self._talk = self._talk_since(self._talk)
        if steps and since is not None:
            tables.counters.shown(monotonic() - since)

    def _shared(self, steps: Sequence[Step]) -> bytes:
        return lines.events_line(steps, self._tables.now()) if steps else b""

    def _talk_since(self, before: tuple[int, frozenset[int], bytes]) -> tuple[int, frozenset[int], bytes]:
        """Return how much was said, the numbers of what is known, and what is new since `before`."""
        chat, (count, known, _) = self._tables.chat, before
        if chat.count(self._known.id) == count:
            return count, known, b""
        talk = chat.lines(self._known.id)
        new = b"".join([lines.said_line(line) for line in talk if line.number not in known])
        return chat.count(self._known.id), frozenset(line.number for line in talk), new

    async def _tell_one(self, listener: Listener) -> None:
        if listener.ended:
            return
        if listener.busy:
            listener.heard = 0
            return
        if self._tables.pubsub.closed:
            await self._send(listener, lines.end_line("closed"), last=True)
            return
        seat = seat_of_proof(self._known, listener.audience.proof)
        if not self._known.shown_to(seat):
            await self._send(listener, lines.end_line("private"), last=True)
        elif said := self._news_for(listener, seat) + self._talk_for(listener) or self._news.idle:
            await self._send(listener, said)

    def _news_for(self, listener: Listener, seat: int | None) -> bytes:
        """Return what happened, for a listener with this seat: the line for all, and what is for it alone."""
        table, audience, news = self._known, listener.audience, self._news
        known, listener.version = listener.version, table.version
        steps: Sequence[Step] = news.steps
        said = news.shared
        if known == table.version:
            steps, said = (), b""
        elif known != news.since:
            # It has just come, or did not read for a while.
            steps = (self._tables.recent(table.id, known) if known else None) or ()
            said = self._shared(steps)
        if known != table.version and not (steps and lines.is_folded(steps)):
            code = self._tables.lobby.known_code(table.id)
            return said + lines.full_line(audience.view(table), self._tables.now(), code)
        if seat is None or audience.screen:
            return said
        # The line of whoever comes again may have been cut before its own choice.
        came_again = listener.heard is not None and table.own_choice(seat) is not None
        return said + lines.own_line(table, seat) if came_again or lines.chose(steps, seat) else said

    def _talk_for(self, listener: Listener) -> bytes:
        """Return the talk that this listener has not heard; for a big screen also how many look on."""
        tables, table_id, (_, _, said) = self._tables, self._known.id, self._talk
        if (heard := listener.heard) is not None:
            listener.heard = None
            said = b"".join(
                [lines.said_line(each) for each in tables.chat.lines(table_id) if each.number > heard]
            )
        if listener.audience.screen:
            watchers = tables.pubsub.watchers(table_id)
            if watchers != listener.watchers:
                listener.watchers = watchers
                said += lines.watchers_line(watchers)
        return said

    async def _send(self, listener: Listener, said: bytes, *, last: bool = False) -> None:
        """Send this to a listener; until the system takes it, the listener is sent nothing else."""
        self._silent, self._writing = said is self._news.idle, listener
        listener.busy, listener.ended = True, last
        await listener.send({"type": "http.response.body", "body": said, "more_body": not last})
        listener.busy = False
        if self._writing is listener:
            self._writing = None

    async def _end(self, code: str) -> None:
        for listener in list(self._listeners):
            if not (listener.busy or listener.ended):
                await self._send(listener, lines.end_line(code), last=True)


class _News(NamedTuple):
    """What happened after version `since`: step by step, as everybody is told; `idle` if there is nothing."""

    since: int
    steps: Sequence[Step]
    shared: bytes
    idle: bytes = b""


class Feeds:
    """The feeds of all tables to which pages listen in this process."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._feeds: dict[str, Feed] = {}

    async def listen(
        self,
        table: Table,
        audience: Audience,
        receive: Receive,
        send: Send,
        *,
        since: int = 0,
        heard: int = 0,
    ) -> None:
        """Tell a page what happened after version `since` and the line of talk `heard`, until it has gone."""
        feed = self._feeds.get(table.id)
        if feed is None:
            feed = self._feeds[table.id] = Feed(self._tables, table)
        try:
            await feed.listen(Listener(feed, audience, send, version=since, heard=heard), receive)
        finally:
            if feed.empty and self._feeds.get(table.id) is feed:
                feed.close()
                del self._feeds[table.id]
