"""The loop of a training: steps from state to state, with checkpoints on the way."""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np

from sixth.sim.policy import weights
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.hand_network import HAND_NETWORK
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import at_random, untrained
from sixth.training import checkpoint
from sixth.training.evaluation import ALONE, TWO, YARDSTICKS, measure
from sixth.training.examples import (
    PLACES,
    ExampleTask,
    MatchTask,
    TaskSeating,
    askable,
    make_examples,
    play_match,
)
from sixth.training.executors import Executor
from sixth.training.folder import write_errors
from sixth.training.hand.examples import make_hand_questions
from sixth.training.hand.learner import HandLearner
from sixth.training.hand.network import fresh_hand
from sixth.training.networks import Learner, fresh
from sixth.training.recipe import Recipe, Stage
from sixth.training.report import write_report
from sixth.training.sampling import HOME, Pool, example_tasks
from sixth.training.state import Measurement, Memory, TrainingJob, TrainingState

POLICY: Final = "policy.npz"
"""The file in the folder for the final player."""

_SAVE_EVERY_S: Final = 20.0
"""Seconds between checkpoints, and so the work that a kill can cost."""

_PILOT_STEPS: Final = 4


def begin(job: TrainingJob) -> TrainingState:
    """Return the state before the first step."""
    goes_on = job.recipe.stages[0].learns == "hand"
    player = weights.load() if goes_on else fresh(np.random.default_rng(job.seed))
    return TrainingState(stage=0, step=0, memory=Memory.of(player))


def train(
    folder: Path,
    job: TrainingJob,
    state: TrainingState,
    *,
    executor: Executor,
    device: str,
    show: Callable[[TrainingState], object] = lambda state: None,
    save_every_s: float = _SAVE_EVERY_S,
) -> TrainingState:
    """Go on from `state` to the end, with a checkpoint in `folder` on the way, then the policy and a report.

    `show` is told where the training begins or goes on, then each state. After Ctrl-C the checkpoint is that
    of the last step that was done.
    """
    saved_at = -np.inf
    rows = 0
    show(state)
    try:
        for after in steps(job, state, executor=executor, device=device):
            state = after
            show(state)
            if len(state.history) > rows or monotonic() - saved_at >= save_every_s:
                checkpoint.save(folder, job, state)
                saved_at = monotonic()
            if len(state.history) > rows:
                rows = len(state.history)
                write_report(folder, job, state)
    except KeyboardInterrupt:
        checkpoint.save(folder, job, state)
        raise
    if not rows:  # All was done before; else the last step, which is always measured, has been stored.
        checkpoint.save(folder, job, state)
        write_report(folder, job, state)
    note = f"sixth train: recipe {job.recipe.name}, {job.recipe.steps} steps, seed {job.seed}"
    with write_errors(folder / POLICY):
        hand = state.hand.player if state.hand else None
        weights.save(folder / POLICY, state.memory.player, note=note, hand=hand)
    return state


def steps(
    job: TrainingJob, state: TrainingState, *, executor: Executor, device: str
) -> Iterator[TrainingState]:
    """Yield the state after each step from `state` on, which is the same whatever the executor."""
    recipe = job.recipe
    if not state.history:
        begun = monotonic()
        state = _with_measurement(recipe, state, executor)
        state = replace(state, seconds=monotonic() - begun)
        yield state
    while state.stage < len(recipe.stages):
        for after in _steps_of_stage(job, state, executor, device):
            state = after
            yield state


def _steps_of_stage(
    job: TrainingJob, state: TrainingState, executor: Executor, device: str
) -> Iterator[TrainingState]:
    """Yield the state after each step that the present stage still has."""
    recipe, number = job.recipe, state.stage
    stage, before = recipe.stages[number], monotonic()
    learner = _learner(job, stage, state, device)
    first = state.done(recipe) - state.step

    def tasks(step: int) -> list[ExampleTask]:
        pool = Pool(state.memory.player, _players_by_name(recipe, state), state.older)
        return example_tasks(recipe, stage, pool, seed=job.seed, stage_number=number, step=first + step)

    with closing(_examples(stage, tasks, range(state.step, stage.steps), executor)) as examples:
        for part in examples:
            state = _step(stage, state, learner, part)
            if _due(state.done(recipe), recipe.steps, recipe.measurements):
                state = _with_measurement(recipe, state, executor)
            if state.step == stage.steps:
                player = state.memory.player
                finished, memory = (*state.finished, player), Memory.of(player)
                state = replace(state, stage=number + 1, step=0, memory=memory, finished=finished)
            now = monotonic()
            state = replace(state, seconds=state.seconds + now - before)
            before = now
            yield state


def _examples(
    stage: Stage, tasks: Callable[[int], Sequence[ExampleTask]], steps: range, executor: Executor
) -> Generator[Sequence[Any], None, None]:
    """Yield the examples of each of `steps`, whose tasks are `tasks` of it when they are made.

    Those of a hand network do not depend on it, so while it learns, those of the next step are made.
    """
    if stage.learns == "player":
        for step in steps:
            yield executor.map(make_examples, tasks(step))
        return
    with ThreadPoolExecutor(1, thread_name_prefix="ahead") as thread:
        coming = thread.submit(executor.map, make_hand_questions, tasks(steps.start))
        for step in steps:
            part = coming.result()
            if step + 1 in steps:
                coming = thread.submit(executor.map, make_hand_questions, tasks(step + 1))
            yield part


