"""Retries at the start of a server, while a port is still in use or a database does not answer yet."""

import logging
from collections.abc import Callable
from time import monotonic, sleep
from typing import Final, TypeVar

T = TypeVar("T")

TIMEOUT_S = 10.0
"""Seconds for a killed server to release its port, and for a PostgreSQL to recover."""

_PAUSE_S: Final = 0.1

_LOG: Final = logging.getLogger(__name__)


def retry(do: Callable[[], T], reason: Callable[[Exception], str | None]) -> T:
    """Return what `do` returns, and retry it for up to `TIMEOUT_S` while it fails for a passing reason.

    `reason` returns a clause for the log that says what an error has us wait for, or None for an error that
    will not pass. The last error is raised.
    """
    until, logged = monotonic() + TIMEOUT_S, False
    while True:
        try:
            return do()
        except Exception as error:
            why = reason(error) if monotonic() < until else None
            if why is None:
                raise
        if not logged:
            _LOG.warning("Waiting for up to %.0f seconds: %s.", TIMEOUT_S, why)
            logged = True
        sleep(_PAUSE_S)
