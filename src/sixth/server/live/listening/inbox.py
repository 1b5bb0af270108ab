"""The messages of other processes of a site, passed on to the parts of this process that they concern."""

from collections.abc import Collection, Mapping
from typing import Any

from sixth.server.live.chat import Chat
from sixth.server.live.log import TableLog
from sixth.server.live.pubsub import PubSub
from sixth.server.protocol.lines import ChatLine


class Inbox:
    """The receiver (`cluster.broadcast.Receiver`) of this process."""

    def __init__(self, log: TableLog, pubsub: PubSub, chat: Chat) -> None:
        self._log, self._pubsub, self._chat = log, pubsub, chat

    @property
    def tables(self) -> tuple[str, ...]:
        """The tables with listeners in this process."""
        return self._pubsub.tables

    def watchers_here(self, table: str) -> int:
        """Return how many people watch this table in this process."""
        return self._pubsub.watchers_here(table)

    def seats_here(self, table: str) -> Collection[int]:
        """Return the seats from which people look at this table in this process."""
        return self._pubsub.seats_here(table)

    def receive_version(self, table: str, version: int, events: str = "") -> None:
        """Add the events that led a table to this version; if that fails, have its listeners read them."""
        if version > self._log.cache.version(table) and not self._log.take_events(table, version, events):
            self._pubsub.notify_unread(table)

    def refresh_all(self) -> None:
        """Wake all listeners, which then read their table or topic again."""
        self._pubsub.notify_all()

    def receive_line(self, table: str, line: Mapping[str, Any]) -> None:
        """Add a line of chat and wake the listeners of the table; other fields raise `TypeError`."""
        self._chat.receive(table, ChatLine(**line))
        self._pubsub.notify(table)

    def receive_topic(self, topic: str) -> None:
        """Wake the subscribers of this topic, which then read its news."""
        self._pubsub.notify_subscribers(topic)

    def refresh_watchers(self, table: str) -> None:
        """Wake the big screens of a table, which show how many people watch it."""
        self._pubsub.notify_screens(table)
