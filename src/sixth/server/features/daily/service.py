"""The daily deal: today's once for everybody, earlier ones for practice, and everybody's results."""

import asyncio
import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final, NamedTuple

from sixth import bots
from sixth.rules.deal import new_secret
from sixth.rules.events import Placed, Revealed
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.core.addresses import Network
from sixth.server.core.durations import days_in_row
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import CountProof
from sixth.server.features.daily.chain import BOT, CHAIN_DAYS, SEAT, Chain, daily_opening, par
from sixth.server.features.daily.rows import ChainRow, DailyRows
from sixth.server.live.door import new_game, takers_of
from sixth.server.live.tables import Tables
from sixth.server.table.events import Sat
from sixth.server.table.identity import SeatTaker, chosen_mark, clean_name, derive_id, hash_token
from sixth.server.table.state import Table

COUNTED_A_NETWORK: Final = 10
"""Tries a day that count from one network, such as a household or a classroom."""

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def day_from_text(text: str) -> date:
    """Return the day that is written as in 2026-01-31.

    Raises:
        NotFound: it is written otherwise, or there is no such day.
    """
    if _DAY.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise NotFound("no-day", "That is not a date; write it like 2026-01-31.")


class Ticket(NamedTuple):
    """The token of a player for the deal of a day, which makes a request that is sent twice one try."""

    day: date
    token: str

    @property
    def table_id(self) -> str:
        """The id of the player's table, known before the table is set up."""
        return derive_id(f"{self.day} {self.token}")


class Attempt(NamedTuple):
    """A player's attempt at the deal of a day; `turns` has the heads taken in each turn.

    `counted` says whether the attempt is compared with others. `bots` are the heads of the bots so far.
    """

    day: date
    table_id: str
    game_id: str
    turns: tuple[int, ...]
    over: bool
    counted: bool
    bots: tuple[int, ...]

    @property
    def heads(self) -> int:
        """The heads taken so far."""
        return sum(self.turns)


class DayResults(NamedTuple):
    """The results of a day: how many players took each number of heads, the fewest heads first."""

    counts: Mapping[int, int]

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(self.counts.values())

    def more(self, heads: int) -> int:
        """Return how many players took more heads."""
        return sum(count for each, count in self.counts.items() if each > heads)

    def same(self, heads: int) -> int:
        """Return how many players took exactly these heads."""
        return self.counts.get(heads, 0)


class DailyRecord(NamedTuple):
    """The finished tries of a person: how many days, the fewest heads and their day, and days in a row."""

    days: int
    heads: int
    on: date
    streak: int


class Daily:
    """The daily deals of a site; days are those of UTC."""

    def __init__(self, tables: Tables, rows: DailyRows) -> None:
        self._tables, self._rows = tables, rows
        self._chain: Chain | None = None

    @property
    def today(self) -> date:
        """The current day by the clock of the site."""
        return self._now.date()

    @property
    def seconds_left(self) -> int:
        """Seconds until the next deal."""
        tomorrow = datetime.combine(self.today + timedelta(days=1), time(), UTC)
        return max(1, round((tomorrow - self._now).total_seconds()))

    async def chain(self) -> Chain:
        """Return the chain of this site, which begins on the day of the first call."""
        if self._chain is None:
            new = ChainRow(self.today.isoformat(), new_secret().hex())
            row = await asyncio.to_thread(self._rows.chain, new)
            self._chain = Chain(date.fromisoformat(row.begins), bytes.fromhex(row.last))
        return self._chain

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

    async def begin(
        self,
        ticket: Ticket,
        name: str,
        *,
        network: Network,
        counted: CountProof,
        kind: str = HUMAN,
        taker: SeatTaker | None = None,
    ) -> Table:
        """Open the table of a ticket, unless it exists, for a player of that name in that network.

        Today's deal is a try that counts once; those of earlier days are for practice. Bots are not compared
        with people.

        Raises:
            Refusal: the name cannot be shown, there is no deal of that day, or the bots are not ready yet.
        """
        day, chain = ticket.day, await self.check(ticket.day)
        sat = Sat(SEAT, clean_name(name), kind, hash_token(ticket.token), mark=chosen_mark(taker))
        await self._tables.until_ready(BOT)
        practice = day != self.today
        if not practice:
            await self._note(ticket, chain, network, kind)
        secret = chain.secret(day)
        events = daily_opening(ticket.table_id, day, secret, sat, new_game(), practice=practice)
        await self._tables.create_with_game(ticket.table_id, events, counted, takers_of(ticket.token, taker))
        return await self._tables.get(ticket.table_id)

    async def attempt(self, table_id: str) -> Attempt | None:
        """Return the attempt at this table so far; None if there is no daily deal at it, or no table."""
        try:
            table = await self._tables.get(table_id)
        except NoTableError:
            return None
        if not table.daily or table.state is None or table.game_id is None:
            return None
        state = table.state
        return Attempt(
            date.fromisoformat(table.daily),
            table_id,
            table.game_id,
            _heads_of_turns(state),
            state.over,
            await asyncio.to_thread(self._rows.counted, table_id),
            state.totals[:SEAT] + state.totals[SEAT + 1 :],
        )

    async def field(self, day: date, own: Attempt | None = None) -> DayResults:
        """Return the counted results of a day, with that of the player's own game as soon as it is over."""
        table_id = own.table_id if own else ""
        counts = Counter(await asyncio.to_thread(self._rows.counts, day.isoformat(), table_id))
        if own and own.over and own.counted:
            counts[own.heads] += 1
        return DayResults(dict(sorted(counts.items())))

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

    @property
    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._tables.now() / 1000, UTC)

    async def _note(self, ticket: Ticket, chain: Chain, network: Network, kind: str) -> None:
        day = ticket.day.isoformat()
        key = hmac.digest(chain.last, f"network {day}".encode(), hashlib.sha256)
        hidden = hmac.new(key, network.name.encode(), hashlib.sha256).hexdigest()
        # Tries of programs never count.
        most = 0 if kind != HUMAN else None if network.unlimited else COUNTED_A_NETWORK
        await asyncio.to_thread(self._rows.begin, ticket.table_id, day, hidden, most)


def _heads_of_turns(state: State) -> tuple[int, ...]:
    turns = [0] * state.turn
    turn = 0
    for event in state.history:
        match event:
            case Revealed(turn=turn):
                pass
            case Placed(seat=seat, taken=taken) if seat == SEAT:
                turns[turn - 1] += state.rules.heads_in(taken)
    return tuple(turns)
