"""What processes share by a Redis: news, and how often each has done something. Without it all goes on.

A Redis keeps no news, and is told of a move after it was kept; so some may be lost, with whoever tells it or
on the way. Therefore each process also asks the store which tables have moved: now and then, and often while
the Redis is away.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from math import ceil
from time import monotonic
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sixth.server.cluster.broadcast import Receiver
from sixth.server.cluster.channels import PAUSE_S, ChannelBroadcast
from sixth.server.core.errors import UnavailableError
from sixth.server.core.limits import Limit
from sixth.server.store import CHANNEL, GOSSIP
from sixth.server.store.notices import Notice
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import TableEvent

_TIMEOUT_S: Final = 1.0
"""In which it answers."""

_MAX_CONNECTIONS: Final = 20
"""Of one process; who asks while all are in use waits for one."""

_SILENT_S: Final = 2.0
"""Without any news, after which it is asked whether it is there."""

_OFTEN_S, _SELDOM_S = 1.0, 10.0
"""Until the store is asked again which tables have moved: while no news come, and while they do."""

_LEFT_ALONE_S: Final = 5.0
"""In which one that did not answer is not asked to count."""

_ERRORS: Final = (RedisError, OSError, TimeoutError)

# Kept is the moment at which all is allowed again. A clock that was set back has nobody wait for longer than
# they ever would.
_COUNT: Final = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local each, all = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = tonumber(redis.call('GET', KEYS[1]) or now)
full_at = math.min(math.max(full_at, now), now + all) + each
if full_at > now + all then
    return math.ceil(full_at - now - all)
end
redis.call('SET', KEYS[1], full_at, 'PX', math.max(1, math.ceil(full_at - now)))
return 0
"""


def connected(url: str) -> Redis:
    """Connections to the Redis at this URL, not tried yet."""
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=_MAX_CONNECTIONS,
        timeout=_TIMEOUT_S,
        decode_responses=True,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=_TIMEOUT_S,
        socket_connect_timeout=_TIMEOUT_S,
    )
    return Redis.from_pool(pool)


class RedisBroadcast(ChannelBroadcast):
    """A broadcast by `redis`, which it closes, among the processes that share the database of `store`.

    What happened is told only where the Redis is `trusted` as the database is; else it is read there.
    """

    errors = _ERRORS

    def __init__(self, redis: Redis, store: SqlStore, *, trusted: bool = False) -> None:
        super().__init__(store.name)
        self._redis, self._store, self._trusted = redis, store, trusted
        # Those who share a Redis, but not its database, do not share their news.
        number = redis.connection_pool.connection_kwargs.get("db", 0)
        self._names = {channel: f"{channel}:{number}" for channel in (CHANNEL, GOSSIP)}
        self._there = False
        self._changed = asyncio.Event()

    def table_moved(self, table: str, version: int, came: Sequence[TableEvent]) -> None:
        """See `Broadcast.table_moved`."""
        # They hold hidden cards: in a Redis that may be read by others they have no place.
        told = [dumps_event(event) for event in came] if self._trusted else ()
        self._send(CHANNEL, str(Notice.of(table, version, self._store.name, told)))

    async def close(self) -> None:
        """See `Broadcast.close`."""
        await super().close()
        await self._redis.aclose()

    def _tasks(self, receiver: Receiver) -> tuple[Coroutine[Any, Any, None], ...]:
        return *super()._tasks(receiver), self._look(receiver)

    async def _hear(self, receiver: Receiver) -> None:
        channels = {name: channel for channel, name in self._names.items()}
        try:
            async with self._redis.pubsub() as news:
                await news.subscribe(*channels)
                asked = False
                while True:
                    told: dict[str, Any] | None = await news.get_message(timeout=_SILENT_S)
                    if told is None and asked:
                        raise TimeoutError("Redis does not answer")
                    asked = told is None
                    if told is None:
                        await news.ping()
                        continue
                    self._pause = PAUSE_S
                    self._is_there(there=True)
                    if told["type"] == "message":
                        self._heard(channels[told["channel"]], told["data"], receiver)
        finally:
            self._is_there(there=False)

    def _is_there(self, *, there: bool) -> None:
        if there != self._there:
            self._there = there
            self._changed.set()

    async def _carry(self, channel: str, message: str) -> None:
        try:
            await self._redis.publish(self._names[channel], message)
        except _ERRORS:
            # Others may not know either; each finds out for itself.
            self._is_there(there=False)

    async def _look(self, receiver: Receiver) -> None:
        """Ask the store which of the tables that somebody listens to have moved; never returns."""
        while True:
            self._changed.clear()
            with suppress(UnavailableError):
                found = await asyncio.to_thread(self._store.versions, receiver.tables)
                for table, version in found.items():
                    receiver.table_moved(table, version)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _SELDOM_S if self._there else _OFTEN_S)


class RedisCounts:
    """How often each has done something of late, in all processes that share the Redis."""

    def __init__(self, redis: Redis) -> None:
        self._count = redis.register_script(_COUNT)
        self._not_before = 0.0

    async def wait(self, limit: Limit, key: str) -> float | None:
        """See `limits.SharedCounts.wait`."""
        if monotonic() < self._not_before:
            return None
        each, all_of_them = 1000 * limit.seconds / limit.amount, ceil(1000 * limit.seconds)
        try:
            found = await self._count(keys=[f"sixth_often:{key}"], args=[each, all_of_them])
        except _ERRORS:
            self._not_before = monotonic() + _LEFT_ALONE_S
            return None
        return int(found) / 1000
