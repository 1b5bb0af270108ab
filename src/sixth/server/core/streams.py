"""Streams of events, which run outside all middleware.

A request for a stream is authorized and counted like any other. Once the stream begins, it needs only the
reader's language, so it drops the rest of the request: there may be thousands of streams, silent for hours.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.i18n import SOURCE, current_language, using_language
from sixth.server.core.route_limits import STREAMS, CountProof

SendEvents = Callable[[Receive, Send], Awaitable[None]]
"""A function that sends the parts of a body until the body ends or the reader leaves."""

_PLACE: Final = "sixth.answer"

_STREAM_KEYS: Final = ("type", "method", "path", "route")
"""The keys of a scope that the server and the log of requests need while a stream runs."""


@dataclass(slots=True)
class _Answer:
    """An answer underway: its stream, the reader's language, and what to call at the end."""

    events: SendEvents | None = None
    language: str = SOURCE
    after: list[Callable[[], object]] = field(default_factory=list)


def after_response(scope: Scope, do: Callable[[], object]) -> None:
    """Call `do` once this response is over, including a stream that follows it."""
    scope[_PLACE].after.append(do)


class StreamResponse(Response):
    """A response that begins a stream, to a request that was counted as one."""

    media_type = "text/event-stream"

    def __init__(self, events: SendEvents, proof: CountProof) -> None:
        assert proof.limit == STREAMS
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["Content-Length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand the stream to `StreamMiddleware`, unless the method is HEAD, then answer without a body."""
        if scope["method"] != "HEAD":
            answer: _Answer = scope[_PLACE]
            answer.events, answer.language = self._events, current_language()
        await super().__call__(scope, receive, send)


class StreamMiddleware:
    """ASGI middleware around all other middleware, which ends before a stream begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, then run its stream if there is one."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer()

        async def send_without_end(message: Message) -> None:
            # A stream that follows sends the end of the body itself.
            if answer.events is None or message["type"] == "http.response.start":
                await send(message)

        scope[_PLACE] = answer
        try:
            await self.app(scope, receive, send_without_end)
            if answer.events is not None:
                _forget(scope)
                # The middleware that set the language has ended.
                with using_language(answer.language):
                    await answer.events(receive, send)
        finally:
            for do in answer.after:
                do()
            # A callback may refer to the scope; without this, the cycle would need the garbage collector.
            scope.pop(_PLACE, None)


async def send_until_disconnect(receive: Receive, sending: Coroutine[Any, Any, None]) -> None:
    """Run `sending`, which sends the parts of a body, until it ends or fails, or the reader leaves."""

    async def wait_for_disconnect() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    tasks = [asyncio.create_task(each) for each in (sending, wait_for_disconnect())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _forget(scope: Scope) -> None:
    """Drop all that the scope holds of the request and its answer, except for `_STREAM_KEYS`."""
    rest = {name: scope[name] for name in _STREAM_KEYS if name in scope}
    # The connection refers to the headers, too.
    scope["headers"].clear()
    scope.clear()
    scope.update(rest)
