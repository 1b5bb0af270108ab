"""Files in and out: read as bytes, written whole or not at all."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Final

from sixth.error_text import why
from sixth.errors import Refused
from sixth.i18n import gettext as _
from sixth.text import printable

STANDARD: Final = "-"
"""The name that stands for standard input or output."""


def shown(name: str) -> str:
    """A file's name, fit to be printed."""
    return _("standard input") if name == STANDARD else printable(name, longest=200)


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """The file to read, or standard input.

    Raises:
        Refused: it cannot be read.
    """
    if name == STANDARD:
        yield sys.stdin.buffer
        return
    if not name:
        raise Refused(_("The name of the file is empty; name one, or - for standard input or output."))
    try:
        with Path(name).open("rb") as file:
            yield file
    except OSError as error:
        raise Refused(_("{file} cannot be read: {why}.").format(file=shown(name), why=why(error))) from error
    except ValueError as error:  # a NUL in the name
        raise Refused(_("{file} is no name of a file.").format(file=shown(name))) from error


@contextmanager
def written_whole(name: str) -> Iterator[IO[bytes]]:
    """A file that is there with everything in it once the block ends well, and else as it was before.

    Raises:
        Refused: it cannot be written.
    """
    target = _target(name)
    try:
        if target.exists() and not target.is_file():
            # A device or a pipe cannot be replaced, only written to.
            with target.open("wb") as file:
                yield file
            return
        # Named before it is there, so that it is found whenever one is interrupted.
        path = target.parent / f".sixth-{token_hex(8)}"
        try:
            path.touch(mode=0o600, exist_ok=False)
            with path.open("wb") as unfinished:
                try:
                    yield unfinished
                    unfinished.flush()
                    os.fsync(unfinished.fileno())
                except BaseException:
                    # What is still in the buffer may not fit on a full disk either.
                    with suppress(OSError):
                        unfinished.close()
                    raise
            path.chmod(_mode(target))
            path.replace(target)
        except BaseException:
            with suppress(OSError):
                path.unlink()
            raise
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Refused(
            _("{file} cannot be written: {why}.").format(file=shown(name), why=why(error))
        ) from error


def _target(name: str) -> Path:
    if not name:
        raise Refused(_("The name of the file is empty; name one, or - for standard input or output."))
    try:
        # What a link points to is replaced, not the link.
        target = Path(name).resolve()
        directory = target.is_dir()
    except (OSError, RuntimeError, ValueError) as error:  # too long; links in a circle; a NUL in it
        raise Refused(_("{file} is no name of a file.").format(file=shown(name))) from error
    if directory:
        raise Refused(_("{file} is a directory; name a file.").format(file=shown(name)))
    return target


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those of any new file."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
