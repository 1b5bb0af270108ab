"""Standard output for programs, in UTF-8 on every system, and consoles for people."""

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


def write_line(text: str) -> None:
    """Write one line to standard output, ended by a line feed on every system."""
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")


def print_text(console: "Console", text: "str | Text") -> None:
    """Print text, which a terminal gets broken between words, and a file in one line."""
    console.print(text, soft_wrap=not console.is_terminal)


def new_console(*, stderr: bool = False) -> "Console":
    """Return a console of rich that prints text as it is, without markup and emoji codes."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, highlight=False, emoji=False)
