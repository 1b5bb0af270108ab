"""Rated quick games: one press seats people of about the same rating, and bots take what stays free.

A press is an entry (`quick_rows`). Waiting pages send requests again and again; the first request at which a
table is complete forms it, in one append. The token of the seat follows from the secret of the browser and
the number of the entry, so only its hash is kept.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from sixth import bots
from sixth.rules.deal import new_secret
from sixth.rules.games import GAMES
from sixth.rules.record import HUMAN
from sixth.server.core.route_limits import TABLES
from sixth.server.features.ratings.quick_rows import (
    BOTS_AFTER_MS,
    SEATS,
    Entry,
    NewEntry,
    enter,
    leave,
    look,
    players_at,
)
from sixth.server.features.ratings.rating import Pool, Rating, bot_ratings, pool_of
from sixth.server.live.door import new_game
from sixth.server.live.tables import Tables
from sixth.server.people.people import People
from sixth.server.store import ConflictError
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Opened, Sat, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.identity import SeatTaker, derive_token, hash_token, new_id
from sixth.server.table.seating import fill

_RULES: Final = GAMES["classic"].replace(seats=SEATS)
_CONFIG: Final = TableConfig(rated=True, matched=True, turn_seconds=45, bank_seconds=120)


class Seat(NamedTuple):
    """A seat at a rated quick game: its table and its token."""

    table_id: str
    token: str


class Waiting(NamedTuple):
    """A person who waits: the people at the table so far, this one first, and `left` ms until bots join."""

    players: Sequence[Entry]
    left: int


class QuickGames:
    """The rated quick games of a site."""

    def __init__(self, people: People, tables: Tables) -> None:
        self._people, self._tables = people, tables

    async def enter(self, secret: str, tables: Collection[str]) -> None:
        """Have the browser with this secret, which knows its seats at these tables, wait for a game."""
        number = new_id()
        new = NewEntry(hash_token(secret), number, hash_token(derive_token(secret, number)))
        await self._people.write("quick", enter, new, self._tables.now(), tables)

    async def leave(self, secret: str) -> None:
        """Have a browser wait no longer."""
        await self._people.write("quick", leave, hash_token(secret))

    async def ask(self, secret: str) -> Waiting | Seat | None:
        """Return the seat of a browser, or for whom it waits so far; None for one that does not wait."""
        now = self._tables.now()
        players = await self._people.write("quick", look, hash_token(secret), now)
        if not players:
            return None
        own = players[0]
        if own.table_id is None:
            first = min(each.since for each in players)
            return Waiting(players, max(0, first + BOTS_AFTER_MS - now))
        # All of its people do so, as a process may end here, and the first one begins the log.
        await self._form(own.table_id)
        return Seat(own.table_id, derive_token(secret, own.number))

    async def _form(self, table_id: str) -> None:
        """Begin a game of the people who have seats at a table, and of bots, unless another process has."""
        players, now = await self._people.read(players_at, table_id), self._tables.now()
        opening: list[TableEvent] = [Opened(_RULES, new_secret().hex(), _CONFIG)]
        opening += (
            Sat(seat, each.name, HUMAN, each.proof, mark=each.mark) for seat, each in enumerate(players)
        )
        kinds = nearest_bots([each.rating for each in players], pool_of(SEATS))
        events = (*opening, *fill(fold(table_id, opening), *kinds), new_game())
        takers = {each.proof: SeatTaker(each.browser, "", now, new_id(), 0) for each in players}
        with suppress(ConflictError):
            await self._tables.door.create(table_id, events, TABLES.counted_before, takers)
        await self._tables.until_moved(await self._tables.get(table_id))


def nearest_bots(people: Sequence[Rating], pool: Pool) -> Sequence[str]:
    """Return the kinds of bots of this pool, those first whose ratings are nearest to the people's mean."""
    mean = sum(each.mu for each in people) / len(people) if people else Rating().mu
    ratings = {bot: rating for bot, rating in bot_ratings()[pool].items() if bot in bots.levels}
    return sorted(ratings, key=lambda bot: abs(ratings[bot].mu - mean))
