"""The output of a program on a pseudo-terminal."""

import os
import select


def read_all(terminal: int) -> bytes:
    """Return everything written to the other side, until no process has it open."""
    output = b""
    while select.select([terminal], [], [], 20)[0]:
        try:
            data = os.read(terminal, 65_536)
        except OSError:  # Linux reports in this way that no process has the other side open.
            break
        if not data:
            break
        output += data
    return output
