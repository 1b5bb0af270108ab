"""A site for all tests of a module: they sit at tables of their own."""

from collections.abc import Iterator

import pytest

from tests.server.support.hosting import Site, hosting


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site
