"""A server of two processes over one database, for tests of the supervisor."""

from collections.abc import Iterator

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


@pytest.fixture(scope="module")
def _started(database: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(
        tmp_path_factory.mktemp("several") / "data",
        database=database.make(),
        # The server may restart at its port, and the ports beside it may be in use then.
        options=("--workers", str(COUNT), "--worker-port", "0"),
        complaints=COMPLAINTS,
    ) as server:
        yield server


@pytest.fixture
def several(_started: Server) -> Server:
    """Return a server all of whose workers run; if a test has ended it, start it again."""
    if _started.process.poll() is not None:
        _started.restart()
    until(lambda: len(_started.workers()) == COUNT, "all workers ran")
    return _started
