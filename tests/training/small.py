"""A recipe so small that a whole training takes seconds, and a process that follows it step by step.

`python -m tests.training.small FOLDER SECONDS` waits for a line on standard input before each step, so that
its caller decides how far it comes.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from sixth.training.executors import ThreadExecutor
from sixth.training.loop import begin, steps, train, warm_up
from sixth.training.options import Options
from sixth.training.recipe import Opponent, Recipe, RuleShares, Stage
from sixth.training.state import TrainingJob, TrainingState

SMALL = Recipe(
    name="small",
    stages=(
        Stage(
            name="flat",
            steps=2,
            opponents=(Opponent("cheapest", 1.0),),
            tables=RuleShares(home=1.0, sizes=0.0, named=0.0, drawn=0.0),
            rates=(1e-2, 1e-3),
            learner="cheapest",
        ),
        Stage(
            name="pool",
            steps=4,
            opponents=(
                Opponent("flat", 1.0, (30.0,)),
                Opponent("nearest", 1.0, (30.0,)),
                Opponent("older", 1.0, (1.0, 4.0)),
                Opponent("self", 1.0),
            ),
            tables=RuleShares(home=0.25, sizes=0.25, named=0.25, drawn=0.25),
            rates=(1e-2, 1e-3),
            inverse_temperatures=(1.0, 3.0),
            selves=2,
        ),
    ),
    examples=(("card", 1), ("row", 1), ("pick", 1)),
    batches=8,
    unit=0.5,
    clip=30.0,
    measurements=2,
    blocks=1,
)
JOB = TrainingJob(SMALL, seed=5)


def states(
    job: TrainingJob = JOB, *, threads: int = 1, after: TrainingState | None = None
) -> Iterator[TrainingState]:
    """The states of a training from the beginning, or from one of them, to the end."""
    with ThreadExecutor(threads) as executor:
        yield from steps(job, after or begin(job), executor=executor, device="cpu")


def wait(state: TrainingState) -> None:
    """Say where the training is, and wait until it is told to go on."""
    sys.stdout.write(f"{state.done(SMALL)}\n")
    sys.stdout.flush()
    sys.stdin.readline()


def main(folder: Path, save_every_s: float) -> None:
    """Train there from the beginning, led by standard input, with a checkpoint every so many seconds."""
    folder.mkdir()
    warm_up()
    with ThreadExecutor(2) as executor:
        train(folder, JOB, begin(JOB), executor=executor, device="cpu", show=wait, save_every_s=save_every_s)


def options(folder: Path) -> Options:
    """The same training, as `sixth train` would ask for it."""
    return Options(folder=folder, seed=JOB.seed, threads=2, device="cpu", recipe=SMALL)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
