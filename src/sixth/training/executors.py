"""Executors of tasks: the protocol, and the threads of this process; see also `ray_executor`."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class Executor(AbstractContextManager["Executor"], Protocol):
    """Runs tasks side by side, from entering the `with` block until leaving it."""

    def map(self, function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result]:
        """Return `function` of each task, in the order of the tasks.

        `function` is one that other processes can import, and depends on nothing but the task.
        """
        ...


class ThreadExecutor(Executor):
    """Runs tasks in `count` threads; kernels hold no lock, so all of them work."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="examples")

    def map(self, function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result]:
        """Run the tasks in the threads; see `Executor.map`."""
        return list(self._pool.map(function, tasks))

    def __exit__(self, *_error: object) -> None:
        # After Ctrl-C no thread begins another task; running ones end soon.
        self._pool.shutdown(cancel_futures=True)
