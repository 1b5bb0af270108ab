"""One site for all tests of a module, whose clock can be set forward."""

from collections.abc import Iterator

import pytest

from tests.server.support.hosting import TODAY, Clock, Site, hosting


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Site]:
    with hosting(tmp_path_factory.mktemp("site"), wall=clock, ticks=TODAY) as site:
        yield site
