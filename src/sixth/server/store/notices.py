"""Notices of appends, which processes that share a store send one another: table, version and events.

With the events in the notice, a process need not read them from the database. They hold hidden cards, so
notices go only to processes that may read the log as well.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from sys import maxsize
from typing import Final

_MAX_BYTES: Final = 7_999
"""The longest message of PostgreSQL. A longer notice goes without the events, which are then read."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The notice that process `by` has moved a table to `version`; `events` is a JSON array, or ""."""

    table: str
    version: int
    by: str = ""
    events: str = ""

    @classmethod
    def of(cls, table: str, version: int, by: str, bodies: Sequence[str]) -> "Notice":
        """Return the notice of an append of `bodies`, each as the log holds it, which led to `version`."""
        return cls(table, version, by, f"[{','.join(bodies)}]" if bodies else "")

    @classmethod
    def parse(cls, text: str) -> "Notice":
        """Return the notice that was sent as `text`, by this or another version of Sixth."""
        table, version, by, events, *_ = *text.split(" ", 3), "", "", ""
        # Without a version the table may have moved to any.
        return cls(table, int(version) if version.isdecimal() else maxsize, by, events)

    def __str__(self) -> str:
        """Return the notice as it is sent."""
        short = f"{self.table} {self.version} {self.by}".rstrip()
        full = f"{short} {self.events}" if self.events else short
        return full if len(full.encode()) <= _MAX_BYTES else short
