"""A training from its options to the summary."""

from contextlib import ExitStack
from pathlib import Path
from typing import Final

import torch

from sixth.console import new_console, print_text
from sixth.i18n import gettext as _, number_text, percent_text
from sixth.processors import cores
from sixth.training import checkpoint
from sixth.training.errors import TrainingError
from sixth.training.executors import Executor, ThreadExecutor
from sixth.training.folder import own_folder, path_text
from sixth.training.loop import POLICY, begin, steps_within, train, warm_up
from sixth.training.options import Options
from sixth.training.progress import preparation_notice, progress
from sixth.training.ray_executor import RayExecutor
from sixth.training.state import TrainingJob, TrainingState

DEFAULT_SEED: Final = 1
"""The seed without --seed, so that the same command gives everybody the same policy."""


def run_session(options: Options) -> None:
    """Train as the checked options say; see `command.run`."""
    device = _device(options.device)
    with ExitStack() as stack:
        stack.enter_context(own_folder(options.folder))
        stored = checkpoint.load(options.folder)
        seed = options.seed if options.seed is not None else stored.seed if stored else DEFAULT_SEED
        steps = options.steps or (stored.steps if stored else None)
        if steps is not None:
            # Errors come before the long preparation.
            plan = TrainingJob(options.recipe.scaled(steps), seed)
            if stored is not None:
                stored.state(plan)
        threads = options.threads or cores()
        ray = options.ray
        executor: Executor = ThreadExecutor(threads) if ray is None else RayExecutor(ray, workers=threads)
        stack.enter_context(executor)
        with preparation_notice():
            warm_up()
            if steps is None and options.minutes is not None:
                steps = steps_within(options.minutes, options.recipe, executor=executor, device=device)
        job = TrainingJob(options.recipe.scaled(steps or options.recipe.steps), seed)
        state = stored.state(job) if stored else begin(job)
        show = stack.enter_context(progress(job.recipe, state))
        state = train(options.folder, job, state, executor=executor, device=device, show=show)
    _print_summary(options.folder, job, state)


def _device(name: str) -> str:
    if name == "cpu":
        return name
    if torch.cuda.is_available():
        return "cuda"
    if name == "cuda":
        raise TrainingError(_("There is no CUDA device that PyTorch can use here; leave --device out."))
    return "cpu"


def _print_summary(folder: Path, job: TrainingJob, state: TrainingState) -> None:
    template = _("Trained in {minutes} minutes, {steps} steps with seed {seed}.")
    minutes, steps = number_text(state.seconds / 60, digits=1), number_text(job.recipe.steps)
    lines = [
        template.format(minutes=minutes, steps=steps, seed=job.seed),
        _("Heads a round, with three of each at the table:")
        if job.recipe.stages[-1].learns == "player"
        else _("Heads a round at a table of two, against the same player without its hand network:"),
    ]
    for name, score in state.history[-1].against.items():
        template = _("{name}: {heads} ± {within}, they {others}; wins {wins}")
        lines.append(
            "  "
            + template.format(
                name=name,
                heads=number_text(score.heads, digits=2),
                within=number_text(score.within, digits=2),
                others=number_text(score.others, digits=2),
                wins=percent_text(score.wins),
            )
        )
    lines.append(_("The policy is {file}, the report beside it.").format(file=path_text(folder / POLICY)))
    console = new_console()
    print_text(console, "\n".join(lines))
