"""One site for all tests of a module, each of which uses tables of its own."""

from collections.abc import Iterator

import pytest

from tests.server.support.hosting import Site, hosting


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start one site for all tests of a module."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site
