"""A bar that fills while something takes its time: on a terminal, and nowhere else."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol, TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column

T = TypeVar("T")

_BAR_COLUMNS: Final = 20
_SPEED_PERIOD_S: Final = 300
"""A step may take seconds; a speed judged by the last few of them would jump."""


class Step(Protocol):
    """Moves a bar on."""

    def __call__(self, steps: int = 1, *, description: str | None = None, note: str | None = None) -> object:
        """Move the bar on by `steps`, and change what stands before and behind it."""
        ...


@contextmanager
def bar(description: str, total: int, *, done: int = 0) -> Iterator[Step]:
    """Show a bar of `total` steps on standard error, of which some may be `done`; yield what moves it on."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=_BAR_COLUMNS),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", table_column=rest),
    )
    console = Console(stderr=True, markup=False, highlight=False, emoji=False)
    with Progress(
        *columns, console=console, transient=True, expand=True, speed_estimate_period=_SPEED_PERIOD_S
    ) as progress:
        task = progress.add_task(description, total=total, completed=done, note="")

        def step(steps: int = 1, *, description: str | None = None, note: str | None = None) -> None:
            progress.update(task, advance=steps, description=description)
            if note is not None:
                progress.update(task, note=note)

        yield step


def watched(description: str, things: Iterable[T], total: int, *, done: int = 0) -> Iterator[T]:
    """Pass on the things, of which there are `total` with those `done` before, with a bar."""
    with bar(description, total, done=done) as step:
        for thing in things:
            yield thing
            step()


def _nothing(steps: int = 1, *, description: str | None = None, note: str | None = None) -> None:
    pass
