"""A server of two processes over one database, for tests of the supervisor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support.hosting import until
from tests.server.support.postgres import Postgres
from tests.server.support.serving import Server, serving

COUNT = 2

COMPLAINTS = "|".join(
    (
        r"A worker has ended \(signal 9\); another takes its place\.",
        # A server that restarts at once may find the port of the killed one still in use.
        r"Waiting for up to 10 seconds: port \d+ on 127\.0\.0\.1 is still in use\.",
    )
)


@pytest.fixture
def several(database: Postgres, tmp_path: Path) -> Iterator[Server]:
    """Start a server and wait until all of its workers run."""
    with serving(
        tmp_path / "data",
        database=database.make(),
        # The server may restart at its port, and the ports beside it may be in use then.
        options=("--workers", str(COUNT), "--worker-port", "0"),
        complaints=COMPLAINTS,
    ) as server:
        until(lambda: len(server.workers()) == COUNT, "all workers ran")
        yield server
