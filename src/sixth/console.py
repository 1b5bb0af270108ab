"""Standard output for programs: UTF-8 on every system and terminal."""

import sys


def write_line(text: str) -> None:
    """Write one line to standard output, ended by a line feed on every system."""
    write_bytes(text.encode() + b"\n")


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output, after all text that was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
