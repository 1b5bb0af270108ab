"""How the tests run: what Hypothesis tries, how long it may take, and a server for whoever needs one."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import Server, serving

# Whatever the language of the machine is; processes that tests start speak it too.
os.environ["SIXTH_LANG"] = "en"

# `fixed` tries the same examples on every machine, so that a test fails for a reason that is in the change.
# `explore` looks for new ones: HYPOTHESIS_PROFILE=explore .venv/bin/pytest tests/rules
# No deadlines in either: a slow moment of a busy machine is no error.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", parent=settings.get_profile("default"), derandomize=False, deadline=None, max_examples=2_000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server with no tables yet."""
    with serving(tmp_path / "data") as running:
        yield running


@pytest.fixture(scope="session")
def database() -> Iterator[Postgres]:
    """A PostgreSQL that tests share, each with databases of its own; who stops it takes another."""
    with postgres() as server:
        yield server
