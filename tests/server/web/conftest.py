"""One site for all tests of a module, and games of two in their first turn."""

from collections.abc import Iterator

import pytest

from tests.server.support.hosting import Site, hosting
from tests.server.web.two_players import Two


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start one site for all tests of a module, each of which uses tables of its own."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="module")
def untouched(site: Site) -> Two:
    """Begin one game of two for all tests of a module that change nothing in it."""
    return Two(site)


@pytest.fixture
def two(site: Site) -> Two:
    """Begin a game of two."""
    return Two(site)
