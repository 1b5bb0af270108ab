"""Standard input, output and error: made safe at the start, and silenced when nobody reads them."""

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from sixth.text import printable


def prepare_streams() -> None:
    """Keep odd letters and closed streams from stopping the program."""
    # A standard stream that was closed before we began is None: then there is nobody to read it.
    sys.stdin = sys.stdin or Path(os.devnull).open()  # noqa: SIM115
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A letter that the terminal's encoding does not have is no reason to stop.
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def complain(sentence: str) -> None:
    """Say on standard error, on one line, what went wrong."""
    try:
        sys.stderr.write(f"sixth: {printable(' '.join(sentence.split()), longest=1_000)}\n")
        sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: Any) -> None:
    """Discard all that is written there from now on, and what Python would flush at its end."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)
    except (OSError, ValueError):
        pass
