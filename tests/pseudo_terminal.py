"""What a program writes to a pseudo-terminal, for tests of how it behaves on one."""

import os
import select


def read_all(terminal: int) -> bytes:
    """Everything written to the other side, until nobody holds it any more."""
    seen = b""
    while select.select([terminal], [], [], 20)[0]:
        try:
            data = os.read(terminal, 65_536)
        except OSError:  # how Linux says that nobody holds the other side any more
            break
        if not data:
            break
        seen += data
    return seen
