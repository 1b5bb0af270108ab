"""Background loops: what they log, and that they go on."""

import asyncio
from collections.abc import Sequence

import pytest

from sixth.server.core.background import Background
from sixth.server.core.errors import EndingError, UnavailableError


class Loop(Background):
    """A loop that raises these errors, one after the other, until it is closed."""

    interval_s = 0.0
    late, fault = "It is late", "It cannot be done"

    def __init__(self, errors: Sequence[Exception]) -> None:
        self._errors, self.over = list(errors), asyncio.Event()

    async def once(self) -> float | None:
        """Raise the next error."""
        if self._errors:
            raise self._errors.pop(0)
        self.over.set()
        return None


async def run(errors: Sequence[Exception]) -> None:
    """Run a loop until it has raised these errors, and once more."""
    loop = Loop(errors)
    loop.start()
    await loop.over.wait()
    await loop.close()


def test_a_loop_goes_on_after_any_error_and_logs_it_once(caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(run([UnavailableError("the disk is full"), ValueError("x")]))
    assert caplog.messages == ["It is late: the disk is full.", "It cannot be done; trying again."]


def test_a_loop_of_a_server_that_is_about_to_end_logs_nothing(caplog: pytest.LogCaptureFixture) -> None:
    asyncio.run(run([EndingError()]))
    assert caplog.messages == []
