"""The daily deal: today's for everybody once, those of earlier days for practice, and how all have fared."""

import asyncio
import hashlib
import hmac
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from sixth.rules.deal import new_secret
from sixth.rules.events import Placed, Revealed
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.core.addresses import Network
from sixth.server.core.errors import NoTableError
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import CountProof
from sixth.server.features.daily.chain import BOT, CHAIN_DAYS, Chain, daily_opening
from sixth.server.features.daily.rows import ChainRow, Rows
from sixth.server.service.autoplay import new_game
from sixth.server.service.tables import Tables
from sixth.server.table.events import Sat
from sixth.server.table.identity import clean_name, derive_id, hash_token
from sixth.server.table.state import Table

COUNTED_A_NETWORK: Final = 10
"""Tries a day that count from one network: a household, or a class-room behind one address."""

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)

SEAT: Final = 0
"""Where people sit at the daily deal, so that all have the same hand."""


def day_from_text(text: str) -> date:
    """Return the day that is written as in 2026-01-31.

    Raises:
        NotFound: it is written otherwise, or there is no such day.
    """
    if _DAY.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise NotFound("no-day", "That is not a date; write it like 2026-01-31.")


@dataclass(frozen=True, slots=True)
class Ticket:
    """The token with which somebody plays the deal of a day: so what is sent twice is one try."""

    day: date
    token: str

    @property
    def table_id(self) -> str:
        """The table at which they do, known before it is set up."""
        return derive_id(f"{self.day} {self.token}")


@dataclass(frozen=True, slots=True)
class Played:
    """How somebody has played a day's deal; `turns` are the heads they took, turn by turn.

    `heads` is their sum once the game is `over`. `counted` says whether they are compared with others.
    """

    day: date
    table_id: str
    game_id: str
    turns: tuple[int, ...]
    over: bool
    counted: bool

    @property
    def heads(self) -> int:
        """All heads they took so far."""
        return sum(self.turns)


@dataclass(frozen=True, slots=True)
class Field:
    """How many took how many heads on a day, of those who are compared: the fewest heads first."""

    counts: Mapping[int, int]

    @property
    def players(self) -> int:
        """How many they are."""
        return sum(self.counts.values())

    def more(self, heads: int) -> int:
        """Return how many took more heads than that."""
        return sum(count for each, count in self.counts.items() if each > heads)

    def same(self, heads: int) -> int:
        """Return how many took as many."""
        return self.counts.get(heads, 0)


class Daily:
    """The daily deals of a site whose tables these are; days are those of UTC."""

    def __init__(self, tables: Tables, rows: Rows) -> None:
        self._tables, self._rows = tables, rows
        self._chain: Chain | None = None

    @property
    def today(self) -> date:
        """Which day it is, by the clock of the site."""
        return self._now.date()

    @property
    def seconds_left(self) -> int:
        """Seconds until the next deal."""
        tomorrow = datetime.combine(self.today + timedelta(days=1), time(), UTC)
        return max(1, round((tomorrow - self._now).total_seconds()))

    async def chain(self) -> Chain:
        """Return the chain of this site, which begins on the day when it is first asked for."""
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
            raise NotFound("no-day", "The deal of that day is still to come.")
        if not 1 <= chain.number(day) <= CHAIN_DAYS:
            raise NotFound(
                "no-day", "This site has daily deals since {day} only.", day=chain.begins.isoformat()
            )
        return chain

    async def begin(
        self, ticket: Ticket, name: str, *, network: Network, counted: CountProof, kind: str = HUMAN
    ) -> Table:
        """Set up the table of a ticket, unless there is one, for somebody of that name in that network.

        Today's deal is their one try; that of an earlier day is for practice. What somebody's bot does is
        not compared with people.

        Raises:
            Refusal: the name cannot be shown, there is no deal of that day, or the bots are not ready
                yet.
        """
        day, chain = ticket.day, await self.check(ticket.day)
        sat = Sat(SEAT, clean_name(name), kind, hash_token(ticket.token))
        await self._tables.until_ready(BOT)
        practice = day != self.today
        if not practice:
            await self._note(ticket, chain, network, kind)
        secret = chain.secret(day)
        events = daily_opening(ticket.table_id, day, secret, sat, new_game(), practice=practice)
        await self._tables.open_begun(ticket.table_id, events, counted)
        return await self._tables.get(ticket.table_id)

    async def played(self, table_id: str) -> Played | None:
        """Return how somebody has played at this table so far; None if it is no daily deal, or is gone."""
        try:
            table = await self._tables.get(table_id)
        except NoTableError:
            return None
        if not table.daily or table.state is None or table.game_id is None:
            return None
        state = table.state
        return Played(
            date.fromisoformat(table.daily),
            table_id,
            table.game_id,
            _heads_of_turns(state),
            state.over,
            await asyncio.to_thread(self._rows.counted, table_id),
        )

    async def field(self, day: date) -> Field:
        """Return how all have fared on that day who are compared."""
        return Field(await asyncio.to_thread(self._rows.counts, day.isoformat()))

    # -------------------------------------------------------------- inside

    @property
    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._tables.now() / 1000, UTC)

    async def _note(self, ticket: Ticket, chain: Chain, network: Network, kind: str) -> None:
        day = ticket.day.isoformat()
        key = hmac.digest(chain.last, f"network {day}".encode(), hashlib.sha256)
        hidden = hmac.new(key, network.name.encode(), hashlib.sha256).hexdigest()
        # What a program plays is compared with nobody.
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
