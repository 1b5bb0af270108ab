"""The service that notifies browsers of turns and of open tables."""

from sixth.server.features.reminders.delivery import Delivery
from sixth.server.features.reminders.openings import Openings
from sixth.server.features.reminders.turns import Reminders
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore


class Notifications:
    """Notifications about `tables`; requests are kept in `store`, push services are at `hosts`."""

    def __init__(self, store: SqlStore, tables: Tables, hosts: tuple[str, ...]) -> None:
        self.delivery = Delivery(store, hosts)
        self.reminders = Reminders(store, tables, self.delivery)
        self.openings = Openings(store, tables, self.delivery)

    def start(self) -> None:
        """Start to notify browsers, in the running event loop."""
        self.reminders.start()
        self.openings.start()

    async def close(self) -> None:
        """Stop the notifications."""
        await self.reminders.close()
        await self.openings.close()
