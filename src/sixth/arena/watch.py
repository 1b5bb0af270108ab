"""Bars that fill while an arena is at work: on a terminal, and nowhere else."""

from collections.abc import Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sixth.arena.deal import DealResult
from sixth.i18n import gettext as _

_T = TypeVar("_T")


def watched(results: Iterator[DealResult], done: int, deals: int) -> Iterator[DealResult]:
    """The results, with a bar."""
    return _with_bar(_("Deals"), results, done, deals)


def with_bar(steps: int) -> Iterator[int]:
    """The numbers of the steps of a training, with a bar."""
    return _with_bar(_("Training"), iter(range(steps)), 0, steps)


def _with_bar(what: str, things: Iterator[_T], done: int, total: int) -> Iterator[_T]:
    console = Console(stderr=True)
    if not console.file.isatty():
        yield from things
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(what, total=total, completed=done)
        for thing in things:
            progress.advance(task)
            yield thing
