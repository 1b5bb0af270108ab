"""A training that the tests of this folder share, as it takes a while."""

import pytest

from sixth.training.state import TrainingState
from tests.training.small import states


@pytest.fixture(scope="session")
def trained() -> list[TrainingState]:
    """Every state of a small training."""
    return list(states())
