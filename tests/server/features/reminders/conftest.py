"""A push service of this machine, a server that sends to it, and browsers."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.server.support.push_service import PushService, push_service, serving_pushes
from tests.server.support.serving import Server


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    """A push service on this machine."""
    with push_service(tmp_path) as service:
        yield service


@pytest.fixture
def server(tmp_path: Path, service: PushService) -> Iterator[Server]:
    """A server that may send to the push service, and has its certificate."""
    with serving_pushes(tmp_path / "data", service) as server:
        yield server


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """The open browsers, which are closed after the test."""
    with ExitStack() as stack:
        yield stack
