"""The progress of a training on standard error: a bar on a terminal, elsewhere a line per measurement."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic

from rich.console import Console

from sixth.console import new_console, print_text
from sixth.i18n import gettext as _, number_text
from sixth.progress import bar
from sixth.training.recipe import Recipe
from sixth.training.state import Measurement, TrainingState


@contextmanager
def progress(recipe: Recipe, first: TrainingState) -> Iterator[Callable[[TrainingState], None]]:
    """Show the progress of a training from the state `first` on; yield a function that takes each state."""
    if not sys.stderr.isatty():
        yield _Lines(recipe, first).show
        return
    done = first.done(recipe)
    with bar(_stage(recipe, first), recipe.steps, done=done) as step:

        def show(state: TrainingState) -> None:
            nonlocal done
            before, done = done, state.done(recipe)
            note = _heads(state.history[-1]) if state.history else ""
            step(done - before, description=_stage(recipe, state), note=note)

        yield show


def _stage(recipe: Recipe, state: TrainingState) -> str:
    return recipe.stages[min(state.stage, len(recipe.stages) - 1)].name


class _Lines:
    def __init__(self, recipe: Recipe, first: TrainingState) -> None:
        self._recipe = recipe
        self._console = new_console(stderr=True)
        self._rows, self._first, self._start = len(first.history), first.done(recipe), monotonic()

    def show(self, state: TrainingState) -> None:
        if len(state.history) == self._rows:
            return
        self._rows = len(state.history)
        row, steps, done = state.history[-1], self._recipe.steps, state.done(self._recipe)
        template = _("{stage} {step}/{steps}, {minutes} min: {heads}")
        if self._first < done < steps:
            template = _("{stage} {step}/{steps}, {minutes} min, {left} to go: {heads}")
        minutes = number_text(row.seconds / 60, digits=1)
        print_text(
            self._console,
            template.format(
                stage=row.stage, step=row.step, steps=steps, minutes=minutes, left=self._time_left_text(done),
                heads=_heads(row),
            ),
        )  # fmt: skip

    def _time_left_text(self, done: int) -> str:
        pace = (monotonic() - self._start) / max(1, done - self._first)
        minutes = (self._recipe.steps - done) * pace / 60
        if minutes < 1:
            return _("less than a minute")
        return _("about {minutes} min").format(minutes=number_text(minutes))


def _heads(row: Measurement) -> str:
    heads = ", ".join(f"{number_text(score.heads, digits=2)} {name}" for name, score in row.against.items())
    if row.loss is None:
        return _("heads against {heads}").format(heads=heads)
    template = _("heads against {heads}; loss {loss}")
    return template.format(heads=heads, loss=number_text(row.loss, digits=2))


@contextmanager
def preparation_notice() -> Iterator[None]:
    """Show a notice while the first kernels are compiled, which takes long only once."""
    console = Console(stderr=True)
    with console.status(_("Getting ready")) if console.is_terminal else nullcontext():
        yield
