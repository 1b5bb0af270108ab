"""Messages between the processes of a site, and their receivers."""

from collections.abc import Collection, Mapping
from typing import Any, Final, Protocol


class Receiver(Protocol):
    """The receiver in this process of messages from the others."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables that have listeners in this process."""

    def watchers_here(self, table: str) -> int:
        """Return the number of watchers of a table in this process."""

    def seats_here(self, table: str) -> Collection[int]:
        """Return the seats that people look from in this process, at a table with days for a turn."""

    def receive_version(self, table: str, version: int, events: str = "") -> None:
        """Receive the version that a table has now; this process itself may have brought it there.

        `events` are those that led there, as the log stores them, or "" if they must be read.
        """

    def refresh_all(self) -> None:
        """Read all tables again, as messages may have been lost."""

    def receive_line(self, table: str, line: Mapping[str, Any]) -> None:
        """Receive a line of chat as a mapping of its fields; other fields raise `TypeError`."""

    def refresh_watchers(self, table: str) -> None:
        """Show the number of watchers of a table anew, as it changed in another process."""

    def receive_topic(self, topic: str) -> None:
        """Wake the subscribers of this topic, as another process has stored something new."""


class Broadcast:
    """The sender of messages to the other processes, and what these report.

    This one is for a site of one process: it sends and receives nothing.
    """

    def start(self, receiver: Receiver) -> None:
        """Start, in the running event loop, to pass messages of the others to `receiver`."""

    async def close(self) -> None:
        """Stop sending and receiving."""

    def send_line(self, table: str, line: Mapping[str, Any]) -> None:
        """Send a line of chat as a mapping of its fields."""

    def send_watchers(self, table: str, count: int) -> None:
        """Send the number of watchers of a table in this process."""

    def watchers_elsewhere(self, table: str) -> int:
        """Return the number of watchers of a table that the other processes report."""
        return 0

    def send_seats(self, table: str, seats: Collection[int]) -> None:
        """Send the seats that people look at a table from in this process."""

    def seats_elsewhere(self, table: str) -> Collection[int]:
        """Return the seats that people look at a table from, as the other processes report."""
        return ()

    def publish(self, topic: str) -> None:
        """Wake the subscribers of this topic in the other processes, as there is something new to read."""


SINGLE_PROCESS: Final = Broadcast()
