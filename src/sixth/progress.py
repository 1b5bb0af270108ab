"""Progress bars, which only a terminal shows."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column

from sixth.console import new_console

T = TypeVar("T")

_BAR_COLUMNS: Final = 20
_SPEED_PERIOD_S: Final = 300
"""Seconds over which the speed is averaged: single steps may take seconds, and their speed varies."""


Advance = Callable[..., object]
"""Moves a bar on by `steps`, 1 by default; `description` and `note` change the texts around it."""


@contextmanager
def bar(description: str, total: int, *, done: int = 0) -> Iterator[Advance]:
    """Show a bar of `total` steps, `done` of them over, on standard error; yield what moves it on."""
    if not sys.stderr.isatty():
        yield lambda steps=1, *, description=None, note=None: None
        return
    rest = Column(ratio=1, no_wrap=True, overflow="ellipsis")
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=_BAR_COLUMNS),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}", table_column=rest),
    )
    with Progress(
        *columns,
        console=new_console(stderr=True),
        transient=True,
        expand=True,
        speed_estimate_period=_SPEED_PERIOD_S,
    ) as progress:
        task = progress.add_task(description, total=total, completed=done, note="")

        def step(steps: int = 1, *, description: str | None = None, note: str | None = None) -> None:
            progress.update(task, advance=steps, description=description)
            if note is not None:
                progress.update(task, note=note)

        yield step


def track(description: str, items: Iterable[T], total: int, *, done: int = 0) -> Iterator[T]:
    """Yield the items and show a bar; they are `total` with the `done` ones of an earlier run."""
    with bar(description, total, done=done) as step:
        for item in items:
            yield item
            step()
