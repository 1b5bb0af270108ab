"""Rate limits by address: on requests, tables, rounds, and streams that are open at the same time.

A family or a school shares one address, so the limits leave room for many people.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Final
from weakref import WeakValueDictionary

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.rules.sentence import Sentence
from sixth.server.core.addresses import Network, is_among, network_of
from sixth.server.core.limits import OFTEN, Limit, RateLimiter, TooOftenError
from sixth.server.core.route_limits import ROUNDS, STREAMS, TABLES, RouteLimit, set_visitor
from sixth.server.core.settings import Settings
from sixth.server.core.streams import after_response
from sixth.server.web.errors import answer_limit
from sixth.server.web.middleware.turns import Turns

_REQUESTS_WINDOW_S, _ROUNDS_WINDOW_S, _TABLES_WINDOW_S = 10, 60, 3600
"""Windows of the limits, in seconds. All that a window allows may come at once."""

_RETRY_AFTER_S: Final = 10.0
"""Seconds after which a client may ask again for a stream that was refused."""

_REST_S: Final = 0.005
"""Seconds of an answer to one who sends too many requests, so that there are at most 200 a second."""

_FILES_FOR_OTHERS: Final = 300
"""Open files of a process that are not streams: its database, its programs, requests."""

_MANY_TABLES: Final = Sentence("Too many new tables from your network. Please wait a bit.")
_MANY_STREAMS: Final = Sentence(
    "Too many tables are open in your network for live updates; please close some."
)
_FULL: Final = Sentence("Too busy for live updates right now. Please reload later.")


class AddressLimits:
    """The limits of `settings` on what one address may ask for: requests, tables, rounds, open streams."""

    def __init__(self, limiter: RateLimiter, settings: Settings) -> None:
        self._limiter = limiter
        self._requests = Limit("requests", settings.address_requests * _REQUESTS_WINDOW_S, _REQUESTS_WINDOW_S)
        self._limits = {
            TABLES: (Limit("tables", settings.address_tables, _TABLES_WINDOW_S), _MANY_TABLES),
            ROUNDS: (Limit("rounds", settings.address_rounds, _ROUNDS_WINDOW_S), OFTEN),
        }
        self._max_streams, self._max_streams_each = _room(settings.streams), settings.address_streams
        self._open, self._open_at = 0, Counter[str]()
        self._refusals = WeakValueDictionary[str, asyncio.Lock]()
        self._network = lru_cache(10_000)(
            lambda host: Network(network_of(host), host, unlimited=is_among(host, settings.unlimited))
        )

    def network_of(self, scope: Scope) -> Network:
        """Return the network that a request comes from."""
        return self._network(scope["client"][0] if scope["client"] else "")

    async def admit(self, scope: Scope) -> Network:
        """Count a request, and return the network that it comes from.

        The request counts under the limit of its route as well, once the route asks for that.

        Raises:
            TooOftenError: the network sends too many requests.
        """
        network = self.network_of(scope)
        set_visitor(scope, network, partial(self._count, scope, network))
        try:
            self._limiter.check(self._requests, network)
        except TooOftenError:
            # Refusals cost time as well. Who asks for thousands a second gets them one after another.
            async with self._refusals.setdefault(network.name, asyncio.Lock()):
                await asyncio.sleep(_REST_S)
            raise
        return network

    def _count(self, scope: Scope, network: Network, limit: RouteLimit) -> None:
        if limit == STREAMS:
            self._open_stream(network)
            after_response(scope, lambda: self._close_stream(network))
            return
        if limit.amount is None:
            address_limit, sentence = self._limits[limit]
        else:
            address_limit, sentence = Limit(limit.name, limit.amount, limit.seconds), OFTEN
        if seconds := self._limiter.wait(address_limit, network):
            raise TooOftenError(seconds, sentence)

    def _open_stream(self, network: Network) -> None:
        if self._open >= self._max_streams:
            raise TooOftenError(_RETRY_AFTER_S, _FULL)
        if self._open_at[network.name] >= self._max_streams_each and not network.unlimited:
            raise TooOftenError(_RETRY_AFTER_S, _MANY_STREAMS)
        self._open += 1
        self._open_at[network.name] += 1

    def _close_stream(self, network: Network) -> None:
        self._open -= 1
        self._open_at[network.name] -= 1
        if not self._open_at[network.name]:
            del self._open_at[network.name]


class RateLimitMiddleware:
    """ASGI middleware that limits the requests of an address; `answer` makes the answers to refused ones."""

    def __init__(
        self,
        app: ASGIApp,
        limits: AddressLimits,
        answer: Callable[[Scope, TooOftenError], Response] = answer_limit,
    ) -> None:
        self.app, self._limits, self._answer = app, limits, answer
        self._in_turn = Turns(app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless its address sends too many."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"].startswith("/static/"):
            await self._in_turn(self._limits.network_of(scope), scope, receive, send)
            return
        try:
            network = await self._limits.admit(scope)
        except TooOftenError as error:
            await self._answer(scope, error)(scope, receive, send)
            return
        await self._in_turn(network, scope, receive, send)


class RouteLimitMiddleware:
    """ASGI middleware around one page, whose requests count under a limit."""

    def __init__(self, app: ASGIApp, limit: RouteLimit) -> None:
        self.app, self.limit = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, its body unread, unless its address has used up the limit."""
        try:
            await self.limit(Request(scope))
        except TooOftenError as error:
            await answer_limit(scope, error)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def counted_under(limit: RouteLimit) -> list[Middleware]:
    """Return the middleware of a page whose requests count under a limit."""
    return [Middleware(RouteLimitMiddleware, limit=limit)]


def _room(streams: int) -> int:
    """Return how many streams this process has room for, given how many files the system lets it open."""
    try:
        import resource
    except ModuleNotFoundError:
        return streams
    target = streams + _FILES_FOR_OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= target:
        return streams
    files = target if hard == resource.RLIM_INFINITY else min(target, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        soft = files
    return min(streams, max(soft // 2, soft - _FILES_FOR_OTHERS))
