"""The stream of a tournament as an answer: lines of JSON, the same for all who listen (docs/api.md)."""

import logging
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any, Final

from starlette.types import Receive, Send

from sixth.server.core.errors import UnavailableError
from sixth.server.core.streams import StreamResponse, send_until_disconnect

_LOG: Final = logging.getLogger(__name__)


class TournamentStream:
    """The lines of a tournament for one listener, until that goes or the server closes."""

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        self._lines: Any = lines

    async def __call__(self, receive: Receive, send: Send) -> None:
        """Send the lines until the listener has gone or the stream ends."""
        await send_until_disconnect(receive, self._send_all(send))

    async def _send_all(self, send: Send) -> None:
        try:
            async with aclosing(self._lines) as lines:
                async for line in lines:
                    await send({"type": "http.response.body", "body": line, "more_body": True})
        except UnavailableError as error:
            # The listener comes back by itself.
            _LOG.warning("A stream of a tournament ended: %s.", error)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class LinesResponse(StreamResponse):
    """The response that begins a stream of lines."""

    media_type = "application/x-ndjson"