def _learner(job: TrainingJob, stage: Stage, state: TrainingState, device: str) -> Learner | HandLearner:
    """Return what learns in the rest of the stage."""
    recipe = job.recipe
    if stage.learns == "hand":
        memory = state.hand or Memory.of(fresh_hand(np.random.default_rng((job.seed, state.stage))))
        return HandLearner(memory, stage, recipe, device=device, steps=state.step)
    return Learner(state.memory, stage, recipe, changes=state.step * recipe.batches, device=device)


def _step(
    stage: Stage, state: TrainingState, learner: Learner | HandLearner, examples: Sequence[Any]
) -> TrainingState:
    loss, entropy = learner.learn(examples, progress=state.step / stage.steps)
    memory, older = learner.memory(), state.older
    if stage.learns == "hand":
        state = replace(state, hand=memory)
    else:
        state = replace(state, memory=memory)
        if _due(state.step + 1, stage.steps, stage.selves):
            older = (*older, memory.player)
    losses, entropies, count = state.since
    return replace(
        state,
        step=state.step + 1,
        older=older,
        since=(losses + loss, entropies + entropy, count + 1),
    )


def _due(step: int, steps: int, times: int) -> bool:
    """Return whether one of `times` events, spread evenly over `steps` steps, follows step `step`."""
    return step * times // steps > (step - 1) * times // steps


def _players_by_name(recipe: Recipe, state: TrainingState) -> dict[str, Floats]:
    """Return the players by name: the untrained ones, and the final players of the stages."""
    graduates = {stage.name: player for stage, player in zip(recipe.stages, state.finished, strict=False)}
    if recipe.stages[0].learns == "hand":
        graduates["flat"] = weights.load(weights.FLAT)
    return {**untrained(), **graduates}


def _with_measurement(recipe: Recipe, state: TrainingState, executor: Executor) -> TrainingState:
    """Measure the player, or its hand network; return the state with the measurement in its history."""
    stage, player = recipe.stages[state.stage], state.memory.player
    losses, entropies, count = state.since
    if stage.learns == "hand":
        hand = state.hand.player if state.hand else None
        against = measure(
            player, {ALONE: player}, executor=executor, blocks=recipe.blocks, rules=TWO, hand=hand
        )
    else:
        players = _players_by_name(recipe, state)
        yardsticks: dict[str, Floats] = {name: players[name] for name in YARDSTICKS if name in players}
        if state.older:
            yardsticks["first"] = state.older[0]
        against = measure(player, yardsticks, executor=executor, blocks=recipe.blocks)
    row = Measurement(
        stage=stage.name,
        step=state.done(recipe),
        seconds=state.seconds,
        loss=losses / count if count else None,
        entropy=entropies / count if count else None,
        against=against,
    )
    return replace(state, history=(*state.history, row), since=(0.0, 0.0, 0))


def warm_up() -> None:
    """Compile or load the kernels of examples, in one thread, which Ctrl-C can stop."""
    seating = TaskSeating(at_random()[None], np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES))
    rules = HOME.replace(hand=2, deck="tactical", deal="draft")
    for kind in KINDS:
        turn = askable(kind, rules)[0]
        task = ExampleTask(kind=kind, rules=rules, turn=turn, seating=seating, seed=0, game=0)
        make_examples(task)
        if kind == "card":
            make_hand_questions(task)
    for hand in (None, np.zeros(HAND_NETWORK, dtype=np.float32)):
        play_match(MatchTask(rules=HOME.replace(hand=2), seating=seating, seat=0, seed=0, game=0, hand=hand))


def steps_within(minutes: float, recipe: Recipe, *, executor: Executor, device: str) -> int:
    """Return the number of steps that take `minutes` here, estimated from a few of the longest stages."""
    all_s = 0.0
    for learns in {stage.learns: None for stage in recipe.stages}:
        stages = [stage for stage in recipe.stages if stage.learns == learns]
        longest = max(stages, key=lambda stage: stage.steps)
        step_s = _step_seconds(recipe, longest, executor=executor, device=device)
        all_s += step_s * sum(stage.steps for stage in stages)
    return max(len(recipe.stages), round(minutes * 60 / all_s * recipe.steps))


def _step_seconds(recipe: Recipe, stage: Stage, *, executor: Executor, device: str) -> float:
    """Return the mean duration of a few steps of a stage here."""
    player = at_random()
    job = TrainingJob(replace(recipe, stages=(stage,)), seed=0)
    named = {opponent.who: player for opponent in stage.opponents}
    state = TrainingState(stage=0, step=0, memory=Memory.of(player))
    learner = _learner(job, stage, state, device)
    pool = Pool(player, named, ())

    def tasks(step: int) -> list[ExampleTask]:
        return example_tasks(recipe, stage, pool, seed=0, stage_number=0, step=step)

    durations_s = []
    start = monotonic()
    with closing(_examples(stage, tasks, range(_PILOT_STEPS + 1), executor)) as examples:
        for part in examples:
            learner.learn(part, progress=0.0)
            durations_s.append(monotonic() - start)
            start = monotonic()
    # The first step also loads kernels.
    return sum(durations_s[1:]) / _PILOT_STEPS
