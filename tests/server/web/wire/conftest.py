"""A Node with the scripts of a table's page."""

from collections.abc import Iterator

import pytest

from tests.server.web.wire.law import Engine, start_engine


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with start_engine(tmp_path_factory.mktemp("scripts")) as engine:
        yield engine
