"""Files of a training: there whole, or as they were before."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sixth.error_text import why
from sixth.i18n import gettext as _
from sixth.text import printable
from sixth.training.errors import LearnError


def shown(path: Path) -> str:
    """A path, fit to be printed."""
    return printable(str(path), longest=200)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that no kill and no power cut leaves half of it.

    Raises:
        LearnError: it cannot be written.
    """
    beside = path.with_name(f".{path.name}.new")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        wrong = _("{file} cannot be written: {why}.")
        raise LearnError(wrong.format(file=shown(path), why=why(error))) from error


@contextmanager
def own_folder(folder: Path) -> Iterator[None]:
    """The folder, made if it is not there, for this process alone.

    Raises:
        LearnError: it cannot be made, or another process trains in it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("w")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        said = why(error) if isinstance(error, OSError) else str(error)
        wrong = _("{folder} is no folder that can be written to: {why}.")
        raise LearnError(wrong.format(folder=shown(folder), why=said)) from error
    with file:
        _lock(file.fileno(), folder)
        yield


def _lock(number: int, folder: Path) -> None:
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows; there two trainings in one folder are the user's own to avoid
        return
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        wrong = _("Another process trains in {folder}; name another folder.")
        raise LearnError(wrong.format(folder=shown(folder))) from error
