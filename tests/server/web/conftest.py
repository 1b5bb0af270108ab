"""A site for all tests of a module, and a game of two that has just begun."""

from collections.abc import Iterator

import pytest

from tests.server.support.hosting import Site, hosting
from tests.server.web.two_players import Two


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them: they sit at tables of their own."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def two(site: Site) -> Two:
    """A game of two that has just begun."""
    return Two(site)
