"""The log of every table: what happened, in order, kept before anybody is told."""

from collections.abc import Sequence
from typing import Protocol

from sixth.server.happenings import Happening


class ConflictError(Exception):
    """Somebody else appended to this table first; nothing was written."""


class Store(Protocol):
    """Where logs are kept. What `append` returned from is on disk."""

    def append(self, table: str, version: int, happenings: Sequence[Happening]) -> None:
        """Add happenings as versions `version` + 1 and on; version 0 begins a table.

        Raises:
            ConflictError: the table's log is not `version` long.
        """

    def load(self, table: str, after: int = 0) -> tuple[Happening, ...]:
        """The happenings of a table from version `after` + 1 on; () for an unknown table."""

    def close(self) -> None:
        """Let go of the files."""
