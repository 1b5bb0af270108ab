"""Bars that fill while something takes its time: on a terminal, and nowhere else."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[int], object]]:
    """A bar of this many steps; it moves by as many as what is given is called with."""
    if not sys.stderr.isatty():
        yield lambda _steps: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda steps: progress.advance(task, steps)


def watched(what: str, things: Iterable[T], total: int) -> Iterator[T]:
    """The things, with a bar."""
    with bar(what, total) as step:
        for thing in things:
            yield thing
            step(1)
