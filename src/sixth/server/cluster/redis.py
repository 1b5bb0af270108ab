"""What processes share by a Redis: news, and how often each has done something. Without it all goes on.

A Redis keeps no news, and is told of a move after it was kept; so some may be lost, with whoever tells it or
on the way. Therefore each process also asks the store which tables have moved: now and then, and often while
the Redis is away.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from math import ceil
from time import monotonic
from typing import Any, Final

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from sixth.server.cluster.broadcast import PAUSE, News
from sixth.server.core.limits import Limit
from sixth.server.service.chat import Chat
from sixth.server.service.pubsub import PubSub
from sixth.server.store import CHANNEL, GOSSIP, UnavailableError
from sixth.server.store.sql import SqlStore

_PATIENCE: Final = 1.0
"""Seconds in which it answers."""

_LINES: Final = 20
"""Connections of one process; who asks while all are in use waits for one."""

_SILENT: Final = 2.0
"""Seconds without any news after which it is asked whether it is there."""

_OFTEN, _SELDOM = 1.0, 10.0
"""Seconds until the store is asked again which tables have moved: while no news come, and while they do."""

_LEFT_ALONE: Final = 5.0
"""Seconds in which one that did not answer is not asked to count."""

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
        max_connections=_LINES,
        timeout=_PATIENCE,
        decode_responses=True,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=_PATIENCE,
        socket_connect_timeout=_PATIENCE,
    )
    return Redis.from_pool(pool)


class RedisNews(News):
    """News by a Redis."""

    errors = _ERRORS

    def __init__(self, redis: Redis, store: SqlStore, pubsub: PubSub, chat: Chat) -> None:
        super().__init__(pubsub, chat)
        self._redis, self._store = redis, store
        # Those who share a Redis, but not its database, do not share their news.
        number = redis.connection_pool.connection_kwargs.get("db", 0)
        self._names = {channel: f"{channel}:{number}" for channel in (CHANNEL, GOSSIP)}
        self._there = False
        self._changed = asyncio.Event()
        pubsub.tell_moved = lambda table, version: self._send(CHANNEL, f"{table} {version}")

    def _tasks(self) -> tuple[Coroutine[Any, Any, None], ...]:
        return *super()._tasks(), self._look()

    async def _hear(self) -> None:
        channels = {name: channel for channel, name in self._names.items()}
        try:
            async with self._redis.pubsub() as news:
                await news.subscribe(*channels)
                asked = False
                while True:
                    told: dict[str, Any] | None = await news.get_message(timeout=_SILENT)
                    if told is None and asked:
                        raise TimeoutError("Redis does not answer")
                    asked = told is None
                    if told is None:
                        await news.ping()
                        continue
                    self._pause = PAUSE
                    self._is_there(there=True)
                    if told["type"] == "message":
                        self._heard(channels[told["channel"]], told["data"])
        finally:
            self._is_there(there=False)

    def _is_there(self, *, there: bool) -> None:
        if there != self._there:
            self._there = there
            self._changed.set()

    async def _carry(self, channel: str, word: str) -> None:
        try:
            await self._redis.publish(self._names[channel], word)
        except _ERRORS:
            # Others may not know either; each finds out for itself.
            self._is_there(there=False)

    async def _look(self) -> None:
        """Ask the store which of the tables that somebody listens to have moved; never returns."""
        while True:
            self._changed.clear()
            with suppress(UnavailableError):
                found = await asyncio.to_thread(self._store.versions, self._pubsub.tables)
                for table, version in found.items():
                    self._pubsub.moved_elsewhere(table, version)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _SELDOM if self._there else _OFTEN)


class RedisCounts:
    """How often each has done something of late, in all processes that share the Redis."""

    def __init__(self, redis: Redis) -> None:
        self._count = redis.register_script(_COUNT)
        self._not_before = 0.0

    async def wait(self, limit: Limit, key: str) -> float | None:
        """See `limiting.Counts.wait`."""
        if monotonic() < self._not_before:
            return None
        each, all_of_them = 1000 * limit.seconds / limit.amount, ceil(1000 * limit.seconds)
        try:
            found = await self._count(keys=[f"sixth_often:{key}"], args=[each, all_of_them])
        except _ERRORS:
            self._not_before = monotonic() + _LEFT_ALONE
            return None
        return int(found) / 1000
