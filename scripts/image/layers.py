"""Layers of an image: folders as archives, the same bytes for the same files."""

import gzip
import hashlib
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Final, cast

USER: Final = 10001
"""The user and the group of the server."""

DATA: Final = "var/lib/sixth"
"""The folder of the database, which is the server's alone."""

_EXCEPTIONS: Final = {"tmp": (0o1777, 0), "root": (0o700, 0), DATA: (0o700, USER)}
"""Folders with other modes and owners than 755 and root."""


@dataclass(frozen=True)
class Layer:
    """A layer in a file that is named by its digest."""

    digest: str
    """SHA-256 of the compressed archive, which is the name of its file."""
    diff_id: str
    """SHA-256 of the archive itself."""
    size: int
    """Bytes of the compressed archive."""
    unpacked: int
    """Bytes of the files in it."""
    what: str
    """A few words for the history of the image."""


class _Hashing:
    """A file to write to that hashes what is written."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._hash = file, hashlib.sha256()
        self.size = 0

    def write(self, data: bytes) -> int:
        self._hash.update(data)
        self.size += len(data)
        return self._file.write(data)

    def flush(self) -> None:
        self._file.flush()

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


def write_layer(folder: Path, target: Path, at: datetime, what: str) -> Layer:
    """Write the files below a folder as a layer into `target`, with `at` as the time of each."""
    unfinished = target / "layer"
    with unfinished.open("wb") as file:
        compressed = _Hashing(file)
        with gzip.GzipFile("", "wb", 6, cast("IO[bytes]", compressed), mtime=0) as zipped:
            plain = _Hashing(cast("IO[bytes]", zipped))
            with tarfile.open(fileobj=cast("IO[bytes]", plain), mode="w|", format=tarfile.PAX_FORMAT) as tar:
                unpacked = write_files(tar, folder, at)
    unfinished.rename(target / compressed.digest)
    return Layer(compressed.digest, plain.digest, compressed.size, unpacked, what)


def write_files(archive: tarfile.TarFile, folder: Path, at: datetime) -> int:
    """Write the files below a folder into an archive; return their bytes."""
    size = 0
    for path, entry in entries(folder, at):
        if entry.isreg():
            size += entry.size
            with path.open("rb") as content:
                archive.addfile(entry, content)
        else:
            archive.addfile(entry)
    return size


def entries(folder: Path, at: datetime) -> Iterator[tuple[Path, tarfile.TarInfo]]:
    """Yield each path below a folder, in order, with its entry, which depends on nothing else."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        entry = tarfile.TarInfo(name)
        entry.mtime = int(at.timestamp())
        entry.mode = 0o755
        if path.is_symlink():
            entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, str(path.readlink()), 0o777
        elif path.is_dir():
            entry.type = tarfile.DIRTYPE
            entry.mode, entry.uid = _EXCEPTIONS.get(name, (0o755, 0))
            entry.gid = entry.uid
        else:
            entry.size = path.stat().st_size
            if not path.stat().st_mode & 0o100:
                entry.mode = 0o644
        yield path, entry
