"""Files that a command line names; whatever goes wrong with one is said in a sentence."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from sixth import files
from sixth.errors import CommandError
from sixth.i18n import error_text
from sixth.i18n import gettext as _
from sixth.text import printable

STANDARD: Final = "-"
"""The name that stands for standard input or output."""


def shown(name: str) -> str:
    """Return a file's name, fit to be printed."""
    return _("standard input") if name == STANDARD else printable(name, longest=200)


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """Open the file of this name, or standard input, for reading.

    Raises:
        CommandError: The file cannot be read.
    """
    if name == STANDARD:
        yield sys.stdin.buffer
        return
    if not name:
        raise CommandError(_("The name of the file is empty; name one, or - for standard input or output."))
    try:
        with Path(name).open("rb") as file:
            yield file
    except OSError as error:
        raise CommandError(
            _("{file} cannot be read: {why}.").format(file=shown(name), why=error_text(error))
        ) from error
    except ValueError as error:  # a NUL in the name
        raise CommandError(_("{file} is no name of a file.").format(file=shown(name))) from error


@contextmanager
def written_whole(name: str) -> Iterator[IO[bytes]]:
    """Open a file for writing, which is there with everything in it once the block ends well.

    Until then it stays as it was. A device or a pipe is written to as it is.

    Raises:
        CommandError: The file cannot be written.
    """
    target = _target(name)
    # A device or a pipe cannot be replaced, only written to.
    special = target.exists() and not target.is_file()
    try:
        with target.open("wb") if special else files.open_atomic(target) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(
            _("{file} cannot be written: {why}.").format(file=shown(name), why=error_text(error))
        ) from error


def _target(name: str) -> Path:
    if not name:
        raise CommandError(_("The name of the file is empty; name one, or - for standard input or output."))
    try:
        target = Path(name).resolve()
        directory = target.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # too long; links in a circle; a NUL in it
        raise CommandError(_("{file} is no name of a file.").format(file=shown(name))) from error
    if directory:
        raise CommandError(_("{file} is a directory; name a file.").format(file=shown(name)))
    return target
