"""The stream of a tournament as an answer: lines of JSON, the same for all who listen (docs/api.md)."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from starlette.types import Receive, Send

from sixth.server.core.errors import UnavailableError
from sixth.server.core.streams import send_until_disconnect

_LOG: Final = logging.getLogger(__name__)


async def send_lines(lines: AsyncGenerator[bytes, None], receive: Receive, send: Send) -> None:
    """Send the lines of a tournament to one listener, until it has gone or the server closes."""
    await send_until_disconnect(receive, _send_all(lines, send))


async def _send_all(lines: AsyncGenerator[bytes, None], send: Send) -> None:
    try:
        async with aclosing(lines):
            async for line in lines:
                await send({"type": "http.response.body", "body": line, "more_body": True})
    except UnavailableError as error:
        # The listener comes back by itself.
        _LOG.warning("A stream of a tournament ended: %s.", error)
    await send({"type": "http.response.body", "body": b"", "more_body": False})
