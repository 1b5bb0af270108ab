"""What one address may ask for: so many requests, so many tables opened, so many streams at once.

It stands before whatever costs more than to refuse. A family or a school has one address, so there is room
for many.
"""

from collections import Counter
from contextlib import suppress
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sixth.rules.sentence import Sentence
from sixth.server.core.addresses import is_among, network_of
from sixth.server.core.limits import Limit, RateLimiter, TooOftenError
from sixth.server.core.problems import API, ProblemResponse, is_for_programs
from sixth.server.core.settings import Settings
from sixth.server.core.streams import after_response
from sixth.server.web.errors import answer_too_often
from sixth.server.web.middleware.turns import Turns

_REQUESTS_WINDOW_S, _ROUNDS_WINDOW_S, _TABLES_WINDOW_S = 10, 60, 3600
"""All that is allowed in so many seconds may come at once."""

_RETRY_AFTER_S: Final = 10.0
"""Seconds until a stream that was refused is asked for again."""

_FILES_FOR_OTHERS: Final = 300
"""Files of a process that are no streams: its database, its programs, requests."""

_MANY_TABLES: Final = Sentence("Many new tables came from your network just now; please wait a little.")
_MANY_STREAMS: Final = Sentence(
    "Too many tables are open in your network for live updates; please close some."
)
_FULL: Final = Sentence("It is too busy here for live updates just now; please reload in a while.")


class RateLimitMiddleware:
    """ASGI middleware that refuses an address what it asks for too often, as `settings` say."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter, settings: Settings) -> None:
        self.app = app
        self._in_turn = Turns(app)
        self._limiter = limiter
        self._requests = Limit("requests", settings.address_requests * _REQUESTS_WINDOW_S, _REQUESTS_WINDOW_S)
        self._tables = Limit("tables", settings.address_tables, _TABLES_WINDOW_S)
        self._rounds = Limit("rounds", settings.address_rounds, _ROUNDS_WINDOW_S)
        self._max_streams, self._max_streams_each = _room(settings.streams), settings.address_streams
        self._open, self._open_at = 0, Counter[str]()
        self._who = lru_cache(10_000)(lambda host: (network_of(host), is_among(host, settings.unlimited)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, unless its address asks for too much."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            await self.app(scope, receive, send)
            return
        network, unlimited = self._who(scope["client"][0] if scope["client"] else "")
        try:
            if not unlimited:
                await self._check(scope, network)
            if _is_stream(scope):
                self._opened(network, unlimited=unlimited)
                after_response(scope, lambda: self._closed(network))
        except TooOftenError as error:
            await _answer(scope, error)(scope, receive, send)
            return
        if unlimited:
            await self.app(scope, receive, send)
        else:
            await self._in_turn(network, scope, receive, send)

    async def _check(self, scope: Scope, network: str) -> None:
        await self._limiter.check(self._requests, network)
        if _opens_table(scope) and (seconds := await self._limiter.wait(self._tables, network)):
            raise TooOftenError(seconds, _MANY_TABLES)
        if _begins_round(scope):
            await self._limiter.check(self._rounds, network)

    def _opened(self, network: str, *, unlimited: bool) -> None:
        if self._open >= self._max_streams:
            raise TooOftenError(_RETRY_AFTER_S, _FULL)
        if self._open_at[network] >= self._max_streams_each and not unlimited:
            raise TooOftenError(_RETRY_AFTER_S, _MANY_STREAMS)
        self._open += 1
        self._open_at[network] += 1

    def _closed(self, network: str) -> None:
        self._open -= 1
        self._open_at[network] -= 1
        if not self._open_at[network]:
            del self._open_at[network]


def _answer(scope: Scope, error: TooOftenError) -> Response:
    if is_for_programs(scope):
        return ProblemResponse.of(error)
    return answer_too_often(Request(scope), error)


def _is_stream(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.endswith("/events") and path.startswith(
        ("/t/", "/g/", f"{API}v1/tables/", f"{API}v1/outside/")
    )


def _begins_round(scope: Scope) -> bool:
    path: str = scope["path"]
    begins = path.startswith(("/t/", f"{API}v1/tables/")) and path.endswith(("/next", "/begin"))
    return begins and scope["method"] == "POST"


def _opens_table(scope: Scope) -> bool:
    path: str = scope["path"]
    again = path.endswith("/again") and path.startswith(("/g/", f"{API}v1/records/"))
    return scope["method"] == "POST" and (path in ("/tables", f"{API}v1/tables") or again)


def _room(streams: int) -> int:
    """Return how many streams this process has room for, by the files that the system lets it open."""
    try:
        import resource
    except ModuleNotFoundError:
        return streams
    wanted = streams + _FILES_FOR_OTHERS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return streams
    files = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
        soft = files
    return min(streams, max(soft // 2, soft - _FILES_FOR_OTHERS))
