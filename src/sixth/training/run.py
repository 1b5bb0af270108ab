"""A training from an order to the last word about it."""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

import torch
from rich.console import Console

from sixth.i18n import gettext as _
from sixth.i18n import number_text, percent_text
from sixth.processors import cores
from sixth.training import checkpoint
from sixth.training.command import Order
from sixth.training.errors import LearnError
from sixth.training.executors import Engine, Threads
from sixth.training.files import own_folder, shown
from sixth.training.loop import POLICY, begin, steps_within, train, warm_up
from sixth.training.ray_executor import RayEngine
from sixth.training.state import Job, State
from sixth.training.watch import Watch, getting_ready

SEED: Final = 1
"""If none is said, so that the same command gives everybody the same policy."""


def run(order: Order) -> None:
    """As `command.carry_out`."""
    device = _device(order.device)
    with ExitStack() as stack:
        stack.enter_context(own_folder(order.folder))
        kept = checkpoint.load(order.folder)
        seed = order.seed if order.seed is not None else kept.seed if kept else SEED
        steps = order.steps or (kept.steps if kept else None)
        if steps is not None:
            # What cannot be done is said before anything that takes long.
            asked = Job(order.recipe.scaled(steps), seed)
            if kept is not None:
                kept.state(asked)
        threads = order.threads or cores()
        engine: Engine = Threads(threads) if order.ray is None else RayEngine(order.ray, threads)
        stack.enter_context(engine)
        with getting_ready():
            warm_up()
            if steps is None and order.minutes is not None:
                steps = steps_within(order.recipe, order.minutes, engine, device)
        job = Job(order.recipe.scaled(steps or order.recipe.steps), seed)
        state = kept.state(job) if kept else begin(job)
        watch = stack.enter_context(Watch(job.recipe))
        state = train(order.folder, job, state, engine, watch, device=device)
    _tell(order.folder, job, state)


def _device(name: str) -> str:
    if name == "cpu":
        return name
    if torch.cuda.is_available():
        return "cuda"
    if name == "cuda":
        raise LearnError(_("There is no CUDA device that PyTorch can use here; leave --device out."))
    return "cpu"


def _tell(folder: Path, job: Job, state: State) -> None:
    said = _("Trained in {minutes} minutes, {steps} steps with seed {seed}.")
    minutes, steps = number_text(state.seconds / 60, digits=1), number_text(job.recipe.steps)
    lines = [
        said.format(minutes=minutes, steps=steps, seed=job.seed),
        _("Heads a round, with three of each at the table:"),
    ]
    for name, found in state.history[-1].against.items():
        said = _("{name}: {heads} ± {within}, they {others}; wins {wins}")
        lines.append(
            "  "
            + said.format(
                name=name,
                heads=number_text(found.heads, digits=2),
                within=number_text(found.within, digits=2),
                others=number_text(found.others, digits=2),
                wins=percent_text(found.wins),
            )
        )
    lines.append(_("The policy is {file}, the report beside it.").format(file=shown(folder / POLICY)))
    console = Console(markup=False, highlight=False, emoji=False)
    console.print("\n".join(lines), soft_wrap=True)
