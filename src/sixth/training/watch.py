"""How it goes, on standard error: a bar where there is a terminal, and else a line for each measurement."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Column

from sixth.i18n import gettext as _
from sixth.i18n import number_text
from sixth.training.recipe import Recipe
from sixth.training.state import Row, State


class Watch:
    """Shows the states of a training as they come, from entering the `with` block until leaving it."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self._console = Console(stderr=True, markup=False, highlight=False, emoji=False)
        self._bar: Progress | None = None
        self._task = TaskID(0)
        self._rows = -1
        self._first = 0
        self._begun = monotonic()

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
            columns = (
                TextColumn("{task.description}"),
                BarColumn(bar_width=10),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                TextColumn("{task.fields[found]}", table_column=rest),
            )
            # A step may take a second: a rate from the last half minute would jump.
            self._bar = Progress(*columns, console=self._console, speed_estimate_period=300, expand=True)
            self._bar.start()
            self._task = self._bar.add_task("", total=self._recipe.steps, found="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def at(self, state: State) -> None:
        """The training begins here or goes on from here, or has come so far."""
        recipe, done = self._recipe, state.done(self._recipe)
        if self._rows < 0:
            self._rows, self._first, self._begun = len(state.history), done, monotonic()
        stage = recipe.stages[min(state.stage, len(recipe.stages) - 1)].name
        if self._bar is not None:
            found = _heads(state.history[-1]) if state.history else ""
            self._bar.update(self._task, completed=done, description=stage, found=found)
        elif len(state.history) > self._rows:
            row = state.history[-1]
            said = _("{stage} {step}/{steps}, {minutes} min: {heads}")
            if self._first < done < recipe.steps:
                said = _("{stage} {step}/{steps}, {minutes} min, {left} to go: {heads}")
            self._console.print(
                said.format(
                    stage=row.stage, step=row.step, steps=recipe.steps, heads=_heads(row),
                    minutes=number_text(row.seconds / 60, digits=1), left=self._left(done),
                ),
                soft_wrap=True,
            )  # fmt: skip
        self._rows = len(state.history)

    def _left(self, done: int) -> str:
        pace = (monotonic() - self._begun) / max(1, done - self._first)
        minutes = (self._recipe.steps - done) * pace / 60
        if minutes < 1:
            return _("less than a minute")
        return _("about {minutes} min").format(minutes=number_text(minutes))


def _heads(row: Row) -> str:
    """What was measured, in a few words."""
    heads = ", ".join(f"{number_text(found.heads, digits=2)} {name}" for name, found in row.against.items())
    if row.loss is None:
        return _("heads against {heads}").format(heads=heads)
    said = _("heads against {heads}; loss {loss}")
    return said.format(heads=heads, loss=number_text(row.loss, digits=2))


@contextmanager
def getting_ready() -> Iterator[None]:
    """Says so while the first kernels are compiled, which takes long only once."""
    console = Console(stderr=True)
    with console.status(_("Getting ready")) if console.is_terminal else nullcontext():
        yield
