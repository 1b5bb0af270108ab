"""Standard output for programs: UTF-8 lines, whatever the terminal's own encoding is."""

import sys


def write_line(text: str) -> None:
    """Write one line to standard output, ended by a line feed on every system."""
    write_bytes(text.encode() + b"\n")


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output, after whatever was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
