"""The daily deal: today's once for everybody, earlier ones for practice, and everybody's results."""

import asyncio
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from sixth import bots
from sixth.server.core.durations import days_in_row
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import CountProof
from sixth.server.features.boards.chain import BOT, CHAIN_DAYS, Chain, par
from sixth.server.features.boards.deals import Attempt, Deals, Opening, Player, hidden_network, most_of
from sixth.server.features.boards.results import Results
from sixth.server.features.boards.rows import NewTry
from sixth.server.protocol.dealt import days_of_board
from sixth.server.table.identity import derive_id
from sixth.server.table.state import Table


def day_from_text(text: str) -> date:
    """Return the day that is written as in 2026-01-31.

    Raises:
        NotFound: it is written otherwise, or there is no such day.
    """
    days = days_of_board(text)
    if days is None or days[0] != days[1]:
        raise NotFound("no-day", "That is not a date; write it like 2026-01-31.")
    return days[0]


class Ticket(NamedTuple):
    """The token of a player for the deal of a day, which makes a request that is sent twice one try."""

    day: date
    token: str

    @property
    def table_id(self) -> str:
        """The id of the player's table, known before the table is set up."""
        return derive_id(f"{self.day} {self.token}")


class DailyRecord(NamedTuple):
    """The finished tries of a person: how many days, the fewest heads and their day, and days in a row."""

    days: int
    heads: int
    on: date
    streak: int


class Daily(Deals):
    """The daily deals of a site."""

    @property
    def seconds_left(self) -> int:
        """Seconds until the next deal."""
        tomorrow = datetime.combine(self.today + timedelta(days=1), time(), UTC)
        return max(1, round((tomorrow - self._now).total_seconds()))

    async def check(self, day: date) -> Chain:
        """Return the chain, if the deal of this day may be played: today or earlier.

        Raises:
            Refusal: it may not.
        """
        chain = await self.chain()
        if day > self.today:
            raise NotFound("no-day", "That day's deal isn't out yet.")
        if not 1 <= chain.number(day) <= CHAIN_DAYS:
            raise NotFound("no-day", "Daily deals on this site start on {day}.", day=chain.begins.isoformat())
        return chain

    async def begin(self, day: date, player: Player, counted: CountProof) -> Table:
        """Open the table of a player for the deal of a day, unless it exists.

        Today's deal is a try that counts once; those of earlier days are for practice. Bots are not compared
        with people.

        Raises:
            Refusal: the name cannot be shown, there is no deal of that day, or the bots are not ready yet.
        """
        chain, table_id, new_try = await self.check(day), Ticket(day, player.token).table_id, None
        if day == self.today:
            name = day.isoformat()
            hidden = hidden_network(chain, name, player.network)
            new_try = NewTry(table_id, name, hidden, name, name, (name,), most_of(player))
        to = Opening(table_id, new_try)
        return await self._open(day.isoformat(), chain.secret(day), player, counted, to)

    async def field(self, day: date, own: Attempt | None = None) -> Results:
        """Return the counted results of a day, with that of the player's own game as soon as it is over."""
        results = await self.results(day.isoformat())
        if own and own.over and own.counted:
            row = await asyncio.to_thread(self._rows.at, own.table_id)
            if row is None or row.heads is None:
                return results.including(own.heads)
        return results

    async def par(self, day: date) -> int | None:
        """Return the heads that a bot takes on the seat of people that day; None while bots get ready."""
        if not bots.is_ready([BOT]):
            return None
        return await asyncio.to_thread(par, (await self.chain()).secret(day))

    async def record_at(self, tables: Collection[str]) -> DailyRecord | None:
        """Return the record of a person with these tables; None if no try of theirs is finished."""
        heads = await asyncio.to_thread(self._rows.heads_at, tables)
        if not heads:
            return None
        days, best = {date.fromisoformat(day) for day in heads}, min(heads, key=heads.__getitem__)
        streak = days_in_row(days, self.today)
        return DailyRecord(len(days), heads[best], date.fromisoformat(best), streak)

    async def streak(self, person_id: str) -> int:
        """Return how many days in a row a person has finished the deal of, up to today or yesterday."""
        days = await asyncio.to_thread(self._rows.days_of, person_id)
        return days_in_row({date.fromisoformat(day) for day in days}, self.today)
