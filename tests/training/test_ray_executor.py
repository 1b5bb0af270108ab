"""A Ray of two workers makes the same examples as threads, and a training with it gives the same policy."""

import socket
from itertools import islice

import pytest

from sixth.training import TrainingError, TrainingUsageError
from sixth.training.loop import begin, steps
from sixth.training.ray_executor import LOCAL, RayExecutor
from tests.training.small import JOB, states
from tests.training.test_loop import assert_same

pytest.importorskip("ray")


def fails(task: int) -> int:
    """What no worker can do."""
    raise ValueError(task)


def test_a_local_ray_trains_the_same_policy() -> None:
    with RayExecutor(LOCAL, 2) as executor:
        first = list(islice(steps(JOB, begin(JOB), executor=executor, device="cpu"), 3))
        with pytest.raises(TrainingError, match="Ray has not carried out a task"):
            executor.map(fails, [1])
    for ours, theirs in zip(first, islice(states(), 3), strict=True):
        assert_same(ours, theirs)


def test_a_missing_cluster_is_one_sentence() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        # Bound and not listening: connections are refused.
        address = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(TrainingError, match=f"There is no Ray at {address}"):
            RayExecutor(address, 1)


@pytest.mark.parametrize("address", ["nonsense", "host:", ":6379", "host:port", ""])
def test_a_malformed_address_is_refused(address: str) -> None:
    with pytest.raises(TrainingUsageError, match="--ray takes local, auto or HOST:PORT"):
        RayExecutor(address, 1)
