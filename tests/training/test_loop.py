"""The same seed gives the same policy, however it is trained and stopped, and the policy gets better."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from sixth.sim.policy import weights
from sixth.training import checkpoint, run
from sixth.training.loop import POLICY
from sixth.training.state import TrainingJob, TrainingState
from tests.training.small import JOB, SMALL, options, states

_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def trained() -> list[TrainingState]:
    """Every state of a small training."""
    return list(states())


def assert_same(one: TrainingState, other: TrainingState) -> None:
    """Nothing but the time that it took may differ."""
    for ours, theirs in zip(_arrays(one), _arrays(other), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert (one.stage, one.step, one.since) == (other.stage, other.step, other.since)
    assert [replace(row, seconds=0) for row in one.history] == [
        replace(row, seconds=0) for row in other.history
    ]


def _arrays(state: TrainingState) -> list[np.ndarray]:
    memory = state.memory
    return [memory.player, memory.mean, memory.square, *state.finished, *state.older]


def test_another_seed_gives_another_policy(trained: list[TrainingState]) -> None:
    other = list(islice(states(replace(JOB, seed=6)), SMALL.stages[0].steps + 1))[-1]
    same = trained[SMALL.stages[0].steps]
    assert (other.stage, other.step) == (same.stage, same.step) == (1, 0)
    assert (other.memory.player != same.memory.player).any()


def test_a_training_continues_from_every_step_with_the_same_result(
    trained: list[TrainingState], tmp_path: Path
) -> None:
    for state in trained:
        checkpoint.save(tmp_path, JOB, state)
        kept = checkpoint.load(tmp_path)
        assert kept is not None
        assert_same(kept.state(JOB), state)
    middle = next(state for state in trained if state.stage == 1 and state.step == 1)
    assert_same(list(states(after=middle))[-1], trained[-1])


def test_a_training_goes_through_all_its_steps(trained: list[TrainingState]) -> None:
    assert [state.done(SMALL) for state in trained] == [0, *range(1, SMALL.steps + 1)]
    last = trained[-1]
    assert len(last.finished) == len(SMALL.stages)
    assert len(last.older) == sum(stage.selves for stage in SMALL.stages)
    assert [row.step for row in last.history] == [0, 3, 6]
    assert 0 == last.history[0].seconds < last.history[1].seconds < last.history[2].seconds < last.seconds
    assert set(last.history[-1].against) == {"random", "nearest", "flat", "first"}


LEARNS = replace(
    SMALL,
    stages=(replace(SMALL.stages[0], steps=10, rates=(5e-3, 1e-4)),),
    examples=(("card", 2), ("row", 1)),
    batches=32,
    measurements=1,
)


def test_a_few_examples_improve_a_player_against_random_ones() -> None:
    first, *_, last = list(states(TrainingJob(LEARNS, seed=1), threads=2))[-1].history
    before, after = first.against["random"], last.against["random"]
    # Who knows nothing takes as much as everybody else.
    assert before.heads == pytest.approx(before.others, abs=5 * before.within)
    assert after.heads + 5 * (after.within + before.within) < before.heads
    assert after.wins > 0.35


# ------------------------------------------------------------------ kill and Ctrl-C


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
