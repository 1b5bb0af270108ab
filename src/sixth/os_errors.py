"""Errors of the operating system as sentences that can be translated."""

import errno
from collections.abc import Mapping
from typing import Final

from sixth.rules.sentence import Sentence

_BY_ERRNO: Final[Mapping[int, Sentence]] = {
    errno.ENOENT: Sentence("No such file or directory"),
    errno.EACCES: Sentence("Permission denied"),
    errno.EPERM: Sentence("Operation not permitted"),
    errno.EISDIR: Sentence("Is a directory"),
    errno.ENOTDIR: Sentence("Not a directory"),
    errno.EEXIST: Sentence("File exists"),
    errno.ENAMETOOLONG: Sentence("File name too long"),
    errno.ELOOP: Sentence("Too many levels of symbolic links"),
    errno.EMFILE: Sentence("Too many open files"),
    errno.EROFS: Sentence("Read-only file system"),
    errno.ENOSPC: Sentence("No space left on device"),
    errno.EIO: Sentence("Input/output error"),
    errno.ENOEXEC: Sentence("Exec format error"),
    errno.EADDRINUSE: Sentence("Address already in use"),
    errno.EADDRNOTAVAIL: Sentence("Cannot assign requested address"),
    errno.ECONNREFUSED: Sentence("Connection refused"),
}


def os_error(error: OSError) -> Sentence:
    """Return the sentence of an error; the system's own text if the number of the error is unknown here."""
    if error.errno is None:
        return Sentence("timed out") if isinstance(error, TimeoutError) else Sentence(str(error))
    return _BY_ERRNO.get(error.errno) or Sentence(error.strerror or str(error))
