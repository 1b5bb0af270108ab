"""What the processes of a site tell one another, and who hears it; a site of one process tells nobody."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Protocol

from sixth.server.table.events import TableEvent


class Receiver(Protocol):
    """Whoever in this process is to hear what the other processes do."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables to which somebody listens in this process."""

    def watchers_here(self, table: str) -> int:
        """Return how many watch this table in this process."""

    def seats_here(self, table: str) -> Collection[int]:
        """Return the seats from which people look at this table in this process, of those that matter."""

    def table_moved(self, table: str, version: int, happenings: str = "") -> None:
        """Hear that a table has this version now; it may have been this process that brought it there.

        What led there comes with it, as the log holds it, unless that must be read.
        """

    def all_may_have_moved(self) -> None:
        """Hear that news may have been lost, so that any table may have moved."""

    def line_said(self, table: str, line: Mapping[str, Any]) -> None:
        """Hear a line of chat, field by field.

        Raises:
            TypeError: these are not the fields of a line.
        """

    def watchers_changed(self, table: str) -> None:
        """Hear that more or fewer watch this table in other processes."""

    def topic_published(self, topic: str) -> None:
        """Hear that the subscribers of this topic have something new to read."""


class Broadcast(Protocol):
    """How this process tells the others what happens here, and what they have told of their watchers."""

    def start(self, receiver: Receiver) -> None:
        """Begin, in the running event loop, to have `receiver` hear what the others tell."""

    async def close(self) -> None:
        """Stop telling and hearing."""

    def table_moved(self, table: str, version: int, came: Sequence[TableEvent]) -> None:
        """Tell that these events have led a table to this version, unless the store has told so already."""

    def line_said(self, table: str, line: Mapping[str, Any]) -> None:
        """Tell what was said at a table, field by field."""

    def watchers_changed(self, table: str, count: int) -> None:
        """Tell that so many watch a table in this process now."""

    def watchers_elsewhere(self, table: str) -> int:
        """Return how many watch a table in the other processes, as far as they have told."""

    def seats_changed(self, table: str, seats: Collection[int]) -> None:
        """Tell that people look at a table from these seats in this process now."""

    def seats_elsewhere(self, table: str) -> Collection[int]:
        """Return the seats from which people look at a table in the other processes, as they have told."""

    def publish(self, topic: str) -> None:
        """Tell that the subscribers of this topic have something new to read."""


class SingleProcess:
    """The broadcast of a site of one process: there is nobody to tell, and nothing to hear."""

    def start(self, receiver: Receiver) -> None:
        """See `Broadcast.start`."""

    async def close(self) -> None:
        """See `Broadcast.close`."""

    def table_moved(self, table: str, version: int, came: Sequence[TableEvent]) -> None:
        """See `Broadcast.table_moved`."""

    def line_said(self, table: str, line: Mapping[str, Any]) -> None:
        """See `Broadcast.line_said`."""

    def watchers_changed(self, table: str, count: int) -> None:
        """See `Broadcast.watchers_changed`."""

    def watchers_elsewhere(self, table: str) -> int:
        """Return 0: there are no other processes."""
        return 0

    def seats_changed(self, table: str, seats: Collection[int]) -> None:
        """See `Broadcast.seats_changed`."""

    def seats_elsewhere(self, table: str) -> Collection[int]:
        """Return none: there are no other processes."""
        return ()

    def publish(self, topic: str) -> None:
        """See `Broadcast.publish`."""


SINGLE_PROCESS: Final = SingleProcess()
