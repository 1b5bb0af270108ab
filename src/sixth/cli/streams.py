"""Standard input, output and error: their preparation, errors, and the end of their readers."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from sixth.text import printable


def prepare_streams() -> None:
    """Keep characters outside the encoding, and closed streams, from stopping the program."""
    # A standard stream that the caller has closed is None.
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A character outside the terminal's encoding is replaced.
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def complain(sentence: str) -> None:
    """Print a sentence about an error as one line on standard error."""
    try:
        sys.stderr.write(f"sixth: {printable(' '.join(sentence.split()), longest=1_000)}\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: Any) -> None:
    """Discard all further output of a stream, and what Python would flush at its end."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)
    except (OSError, ValueError):
        pass
