"""Files and folders that are replaced whole or not at all, and files that only one process writes."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from errno import EEXIST
from pathlib import Path
from secrets import token_hex
from typing import IO, Any


@contextmanager
def replace_file(target: Path, *, mode: int | None = None) -> Iterator[Path]:
    """Yield the path of a new file, which replaces `target` when the block ends without an error.

    Until then, and if the block fails, `target` keeps its content; neither a kill nor a power cut leaves half
    a file. A link is followed and stays a link. The file gets the permissions `mode`; without it, those of
    the file that it replaces, or those of any new file.

    Raises:
        OSError: the file cannot be written.
    """
    # The file behind a link is replaced, not the link.
    target = target.resolve()
    # Named before it exists, so that an interrupt at any moment finds it to delete.
    draft = target.parent / f".sixth-{token_hex(8)}"
    try:
        draft.touch(mode=0o600, exist_ok=False)
        yield draft
        _sync(draft)
        draft.chmod(_mode(target) if mode is None else mode)
        draft.replace(target)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    # So that a power cut does not undo the replacement. Some systems cannot open or sync a folder.
    with suppress(OSError):
        _sync(target.parent)


@contextmanager
def open_atomic(target: Path) -> Iterator[IO[bytes]]:
    """Yield an open file whose content replaces `target` as that of `replace_file` does."""
    with replace_file(target) as path, path.open("wb") as file:
        yield file


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """Yield an empty folder, which gets the name `target` when the block ends without an error.

    If the block fails, nothing is left of the folder.

    Raises:
        FileExistsError: there is something of this name.
        OSError: the folder cannot be made.
    """
    with suppress(FileNotFoundError):
        target.lstat()
        raise FileExistsError(EEXIST, os.strerror(EEXIST), str(target))
    draft = target.absolute().parent / f".sixth-{token_hex(8)}"
    try:
        draft.mkdir()
        yield draft
        for path in (*draft.rglob("*"), draft):
            # Some systems cannot open or sync a folder.
            with suppress(OSError) if path.is_dir() else nullcontext():
                _sync(path)
        draft.rename(target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    with suppress(OSError):
        _sync(target.absolute().parent)


def lock(file: IO[Any]) -> None:
    """Lock an open file for this process until it is closed; on Windows nothing is locked.

    Raises:
        BlockingIOError: it is locked already.
    """
    try:
        import fcntl
    except ModuleNotFoundError:
        return
    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _mode(target: Path) -> int:
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _sync(path: Path) -> None:
    """Flush a file or a folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
