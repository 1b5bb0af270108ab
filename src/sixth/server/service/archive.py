"""The records of games that are over; those of games that go on are hidden, as they hold hidden cards."""

import asyncio
from itertools import takewhile

from sixth.rules.record import Record
from sixth.server.service.log import TableLog
from sixth.server.store import Store
from sixth.server.table.events import Began, Own, TableEvent
from sixth.server.table.state import fold, seats_of


class Archive:
    """Finds games by their names in the logs of tables."""

    def __init__(self, store: Store, log: TableLog) -> None:
        self._store, self._log = store, log

    async def record(self, table_id: str, game_id: str) -> Record | None:
        """Return the record of a game that has ended at this table; None for one that goes on or is unknown.

        Raises:
            NoTableError: there is no such table.
        """
        table = await self._log.now(table_id)
        if table.playing and table.game_id == game_id:
            return None
        log = iter(await self._log.events(table_id))
        before: list[TableEvent] = []
        for began in log:
            before.append(began)
            if isinstance(began, Began) and began.game == game_id:
                break
        else:
            return None
        played = takewhile(lambda event: not isinstance(event, Began), log)
        events = tuple(each for each in played if not isinstance(each, Own))
        sitters = fold(table_id, before).sitters
        return Record(game_id, table.rules, seats_of(sitters), began.started, events)

    async def ended(self, game_id: str) -> Record | None:
        """Return the record of a game that is over, at whichever table; None if it goes on or is unknown."""
        table_id = await asyncio.to_thread(self._store.table_of, game_id)
        return None if table_id is None else await self.record(table_id, game_id)
