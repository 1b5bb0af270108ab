"""Connections handed from one process of a site to another, so that one of them has all of a table at hand.

Any process may serve any table at any time; this only saves work. A connection over which somebody asks for a
table is handed on, with what has come over it, to the process that a hash of the table's name chooses. Where
that one does not take it at once, it is served where it came in.
"""

import asyncio
import os
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final
from zlib import crc32

Adopt = Callable[[socket.socket, bytes], None]
"""Takes a connection over, and what has come over it and was not answered."""

_TABLE: Final = re.compile(rb"[A-Z]+ /t/([\w-]+)[/? ]")

_MAX_BYTES: Final = 64 * 1024
"""Bytes that are handed on with a connection; a request has few hundred."""


class Neighbours:
    """The processes of a site, `count` of them, which find one another in `folder`; this one is `index`."""

    def __init__(self, folder: Path, index: int, count: int) -> None:
        self._folder, self._index, self._count = folder, index, count
        self._socket: socket.socket

    def start(self, adopt: Adopt) -> None:
        """Take over, in the running event loop, what others hand on."""
        place = self._place(self._index)
        # One that was killed has left it there.
        place.unlink(missing_ok=True)
        self._socket = _datagrams()
        self._socket.bind(str(place))
        asyncio.get_running_loop().add_reader(self._socket, self._take, adopt)

    def close(self) -> None:
        """Take over nothing more; what is on its way is lost, as with a listener that closes."""
        asyncio.get_running_loop().remove_reader(self._socket)
        self._place(self._index).unlink(missing_ok=True)
        self._socket.close()

    def pass_on(self, connection: int, data: bytes) -> bool:
        """Hand on a connection over which `data` has come, unless it is ours; returns whether it was.

        It is an open file, which stays open here all the same.
        """
        asked = _TABLE.match(data)
        whose = crc32(asked[1]) % self._count if asked else self._index
        if whose == self._index or len(data) > _MAX_BYTES:
            return False
        try:
            with _datagrams() as line:
                line.connect(str(self._place(whose)))
                socket.send_fds(line, [data], [connection])
        except OSError:
            # It has ended, or has too much to do.
            return False
        return True

    def _take(self, adopt: Adopt) -> None:
        with suppress(BlockingIOError):
            while True:
                data, files, _flags, _address = socket.recv_fds(self._socket, _MAX_BYTES, 1)
                for file in files:
                    connection = socket.socket(fileno=file)
                    connection.setblocking(False)
                    adopt(connection, data)

    def _place(self, index: int) -> Path:
        return self._folder / str(index)


def _datagrams() -> socket.socket:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    made.setblocking(False)
    return made


def can_hand_over() -> bool:
    """Return whether this system hands open files from one process to another."""
    return hasattr(socket, "send_fds") and hasattr(socket, "AF_UNIX") and os.name == "posix"
