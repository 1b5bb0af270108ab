"""One site for all tests of a module, and games of two in their first turn."""

import pytest

from tests.server.support.hosting import Site
from tests.server.web.two_players import Two


@pytest.fixture(scope="module")
def untouched(site: Site) -> Two:
    """Begin one game of two for all tests of a module that change nothing in it."""
    return Two(site)


@pytest.fixture
def two(site: Site) -> Two:
    """Begin a game of two."""
    return Two(site)
