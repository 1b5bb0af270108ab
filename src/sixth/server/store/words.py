"""What processes tell one another of an append: which table has moved, to which version, and what happened.

So nobody reads from the database what they were just told. It holds hidden cards, and goes only where whoever
listens may read the log as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from sys import maxsize
from typing import Final

_MAX_BYTES: Final = 7_999
"""What PostgreSQL carries. Of what is longer only table and version are told, and it is read."""


@dataclass(frozen=True, slots=True)
class Word:
    """That a table has moved to `version`, told by the process called `by`; `happenings` are JSON, or ""."""

    table: str
    version: int
    by: str = ""
    happenings: str = ""

    def __str__(self) -> str:
        """Return the word as it is sent."""
        told = f"{self.table} {self.version} {self.by}".rstrip()
        whole = f"{told} {self.happenings}" if self.happenings else told
        return whole if len(whole.encode()) <= _MAX_BYTES else told


def word_of(table: str, version: int, by: str, happenings: Sequence[str]) -> Word:
    """Return the word of an append of `happenings`, each as the log holds it, which led to `version`."""
    return Word(table, version, by, f"[{','.join(happenings)}]" if happenings else "")


def understood_word(text: str) -> Word:
    """Return the word that was sent as `text`; a program of another version may have said less, or more."""
    table, version, by, happenings, *_ = *text.split(" ", 3), "", "", ""
    # Whoever names the table alone may have moved it to any version.
    return Word(table, int(version) if version.isdecimal() else maxsize, by, happenings)
