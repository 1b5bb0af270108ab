"""The stage of a hand network: the same seed gives the same bytes, and a little of it helps."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from sixth.sim.policy import weights
from sixth.sim.policy.presets import at_random
from sixth.training import TrainingError, checkpoint
from sixth.training.evaluation import ALONE
from sixth.training.executors import ThreadExecutor
from sixth.training.loop import begin, steps, train
from sixth.training.recipe import HAND, HandExamples, RuleShares
from sixth.training.sampling import HOME
from sixth.training.state import Memory, TrainingJob, TrainingState

TWO = HOME.replace(seats=2)
STAGE = replace(HAND.stages[0], tables=RuleShares(home=0.0, sizes=1.0, named=0.0, drawn=0.0, seats=(2,)))
SMALL = replace(
    HAND, stages=(replace(STAGE, steps=3),), hands=HandExamples(tasks=1, worlds=2), measurements=1, blocks=1
)
JOB = TrainingJob(SMALL, seed=4)


def states(job: TrainingJob, after: TrainingState, threads: int = 1) -> Iterator[TrainingState]:
    with ThreadExecutor(threads) as executor:
        yield from steps(job, after, executor=executor, device="cpu")


@pytest.fixture(scope="module")
def trained() -> list[TrainingState]:
    """Every state of a small training."""
    return list(states(JOB, begin(JOB)))


def numbers(state: TrainingState) -> tuple[bytes, ...]:
    assert state.hand is not None
    return tuple(part.tobytes() for part in (state.hand.player, state.hand.mean, state.hand.square))


def test_a_training_goes_on_from_every_step_with_the_same_bytes(
    trained: list[TrainingState], tmp_path: Path
) -> None:
    middle = trained[2]
    assert middle.step == 2
    checkpoint.save(tmp_path, JOB, middle)
    kept = checkpoint.load(tmp_path)
    assert kept is not None
    last = list(states(JOB, kept.state(JOB), threads=2))[-1]
    assert numbers(last) == numbers(trained[-1])
    assert last.history[-1].against == trained[-1].history[-1].against


def test_another_seed_gives_another_network(trained: list[TrainingState]) -> None:
    job = replace(JOB, seed=5)
    other = list(islice(states(job, begin(job)), 2))[-1]
    assert numbers(other) != numbers(trained[1])


def test_the_player_stays_as_it_is_and_the_file_holds_both(
    trained: list[TrainingState], tmp_path: Path
) -> None:
    last = trained[-1]
    assert (last.memory.player == weights.load()).all()
    with ThreadExecutor(1) as executor:
        train(tmp_path, JOB, last, executor=executor, device="cpu")
    policy = weights.load_policy(tmp_path / "policy.npz")
    assert last.hand is not None
    assert policy.hand is not None
    assert (policy.player == last.memory.player).all()
    np.testing.assert_allclose(policy.hand, last.hand.player, rtol=1e-3, atol=1e-6)


def test_a_checkpoint_without_its_network_is_refused(trained: list[TrainingState], tmp_path: Path) -> None:
    checkpoint.save(tmp_path, JOB, replace(trained[1], hand=None))
    kept = checkpoint.load(tmp_path)
    assert kept is not None
    with pytest.raises(TrainingError, match="is damaged"):
        kept.state(JOB)


def test_a_short_training_improves_on_a_player_that_knows_nothing() -> None:
    recipe = replace(
        SMALL, stages=(replace(STAGE, steps=8, rates=(3e-3, 1e-3)),), hands=replace(SMALL.hands, tasks=1)
    )
    job = TrainingJob(recipe, seed=2)
    state = replace(begin(job), memory=Memory.of(at_random()))
    last = list(states(job, state, threads=2))[-1]
    assert last.hand is not None
    before, after = (row.against[ALONE] for row in last.history)
    assert before.wins == pytest.approx(0.5, abs=0.05)
    assert after.heads + 3 * (after.within + before.within) < before.heads
    assert after.wins > 0.55
