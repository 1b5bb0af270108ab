"""Files that a command line names; every error is one sentence."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from sixth import files
from sixth.errors import CommandError
from sixth.i18n import error_text, gettext as _
from sixth.text import printable

STANDARD: Final = "-"
"""The name that stands for standard input or output."""


def display_name(name: str) -> str:
    """Return the name of a file, safe to print."""
    return _("standard input") if name == STANDARD else printable(name, longest=200)


@contextmanager
def open_input(name: str) -> Iterator[IO[bytes]]:
    """Open the file of this name, or standard input, for reading, or raise `CommandError`."""
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
            _("{file} cannot be read: {why}.").format(file=display_name(name), why=error_text(error))
        ) from error
    except ValueError as error:  # a NUL in the name
        raise CommandError(_("{file} is no name of a file.").format(file=display_name(name))) from error


@contextmanager
def open_output(name: str) -> Iterator[IO[bytes]]:
    """Open a file for writing, which replaces the old one when the block ends, or raise `CommandError`.

    A device or a pipe is not replaced, only written to.
    """
    target = _target(name)
    special = target.exists() and not target.is_file()
    try:
        with target.open("wb") if special else files.open_atomic(target) as file:
            yield file
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CommandError(
            _("{file} cannot be written: {why}.").format(file=display_name(name), why=error_text(error))
        ) from error


def _target(name: str) -> Path:
    if not name:
        raise CommandError(_("The name of the file is empty; name one, or - for standard input or output."))
    try:
        target = Path(name).resolve()
        directory = target.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # too long; links in a circle; a NUL in it
        raise CommandError(_("{file} is no name of a file.").format(file=display_name(name))) from error
    if directory:
        raise CommandError(_("{file} is a directory; name a file.").format(file=display_name(name)))
    return target
