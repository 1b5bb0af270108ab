"""How a training goes, on standard error: a bar on a terminal, and else a line for each measurement."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic

from rich.console import Console

from sixth.console import new_console
from sixth.i18n import gettext as _
from sixth.i18n import number_text
from sixth.progress import bar
from sixth.training.recipe import Recipe
from sixth.training.state import Row, State


@contextmanager
def progress(recipe: Recipe, first: State) -> Iterator[Callable[[State], None]]:
    """Show how a training goes that begins or goes on at `first`; yield what is told each state."""
    if not sys.stderr.isatty():
        yield _Lines(recipe, first).show
        return
    done = first.done(recipe)
    with bar(_stage(recipe, first), recipe.steps, done=done) as step:

        def show(state: State) -> None:
            nonlocal done
            before, done = done, state.done(recipe)
            note = _heads(state.history[-1]) if state.history else ""
            step(done - before, description=_stage(recipe, state), note=note)

        yield show


def _stage(recipe: Recipe, state: State) -> str:
    return recipe.stages[min(state.stage, len(recipe.stages) - 1)].name


class _Lines:
    def __init__(self, recipe: Recipe, first: State) -> None:
        self._recipe = recipe
        self._console = new_console(stderr=True)
        self._rows, self._first, self._begun = len(first.history), first.done(recipe), monotonic()

    def show(self, state: State) -> None:
        if len(state.history) == self._rows:
            return
        self._rows = len(state.history)
        row, steps, done = state.history[-1], self._recipe.steps, state.done(self._recipe)
        said = _("{stage} {step}/{steps}, {minutes} min: {heads}")
        if self._first < done < steps:
            said = _("{stage} {step}/{steps}, {minutes} min, {left} to go: {heads}")
        minutes = number_text(row.seconds / 60, digits=1)
        self._console.print(
            said.format(
                stage=row.stage, step=row.step, steps=steps, minutes=minutes, left=self._left(done),
                heads=_heads(row),
            ),
            soft_wrap=True,
        )  # fmt: skip

    def _left(self, done: int) -> str:
        pace = (monotonic() - self._begun) / max(1, done - self._first)
        minutes = (self._recipe.steps - done) * pace / 60
        if minutes < 1:
            return _("less than a minute")
        return _("about {minutes} min").format(minutes=number_text(minutes))


def _heads(row: Row) -> str:
    """Return what was measured, in a few words."""
    heads = ", ".join(f"{number_text(found.heads, digits=2)} {name}" for name, found in row.against.items())
    if row.loss is None:
        return _("heads against {heads}").format(heads=heads)
    said = _("heads against {heads}; loss {loss}")
    return said.format(heads=heads, loss=number_text(row.loss, digits=2))


@contextmanager
def getting_ready() -> Iterator[None]:
    """Say so while the first kernels are compiled, which takes long only once."""
    console = Console(stderr=True)
    with console.status(_("Getting ready")) if console.is_terminal else nullcontext():
        yield
