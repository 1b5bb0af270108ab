"""Deals for everybody: what begins one for a player, and what a player has done in it so far."""

import asyncio
import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from sixth.rules.deal import new_secret
from sixth.rules.events import Placed, Revealed
from sixth.rules.record import HUMAN
from sixth.rules.state import State
from sixth.server.core.addresses import Network
from sixth.server.core.errors import NoTableError
from sixth.server.core.route_limits import CountProof
from sixth.server.features.boards.chain import BOT, SEAT, Chain, opening_of_deal
from sixth.server.features.boards.choices import own_choices
from sixth.server.features.boards.results import Results
from sixth.server.features.boards.rows import ChainRow, DealRows, NewTry
from sixth.server.live.door import new_game, takers_of
from sixth.server.live.tables import Tables
from sixth.server.table.events import Sat
from sixth.server.table.identity import SeatTaker, chosen_mark, clean_name, hash_token
from sixth.server.table.state import Table
from sixth.server.web.views.choices import ChosenAt, OwnChoice

COUNTED_A_NETWORK: Final = 10
"""Players of one network, such as a household or a classroom, who count in a deal of a day or a board."""


class Player(NamedTuple):
    """Who plays a deal: the name, the token of the seat, the network, the kind, and the browser."""

    name: str
    token: str
    network: Network
    kind: str = HUMAN
    taker: SeatTaker | None = None


class Opening(NamedTuple):
    """The table to open for a deal, and the try to store; None is for practice."""

    table_id: str
    new_try: NewTry | None


class Attempt(NamedTuple):
    """A player's attempt at a deal; `turns` has the heads taken in each turn.

    `counted` says whether the attempt is compared with others. `bots` are the heads of the bots so far.
    """

    deal: str
    table_id: str
    game_id: str
    turns: tuple[int, ...]
    over: bool
    counted: bool
    bots: tuple[int, ...]
    choices: Sequence[OwnChoice]

    @property
    def day(self) -> date:
        """The day of the deal of a day."""
        return date.fromisoformat(self.deal)

    @property
    def heads(self) -> int:
        """The heads taken so far."""
        return sum(self.turns)


class Deals:
    """The deals for everybody on a site; days are those of UTC."""

    def __init__(self, tables: Tables, rows: DealRows) -> None:
        self._tables, self._rows = tables, rows
        self._chain: Chain | None = None

    @property
    def today(self) -> date:
        """The current day by the clock of the site."""
        return self._now.date()

    @property
    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._tables.now() / 1000, UTC)

    async def chain(self) -> Chain:
        """Return the chain of daily deals of this site, which begins on the day of the first call."""
        if self._chain is None:
            new = ChainRow(self.today.isoformat(), new_secret().hex())
            row = await asyncio.to_thread(self._rows.chain, new)
            self._chain = Chain(date.fromisoformat(row.begins), bytes.fromhex(row.last))
        return self._chain

    async def attempt(self, table_id: str) -> Attempt | None:
        """Return the attempt at this table so far; None if there is no such deal at it, or no table."""
        try:
            table = await self._tables.get(table_id)
        except NoTableError:
            return None
        if not table.daily or table.state is None or table.game_id is None:
            return None
        state, row = table.state, await asyncio.to_thread(self._rows.at, table_id)
        return Attempt(
            table.daily,
            table_id,
            table.game_id,
            _heads_of_turns(state),
            state.over,
            row is not None and row.counted,
            state.totals[:SEAT] + state.totals[SEAT + 1 :],
            own_choices(state),
        )

    async def results(self, subject: str) -> Results:
        """Return the results of a deal, by its name, or of a version of a board."""
        return (await asyncio.to_thread(self._rows.results, [subject]))[subject]

    async def chosen(self, deal: str, choices: Sequence[OwnChoice]) -> ChosenAt:
        """Return what all who are compared chose at the points of these choices."""
        return await asyncio.to_thread(self._rows.chosen, deal, [each.point for each in choices])

    async def _open(
        self, deal: str, secret: bytes, player: Player, counted: CountProof, to: Opening
    ) -> Table:
        """Open the table of a deal for a player, unless it exists, after storing the try."""
        kind, hashed = player.kind, hash_token(player.token)
        sat = Sat(SEAT, clean_name(player.name), kind, hashed, mark=chosen_mark(player.taker))
        await self._tables.until_ready(BOT)
        if to.new_try is not None:
            await asyncio.to_thread(self._rows.begin, to.new_try)
        practice = to.new_try is None
        events = opening_of_deal(to.table_id, deal, secret, sat, new_game(), practice=practice)
        takers = takers_of(player.token, player.taker)
        await self._tables.create_with_game(to.table_id, events, counted, takers)
        return await self._tables.get(to.table_id)


def hidden_network(chain: Chain, period: str, network: Network) -> str:
    """Return the keyed hash of a network that stands for it in one period only."""
    key = hmac.digest(chain.last, f"network {period}".encode(), hashlib.sha256)
    return hmac.new(key, network.name.encode(), hashlib.sha256).hexdigest()


def most_of(player: Player) -> int | None:
    """Return how many tries from the player's network count, None for all; those of programs never do."""
    return 0 if player.kind != HUMAN else None if player.network.unlimited else COUNTED_A_NETWORK


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
