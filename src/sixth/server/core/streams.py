"""Streams of events that run outside of everything that an answer passes through.

Whether there is a stream, and for whom, is decided as with any answer. A stream that has begun needs nothing
of that any more but the reader's language, so it holds nothing else of it: there may be thousands, silent for
hours.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sixth.i18n import SOURCE, current_language, using_language
from sixth.server.core.route_limits import STREAMS, Counted

SendEvents = Callable[[Receive, Send], Awaitable[None]]
"""What sends the parts of a body, of which more may always come, until it ends or nobody receives it."""

_PLACE: Final = "sixth.answer"

_NEEDED: Final = ("type", "method", "path", "route")
"""What is still asked of a request whose stream has begun: by the server, and to log it when it is over."""


@dataclass(slots=True)
class _Answer:
    """An answer underway: the stream in it, its reader's language, and what to do when all is over."""

    events: SendEvents | None = None
    language: str = SOURCE
    after: list[Callable[[], object]] = field(default_factory=list)


def after_response(scope: Scope, do: Callable[[], object]) -> None:
    """Have `do` called once this response is over, and the stream that may follow it."""
    scope[_PLACE].after.append(do)


class StreamResponse(Response):
    """The answer that begins a stream, to a request that was counted as one."""

    media_type = "text/event-stream"

    def __init__(self, events: SendEvents, counted: Counted) -> None:
        assert counted.limit == STREAMS
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["Content-Length"]
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Leave the stream to `StreamMiddleware`, if one is asked for, then answer as if it were empty."""
        if scope["method"] != "HEAD":
            answer: _Answer = scope[_PLACE]
            answer.events, answer.language = self._events, current_language()
        await super().__call__(scope, receive, send)


class StreamMiddleware:
    """ASGI middleware around all others: it lets them end before a stream begins."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Have it answered, then stream what is to be streamed."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        answer = _Answer()

        async def send_but_no_end(message: Message) -> None:
            # Where a stream follows, its beginning is no end.
            if answer.events is None or message["type"] == "http.response.start":
                await send(message)

        scope[_PLACE] = answer
        try:
            await self.app(scope, receive, send_but_no_end)
            if answer.events is not None:
                _forget(scope)
                # What found out the language has ended with the answer.
                with using_language(answer.language):
                    await answer.events(receive, send)
        finally:
            for do in answer.after:
                do()
            # What is to be done may hold the scope: it would be garbage that has to be collected.
            scope.pop(_PLACE, None)


def _forget(scope: Scope) -> None:
    """Drop all that the scope holds of the request and its answer, except for what is still needed."""
    needed = {name: scope[name] for name in _NEEDED if name in scope}
    # The connection holds them, too.
    scope["headers"].clear()
    scope.clear()
    scope.update(needed)
