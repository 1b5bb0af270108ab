"""The training itself: step after step from a state to the next, and kept on disk on the way."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Final, Protocol

import numpy as np

from sixth.error_text import why
from sixth.i18n import gettext as _
from sixth.sim.policy import weights
from sixth.sim.policy.architecture import KINDS
from sixth.sim.policy.network import Floats
from sixth.sim.policy.presets import at_random, untrained
from sixth.training import checkpoint
from sixth.training.errors import LearnError
from sixth.training.evaluation import YARDSTICKS, measure
from sixth.training.examples import PLACES, Cast, LessonOrder, MatchOrder, askable, teach, watch
from sixth.training.executors import Engine
from sixth.training.files import shown
from sixth.training.networks import Learner, fresh
from sixth.training.recipe import Recipe, Stage
from sixth.training.report import write_report
from sixth.training.sampling import HOME, Pool, lesson_orders
from sixth.training.state import Job, Memory, Row, State

POLICY: Final = "policy.npz"
"""The file of the folder that holds the player in the end."""

_SAVE_EVERY: Final = 20.0
"""Seconds of work that a kill may cost."""


class Watcher(Protocol):
    """Who is told how it goes."""

    def at(self, state: State) -> None:
        """Where the training begins or goes on, then after each step."""
        ...


def begin(job: Job) -> State:
    """Before the first step."""
    return State(stage=0, step=0, memory=Memory.of(fresh(np.random.default_rng(job.seed))))


def train(
    folder: Path, job: Job, state: State, engine: Engine, watcher: Watcher, *, device: str,
    save_every: float = _SAVE_EVERY,
) -> State:  # fmt: skip
    """Go on from `state` to the end, with a checkpoint in `folder` on the way, then the policy and a report.

    After Ctrl-C the checkpoint is that of the last step that was done.

    Raises:
        LearnError: the folder cannot be written, or the engine has failed.
    """
    saved = -np.inf
    rows = 0
    watcher.at(state)
    try:
        for after in steps(job, state, engine, device):
            state = after
            watcher.at(state)
            if len(state.history) > rows or monotonic() - saved >= save_every:
                checkpoint.save(folder, job, state)
                saved = monotonic()
            if len(state.history) > rows:
                rows = len(state.history)
                write_report(folder, job, state)
    except KeyboardInterrupt:
        checkpoint.save(folder, job, state)
        raise
    checkpoint.save(folder, job, state)
    note = f"sixth train: recipe {job.recipe.name}, {job.recipe.steps} steps, seed {job.seed}"
    try:
        weights.save(folder / POLICY, state.memory.player, note=note)
    except OSError as error:
        wrong = _("{file} cannot be written: {why}.")
        raise LearnError(wrong.format(file=shown(folder / POLICY), why=why(error))) from error
    write_report(folder, job, state)
    return state


def steps(job: Job, state: State, engine: Engine, device: str) -> Iterator[State]:
    """The states after each step from `state` on; the same whatever the engine, and on whatever day."""
    recipe = job.recipe
    before = monotonic()
    if not state.history:
        state = _with_row(recipe, state, engine)
        yield state
    for number in range(state.stage, len(recipe.stages)):
        stage = recipe.stages[number]
        learner = Learner(state.memory, state.step * recipe.batches, stage, recipe, device)
        for _done in range(state.step, stage.steps):
            state = _step(job, stage, state, learner, engine)
            if _due(state.done(recipe), recipe.steps, recipe.measurements):
                state = _with_row(recipe, state, engine)
            if state.step == stage.steps:
                state = _ended(state)
            now = monotonic()
            state = replace(state, seconds=state.seconds + now - before)
            before = now
            yield state


def _step(job: Job, stage: Stage, state: State, learner: Learner, engine: Engine) -> State:
    recipe = job.recipe
    pool = Pool(state.memory.player, _named(recipe, state), state.older)
    orders = lesson_orders(recipe, stage, pool, seed=job.seed, number=state.stage, step=state.done(recipe))
    loss, entropy = learner.learn(engine.map(teach, orders), state.step / stage.steps)
    memory = learner.memory()
    keeps = _due(state.step + 1, stage.steps, stage.selves)
    losses, entropies, count = state.since
    return replace(
        state,
        step=state.step + 1,
        memory=memory,
        older=(*state.older, memory.player) if keeps else state.older,
        since=(losses + loss, entropies + entropy, count + 1),
    )


def _due(step: int, steps: int, times: int) -> bool:
    """Whether what is done `times` in `steps` steps, evenly, is done after step `step`."""
    return step * times // steps > (step - 1) * times // steps


def _ended(state: State) -> State:
    player = state.memory.player
    return replace(
        state, stage=state.stage + 1, step=0, memory=Memory.of(player), finished=(*state.finished, player)
    )


def _named(recipe: Recipe, state: State) -> dict[str, Floats]:
    """The players that have names: those that nobody trained, and those that stages ended with."""
    ended = {stage.name: player for stage, player in zip(recipe.stages, state.finished, strict=False)}
    return {**untrained(), **ended}


def _with_row(recipe: Recipe, state: State, engine: Engine) -> State:
    """The state with what a measurement says."""
    named = _named(recipe, state)
    yardsticks: dict[str, Floats] = {name: named[name] for name in YARDSTICKS if name in named}
    if state.older:
        yardsticks["first"] = state.older[0]
    losses, entropies, count = state.since
    row = Row(
        stage=recipe.stages[state.stage].name,
        step=state.done(recipe),
        seconds=state.seconds,
        loss=losses / count if count else None,
        entropy=entropies / count if count else None,
        against=measure(state.memory.player, yardsticks, engine, recipe.blocks),
    )
    return replace(state, history=(*state.history, row), since=(0.0, 0.0, 0))


def warm_up() -> None:
    """Compile all that lessons need, or load it: here, where Ctrl-C can stop it, and not in many threads."""
    cast = Cast(at_random()[None], np.zeros(PLACES, dtype=np.uint64), np.zeros(PLACES))
    rules = HOME.replace(hand=2, deck="tactical", deal="draft")
    for kind in KINDS:
        teach(LessonOrder(kind, rules, askable(kind, rules)[0], cast, seed=0, game=0))
    watch(MatchOrder(HOME.replace(hand=2), cast, seat=0, seed=0, game=0))


def steps_within(recipe: Recipe, minutes: float, engine: Engine, device: str) -> int:
    """How many steps take so many minutes here, judged by a few of the longest stage."""
    stage = max(recipe.stages, key=lambda stage: stage.steps)
    player = at_random()
    names = {opponent.who: player for opponent in stage.opponents}
    learner = Learner(Memory.of(player), 0, stage, recipe, device)
    taken = []
    for step in range(_TIMED + 1):
        begun = monotonic()
        orders = lesson_orders(recipe, stage, Pool(player, names, ()), seed=0, number=0, step=step)
        learner.learn(engine.map(teach, orders), 0.0)
        taken.append(monotonic() - begun)
    # The first one loads what later ones find ready.
    return max(len(recipe.stages), round(minutes * 60 / (sum(taken[1:]) / _TIMED)))


_TIMED: Final = 4
