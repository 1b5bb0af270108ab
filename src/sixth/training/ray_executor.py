"""An executor of tasks on the machines of a Ray cluster, one task for each core at a time.

The machines need Sixth in the same version and Ray; PyTorch only the one that trains.
"""

import os
import socket
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, TypeVar

from sixth.extras import install_command
from sixth.i18n import error_text, gettext as _
from sixth.text import printable
from sixth.training.errors import TrainingError, TrainingUsageError
from sixth.training.executors import Executor

LOCAL = "local"
"""The address of a cluster on this machine that starts and ends with the training."""

_STORE_BYTES = 256 * 1024**2
"""Bytes in memory of such a cluster; the examples of a step take a tenth of them."""

_CONNECT_TIMEOUT_S = 5.0
"""Seconds within which a cluster must answer."""

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")


class RayExecutor(Executor):
    """An executor on the Ray cluster at `address`; a local one has `workers` processes.

    Another machine takes over the tasks of a lost one.

    Raises:
        TrainingUsageError: `address` is not an address.
        TrainingError: Ray is not installed, or no cluster answers at the address.
    """

    def __init__(self, address: str, workers: int) -> None:
        _check(address)
        # Ray sends reports to its makers unless told not to.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            # Not imported by name, so that types can be checked without Ray.
            self._ray: Any = import_module("ray")
        except ModuleNotFoundError as error:
            wrong = _("Ray is not installed; install it with: {command}")
            raise TrainingError(wrong.format(command=install_command("ray"))) from error
        own: dict[str, Any] = {
            "num_cpus": workers,
            "object_store_memory": _STORE_BYTES,
            "include_dashboard": False,
        }
        try:
            self._ray.init(
                address=address,
                log_to_driver=False,
                logging_level="ERROR",
                **(own if address == LOCAL else {}),
            )
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise _no_ray(address, error) from error
        self._remotes: dict[Any, Any] = {}

    def map(self, function: Callable[[_Task], _Result], tasks: Sequence[_Task]) -> list[_Result]:
        """Run the tasks on the machines of Ray; see `Executor.map`."""
        if function not in self._remotes:
            self._remotes[function] = self._ray.remote(function)
        pending = [self._remotes[function].remote(task) for task in tasks]
        try:
            results: list[_Result] = self._ray.get(pending)
        except self._ray.exceptions.RayError as error:
            wrong = _("Ray has not carried out a task ({why}).")
            raise TrainingError(wrong.format(why=_first_line(error))) from error
        except BaseException:
            for task in pending:
                self._ray.cancel(task)
            raise
        return results

    def __exit__(self, *_error: object) -> None:
        self._ray.shutdown()


def _check(address: str) -> None:
    """Check that a cluster answers at the address; Ray itself would try for minutes."""
    if address in (LOCAL, "auto"):
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isascii() and port.isdigit()):
        wrong = _("--ray takes local, auto or HOST:PORT, not {value}.")
        raise TrainingUsageError(wrong.format(value=repr(printable(address))))
    try:
        socket.create_connection((host, int(port)), _CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise _no_ray(address, error) from error


def _no_ray(address: str, error: Exception) -> TrainingError:
    why = error_text(error) if isinstance(error, OSError) else _first_line(error)
    return TrainingError(
        _("There is no Ray at {address} ({why}).").format(address=printable(address), why=why)
    )


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
