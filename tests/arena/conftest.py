"""The command of the arena."""

from functools import partial
from typing import Any

import pytest


@pytest.fixture
def run(run: Any) -> Any:
    """Return a function that runs `sixth arena` in this process."""
    return partial(run, "arena")
