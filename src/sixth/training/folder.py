"""The folder of a training, which one process locks, and the errors of writing into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sixth.files import lock
from sixth.i18n import error_text, gettext as _
from sixth.text import printable
from sixth.training.errors import TrainingError


def path_text(path: Path) -> str:
    """Return a path, safe to print."""
    return printable(str(path), longest=200)


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Raise errors of the block, which writes the file `path`, as `TrainingError`."""
    try:
        yield
    except OSError as error:
        wrong = _("{file} cannot be written: {why}.")
        raise TrainingError(wrong.format(file=path_text(path), why=error_text(error))) from error


@contextmanager
def own_folder(folder: Path) -> Iterator[None]:
    """Lock the folder, made if need be, for the block, or raise `TrainingError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / ".lock").open("w")
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        wrong = _("{folder} is no folder that can be written to: {why}.")
        raise TrainingError(wrong.format(folder=path_text(folder), why=error_text(error))) from error
    with file:
        try:
            lock(file)
        except BlockingIOError as error:
            wrong = _("Another process trains in {folder}; name another folder.")
            raise TrainingError(wrong.format(folder=path_text(folder))) from error
        yield
