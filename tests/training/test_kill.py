"""A training that was stopped in any way goes on from its last checkpoint, as if nothing had happened."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from sixth.sim.policy import weights
from sixth.training import checkpoint, run
from sixth.training.loop import POLICY
from sixth.training.state import TrainingState
from tests.training.small import JOB, SMALL, options
from tests.training.test_loop import assert_same

_ROOT = Path(__file__).parents[2]


@contextmanager
def brought_to(step: int, folder: Path, *, save_every_s: float) -> Iterator[subprocess.Popen[str]]:
    """A process that trains in `folder`, has done so many steps, and waits before the next."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.training.small", str(folder), str(save_every_s)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=_ROOT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) == step:
                break
            go_on(process)
        yield process
        process.kill()


def go_on(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go on\n")
    process.stdin.flush()


def steps_kept(folder: Path) -> int:
    """How many steps were done when the checkpoint was written."""
    kept = checkpoint.load(folder)
    assert kept is not None
    return kept.state(JOB).done(SMALL)


def test_after_a_kill_the_same_command_ends_with_the_same_policy(
    trained: list[TrainingState], tmp_path: Path
) -> None:
    """With two threads, where the other had one."""
    folder = tmp_path / "training"
    # In the second stage, which has opponents from the first and an older self by then.
    with brought_to(4, folder, save_every_s=0) as process:
        go_on(process)
        # It is writing a checkpoint now, or in the midst of the next step.
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert 3 <= steps_kept(folder) < SMALL.steps
    run(options(folder))
    kept = checkpoint.load(folder)
    assert kept is not None
    assert_same(kept.state(JOB), trained[-1])
    assert np.array_equal(weights.load(folder / POLICY), trained[-1].memory.player)


def test_ctrl_c_stores_the_last_step(tmp_path: Path) -> None:
    folder = tmp_path / "training"
    # Nothing is written because of the time, and step 1 is not measured.
    with brought_to(1, folder, save_every_s=float("inf")) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == -signal.SIGINT
    assert steps_kept(folder) == 1
