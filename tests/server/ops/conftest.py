"""A server of two processes, over one database."""

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
        # Whoever is started again at once may find the port of the killed one still in use.
        r"Waiting for up to 10 seconds: port \d+ on 127\.0\.0\.1 is still in use\.",
    )
)


@pytest.fixture
def several(database: Postgres, tmp_path: Path) -> Iterator[Server]:
    """All of its processes are there."""
    with serving(
        tmp_path / "data",
        database=database.make(),
        # It may be started again at its port, beside which others may be taken by then.
        options=("--workers", str(COUNT), "--worker-port", "0"),
        complaints=COMPLAINTS,
    ) as server:
        until(lambda: len(server.workers()) == COUNT, "all were there")
        yield server
