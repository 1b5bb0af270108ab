"""The presence of people: those who open pages, and those who play at a table whose page stays open."""

from collections import OrderedDict
from typing import Final

from sixth.server.core.background import Background
from sixth.server.people.people import People
from sixth.server.people.person import Visitor
from sixth.server.table.state import Table

_MAX_TABLES: Final = 10_000


class Presence(Background):
    """The loop that notes who plays, among the people who have opened the page of their table here."""

    interval_s, pause_s = 60.0, 1.0
    late, fault = "Who is here is noted later", "Who is here cannot be noted"

    def __init__(self, people: People) -> None:
        self._people = people
        self._seats: OrderedDict[str, dict[str, Visitor]] = OrderedDict()
        self._moved: dict[str, Table] = {}

    async def note_page(self, visitor: Visitor, table_id: str, proof: str) -> None:
        """Note that a visitor has opened the page of a table, where they have the seat of a token's hash."""
        self._seats.setdefault(table_id, {})[proof] = visitor
        self._seats.move_to_end(table_id)
        if len(self._seats) > _MAX_TABLES:
            self._seats.popitem(last=False)
        await self._people.see(visitor)

    def note_move(self, table: Table) -> None:
        """Wake the loop, which then notes who plays at a table that has moved."""
        if table.playing and table.id in self._seats:
            self._moved[table.id] = table
            self._wake.set()

    async def once(self) -> None:
        """Note who plays at the tables that have moved."""
        moved, self._moved = self._moved, {}
        for table in moved.values():
            visitors = self._seats.get(table.id, {})
            for each in table.seats:
                if each.token in visitors and each.stand_in is None and not each.missed:
                    await self._people.see(visitors[each.token])
