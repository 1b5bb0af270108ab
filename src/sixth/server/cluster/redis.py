"""A broadcast and rate limits over Redis, without which a site goes on.

A Redis keeps no messages, and a process sends a version after it stored that, so messages may be lost. Each
process therefore also asks the store for the versions of tables: now and then, and often while the Redis is
away.
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
"""Seconds for an answer of the Redis."""

_MAX_CONNECTIONS: Final = 20
"""Connections of one process; a request waits while all are in use."""

_SILENT_S: Final = 2.0
"""Seconds without a message until a ping."""

_POLL_OFTEN_S, _POLL_SELDOM_S = 1.0, 10.0
"""Seconds between two questions to the store: while the Redis is away, and while it answers."""

_COUNT_RETRY_S: Final = 5.0
"""Seconds without counting in the Redis after it did not answer."""

_ERRORS: Final = (RedisError, OSError, TimeoutError)

# Each key holds the moment at which its bucket is full. A clock that is set back lengthens no wait.
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


def make_client(url: str) -> Redis:
    """Return a pool of connections to the Redis at this URL; it opens none yet."""
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

    Messages hold events only where the Redis is `trusted` like the database; else processes read them there.
    """

    errors = _ERRORS

    def __init__(self, redis: Redis, store: SqlStore, *, trusted: bool = False) -> None:
        super().__init__(store.name)
        self._redis, self._store, self._trusted = redis, store, trusted
        # Sites that use different databases of one Redis must not share channels.
        number = redis.connection_pool.connection_kwargs.get("db", 0)
        self._names = {channel: f"{channel}:{number}" for channel in (CHANNEL, GOSSIP)}
        self._online = False
        self._wake = asyncio.Event()

    def send_version(self, table: str, version: int, events: Sequence[TableEvent]) -> None:
        """See `Broadcast.send_version`."""
        # Events hold hidden cards, and strangers may read a Redis that is not trusted.
        lines = [dumps_event(event) for event in events] if self._trusted else ()
        self._send(CHANNEL, str(Notice.of(table, version, self._store.name, lines)))

    async def close(self) -> None:
        """See `Broadcast.close`."""
        await super().close()
        await self._redis.aclose()

    def _tasks(self, receiver: Receiver) -> tuple[Coroutine[Any, Any, None], ...]:
        return *super()._tasks(receiver), self._poll(receiver)

    async def _receive(self, receiver: Receiver) -> None:
        channels = {name: channel for channel, name in self._names.items()}
        try:
            async with self._redis.pubsub() as news:
                await news.subscribe(*channels)
                pinged = False
                while True:
                    message: dict[str, Any] | None = await news.get_message(timeout=_SILENT_S)
                    if message is None and pinged:
                        raise TimeoutError("Redis does not answer")
                    pinged = message is None
                    if message is None:
                        await news.ping()
                        continue
                    self._pause = PAUSE_S
                    self._set_online(online=True)
                    if message["type"] == "message":
                        self._deliver(channels[message["channel"]], message["data"], receiver)
        finally:
            self._set_online(online=False)

    def _set_online(self, *, online: bool) -> None:
        if online != self._online:
            self._online = online
            self._wake.set()

    async def _publish(self, channel: str, message: str) -> None:
        try:
            await self._redis.publish(self._names[channel], message)
        except _ERRORS:
            # The other processes notice for themselves.
            self._set_online(online=False)

    async def _poll(self, receiver: Receiver) -> None:
        """Ask the store again and again for the versions of tables with listeners; never return."""
        while True:
            self._wake.clear()
            with suppress(UnavailableError):
                versions = await asyncio.to_thread(self._store.versions, receiver.tables)
                for table, version in versions.items():
                    receiver.receive_version(table, version)
            with suppress(TimeoutError):
                longest_s = _POLL_SELDOM_S if self._online else _POLL_OFTEN_S
                await asyncio.wait_for(self._wake.wait(), longest_s)


class RedisCounts:
    """Recent counts of each key, in all processes that share the Redis."""

    def __init__(self, redis: Redis) -> None:
        self._count = redis.register_script(_COUNT)
        self._not_before = 0.0

    async def wait(self, limit: Limit, key: str) -> float | None:
        """See `limits.SharedCounts.wait`."""
        if monotonic() < self._not_before:
            return None
        one_ms, all_ms = 1000 * limit.seconds / limit.amount, ceil(1000 * limit.seconds)
        try:
            wait_ms = await self._count(keys=[f"sixth_often:{key}"], args=[one_ms, all_ms])
        except _ERRORS:
            self._not_before = monotonic() + _COUNT_RETRY_S
            return None
        return int(wait_ms) / 1000
