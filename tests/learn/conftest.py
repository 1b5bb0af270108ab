"""A training that the tests of this folder share, as it takes a while."""

import pytest

from sixth.learn.state import State
from tests.learn.small import states


@pytest.fixture(scope="session")
def trained() -> list[State]:
    """Every state of a small training."""
    return list(states())
