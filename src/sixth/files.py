"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO


@contextmanager
def replacing(target: Path, *, mode: int | None = None) -> Iterator[Path]:
    """Yield the path of a new file, which takes the place of `target` once the block ends well.

    Until then, and if the block fails, `target` stays as it was; neither a kill nor a power cut leaves half
    of it. A link is followed and stays a link. The file gets the permissions `mode`; without it, those of
    the file that it replaces, or those of any new file.

    Raises:
        OSError: The file cannot be written.
    """
    # What a link points to is replaced, not the link.
    target = target.resolve()
    # Named before it is there, so that it is found whenever one is interrupted.
    unfinished = target.parent / f".sixth-{token_hex(8)}"
    try:
        unfinished.touch(mode=0o600, exist_ok=False)
        yield unfinished
        _sync(unfinished)
        unfinished.chmod(_mode(target) if mode is None else mode)
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    # So that a power cut does not undo it. Some systems open no folders, or do not know how to sync one.
    with suppress(OSError):
        _sync(target.parent)


@contextmanager
def written_whole(target: Path) -> Iterator[IO[bytes]]:
    """Yield an open file whose content takes the place of `target` once the block ends well.

    See `replacing` for what is promised.

    Raises:
        OSError: The file cannot be written.
    """
    with replacing(target) as path, path.open("wb") as file:
        yield file


def _mode(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync(path: Path) -> None:
    """Have a file or a folder written to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
