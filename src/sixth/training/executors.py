"""Who carries out orders: threads of this process, or the machines of a Ray cluster (`ray_engine`)."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Protocol, Self, TypeVar

_Order = TypeVar("_Order")
_Result = TypeVar("_Result")


class Engine(AbstractContextManager["Engine"], Protocol):
    """Carries out orders side by side, from entering the `with` block until leaving it."""

    def map(self, function: Callable[[_Order], _Result], orders: Sequence[_Order]) -> list[_Result]:
        """`function` of each order, in their order whichever is ready first.

        `function` is one that other processes can import, and depends on nothing but the order.
        """
        ...


class Threads:
    """As many threads as there are cores, if no number is said; kernels hold no lock, so all of them work."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="lessons")

    def map(self, function: Callable[[_Order], _Result], orders: Sequence[_Order]) -> list[_Result]:
        return list(self._pool.map(function, orders))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # After Ctrl-C nobody begins another order; those begun take a moment.
        self._pool.shutdown(cancel_futures=True)
