"""What a command that ran in the process of the tests leaves there, taken back."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def logs_as_before() -> Iterator[None]:
    """Take back where `sixth serve` logs: the stderr of one test is closed by the time of the next."""
    yield
    root = logging.getLogger()
    for handler in root.handlers[:]:
        if type(handler) is logging.StreamHandler:
            root.removeHandler(handler)
