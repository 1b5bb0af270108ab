"""Ports in use: by which program, and which one is free."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

_PROC: Final = Path("/proc")
_LISTENS: Final = "0A"
"""The state of a socket that listens, in /proc/net/tcp."""

_TRIES: Final = 50
"""Ports after the one in use that are tried."""

_LAST_PORT: Final = 65_535


class Holder(NamedTuple):
    """The program that listens at a port, and the number of its process."""

    program: str
    process: int


def holder_of(port: int) -> Holder | None:
    """Return who listens at this port; None where the system does not say, as it does on Linux alone."""
    with suppress(OSError):
        wanted = {f"socket:[{inode}]" for inode in _listening(port)}
        for process in _PROC.iterdir() if wanted else ():
            # The files of other people's processes cannot be read.
            with suppress(OSError):
                links = (process / "fd").iterdir() if process.name.isdigit() else ()
                if any(link.is_symlink() and str(link.readlink()) in wanted for link in links):
                    return Holder((process / "comm").read_text(errors="replace").strip(), int(process.name))
    return None


def _listening(port: int) -> Iterator[str]:
    """Yield the inodes of the sockets that listen at this port."""
    for name in ("tcp", "tcp6"):
        with suppress(OSError):
            for line in (_PROC / "net" / name).read_text().splitlines()[1:]:
                _number, local, _remote, state, *rest = line.split()
                if state == _LISTENS and int(local.rpartition(":")[2], 16) == port:
                    yield rest[5]


def free_after(family: int, address: str, port: int) -> int | None:
    """Return the next port after `port` that can be used at this address; None if the next fifty cannot."""
    for number in range(port + 1, min(port + _TRIES, _LAST_PORT) + 1):
        with suppress(OSError), socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, number))
            return number
    return None
