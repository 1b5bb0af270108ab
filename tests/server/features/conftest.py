"""A site whose clock can be set forward, for the tests of features."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.support.hosting import Clock, Site, hosting


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(tmp_path: Path, clock: Clock) -> Iterator[Site]:
    with hosting(tmp_path, wall=clock) as site:
        yield site
