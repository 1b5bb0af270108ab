"""Rated quick games: one press seats people of about the same rating, and bots take what stays free."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from sixth.rules.deal import new_secret
from sixth.rules.game import Refusal
from sixth.rules.games import GAMES
from sixth.rules.record import HUMAN
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError
from sixth.server.core.route_limits import CountProof
from sixth.server.features.people.service import Visitor
from sixth.server.features.ratings.quick_rows import QuickRows, QuickTable, RatedSitter
from sixth.server.features.ratings.rating import Pool, Rating, bot_ratings, pool_of
from sixth.server.live.door import Sender, site_at, takers_of
from sixth.server.live.tables import Tables
from sixth.server.store.seat_rows import SeatTaker
from sixth.server.table.commands import Leave
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Opened, Readied, Sat
from sixth.server.table.identity import derive_token, hash_token, new_id
from sixth.server.table.seating import is_waiting
from sixth.server.table.site_commands import FillMatch, JoinMatch
from sixth.server.table.state import Table

BOTS_AFTER_MS: Final = 20 * 1000
"""Milliseconds after which bots take the free seats of a quick game."""

MAX_DISTANCE: Final = 300
"""The most that the ratings of two people at a quick game differ, in points, when the second sits down."""

_RULES: Final = GAMES["classic"].replace(seats=4)
_CONFIG: Final = TableConfig(rated=True, matched=True, turn_seconds=45, bank_seconds=120)

_INTERVAL_S: Final = 5.0
"""Seconds between two times that the loop wakes by itself, and finds tables that other processes opened."""


class QuickGames(Background):
    """The rated quick games of a site, and the loop that brings bots and begins, in every process."""

    def __init__(self, rows: QuickRows, tables: Tables) -> None:
        self._rows, self._tables = rows, tables
        self._wake, self._moved = asyncio.Event(), set[str]()

    # -------------------------------------------------------------- people

    async def sit(
        self, visitor: Visitor, rating: Rating, *, counted: CountProof, taker: SeatTaker | None
    ) -> tuple[str, str]:
        """Seat a person with a name and this rating as a ready player; return the table and the seat's token.

        The table is one with people of about that rating that waits for players, else a new one. A person
        who asks again keeps the same seat. `counted` proves that the request counted under the limit of
        tables.
        """
        own: QuickTable | None = None
        known: list[str] = []
        others = await asyncio.to_thread(self._rows.waiting, visitor.person.id, self._tables.now())
        while True:
            for table_id in others:
                if await self._sit_at(table_id, visitor, rating, taker):
                    if own is not None:
                        await self._tables.door.carry_out(_sender(own.table_id, visitor), Leave())
                    return table_id, derive_token(visitor.secret, table_id)
            known += others
            own = own or await self._open(visitor, counted, taker)
            offer = (own, visitor.person.id, self._tables.now(), known)
            if not (others := await asyncio.to_thread(self._rows.offer, *offer)):
                self._wake.set()
                return own.table_id, derive_token(visitor.secret, own.table_id)

    async def _sit_at(self, table_id: str, visitor: Visitor, rating: Rating, taker: SeatTaker | None) -> bool:
        """Seat a person at a table that waits, unless somebody there is much better or worse."""
        sender = _sender(table_id, visitor, taker)
        with suppress(NoTableError, Refusal):
            table = await self._tables.get(table_id)
            for other in await self._people_at(table):
                is_near = abs(other.rating.points - rating.points) <= MAX_DISTANCE
                # A game with one person at two seats would count for nobody.
                if not is_near or (other.person_id == visitor.person.id and sender.proof not in table.tokens):
                    return False
            await self._tables.door.carry_out(sender, JoinMatch(name=visitor.person.name))
            return True
        return False

    async def _people_at(self, table: Table) -> Sequence[RatedSitter]:
        """Return the people with names who sit at a table."""
        pool = pool_of(table.rules.seats)
        people = await asyncio.to_thread(self._rows.people_at, table.id, pool)
        return [people[proof] for proof in people.keys() & set(table.tokens)]

    async def _open(self, visitor: Visitor, counted: CountProof, taker: SeatTaker | None) -> QuickTable:
        table_id = new_id()
        token = derive_token(visitor.secret, table_id)
        opened = Opened(_RULES, new_secret().hex(), _CONFIG)
        sat = Sat(0, visitor.person.name, HUMAN, hash_token(token))
        events = (opened, sat, Readied(0, ready=True))
        await self._tables.door.create(table_id, events, counted, takers_of(token, taker))
        return QuickTable(table_id, self._tables.now() + BOTS_AFTER_MS)

    async def bots_at(self, table_id: str) -> int | None:
        """Return when bots come to a table (ms since 1970, UTC), None if it is no quick game that waits."""
        return await asyncio.to_thread(self._rows.bots_at, table_id)

    # -------------------------------------------------------------- bots, and the beginning

    def note_move(self, table: Table) -> None:
        """Have a table that waits looked at, as all of its people may be ready now."""
        if table.is_matching:
            self._moved.add(table.id)
            self._wake.set()

    async def once(self) -> float | None:
        """Bring bots to tables that are due, and begin where all are ready; return the seconds until more.

        Raises:
            UnavailableError: the database does not answer.
        """
        moved, self._moved = self._moved, set()
        waiting = await asyncio.to_thread(self._rows.all)
        now = self._tables.now()
        for each in waiting:
            if each.bots_at <= now or each.table_id in moved:
                await self._look_after(each, is_due=each.bots_at <= now)
        following = next((each.bots_at for each in waiting if each.bots_at > now), None)
        return self._delay_s(following, now, _INTERVAL_S)

    async def _look_after(self, quick: QuickTable, *, is_due: bool) -> None:
        try:
            table = await self._tables.get(quick.table_id)
            ratings = [each.rating for each in await self._people_at(table)]
            bots = nearest_bots(ratings, pool_of(table.rules.seats))
            fill = FillMatch(bots=bots, is_due=is_due)
            table = await self._tables.door.carry_out(site_at(table.id), fill)
            waits = is_waiting(table)
        except NoTableError:
            waits = False
        if not waits:
            await asyncio.to_thread(self._rows.remove, quick.table_id)

    async def _run(self) -> None:
        await self._repeat(
            _INTERVAL_S,
            self.once,
            late="Rated quick games begin later",
            fault="Rated quick games cannot begin",
            wake=self._wake,
        )


def _sender(table_id: str, visitor: Visitor, taker: SeatTaker | None = None) -> Sender:
    return Sender(table_id=table_id, token=derive_token(visitor.secret, table_id), taker=taker)


def nearest_bots(people: Sequence[Rating], pool: Pool) -> Sequence[str]:
    """Return the kinds of bots of this pool, those first whose ratings are nearest to the people's mean."""
    mean = sum(each.mu for each in people) / len(people) if people else Rating().mu
    ratings = bot_ratings()[pool]
    return sorted(ratings, key=lambda bot: abs(ratings[bot].mu - mean))
