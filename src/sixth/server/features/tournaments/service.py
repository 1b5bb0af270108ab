"""Tournaments at work: what pages and programs ask of them, and the loop that goes on by itself."""

import asyncio
import re
import secrets
from collections.abc import AsyncGenerator, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from sixth.rules.game import NotNow, Refusal
from sixth.server.core.addresses import Network
from sixth.server.core.background import Background
from sixth.server.core.errors import NoTableError
from sixth.server.core.limits import Limit
from sixth.server.core.refusals import NotFound
from sixth.server.core.route_limits import TABLES, CountProof, RouteLimit
from sixth.server.features.tournaments.checks import check_agreed, checked_plan, cleaned
from sixth.server.features.tournaments.door import Door, Role, Sender
from sixth.server.features.tournaments.field.comparison import Field, field_of, tables_like
from sixth.server.features.tournaments.field.games import FieldGames
from sixth.server.features.tournaments.judging import Judging
from sixth.server.features.tournaments.log import TournamentLog, no_tournament
from sixth.server.features.tournaments.rounds import Rounds
from sixth.server.features.tournaments.rows import (
    HOST_ROW,
    NO_OWNERS,
    Changes,
    TableRow,
    TournamentRows,
)
from sixth.server.features.tournaments.seating import seat_token, table_id_of
from sixth.server.live.coach import Coach
from sixth.server.live.door import Sender as SeatSender
from sixth.server.live.game_ends import GameEndReader
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import Leave as LeaveTable
from sixth.server.table.identity import new_id
from sixth.tournaments.commands import Begin, Change, Join, Leave, TournamentCommand
from sixth.tournaments.events import Opened, Player, TournamentEvent
from sixth.tournaments.plan import Plan
from sixth.tournaments.state import Tournament

CODE_LENGTH: Final = 5

JOINS: Final = RouteLimit("tournament joins", 500, 3600)
"""People of one network who join tournaments, such as all those in a hall."""

_COMMANDS: Final = Limit("tournament commands", 60, 10)
"""Commands with one token, or of one network without any."""

_ROUNDS: Final = Limit("tournament rounds", 20, 3600)
"""Rounds that hosts of one network begin online, each with up to 333 tables."""

_CODES: Final = Limit("tournament codes", 30, 60)
"""Codes that strangers of one network try, who may be guessing one of 17 million."""

_MAX_OPENED: Final = 10_000
"""Networks with a tournament that they have found, in the memory of a process."""

_CODE: Final = re.compile(f"[b-z2-9]{{{CODE_LENGTH}}}")

_HOUSEKEEPING_MS: Final = 60 * 60 * 1000
"""Milliseconds between two times that old tournaments are deleted."""


def _no_field() -> NotFound:
    return NotFound("no-field", "Nobody else had the cards of this player in this round.")


class TournamentSeat(NamedTuple):
    """The seat of a player in the round that goes on: the table, the token of the seat, and where it is."""

    table_id: str
    token: str
    round: int
    number: int
    seat: int


def code_from(text: str) -> str:
    """Return the code that somebody has typed or opened, in the form of addresses.

    Raises:
        NotFound: no tournament can have it.
    """
    code = text.strip().lower()
    if _CODE.fullmatch(code) is None:
        raise no_tournament()
    return code


class Tournaments(Background):
    """The tournaments of a site.

    Methods that take a code (`code_from` makes one of what people type) raise `NotFound` if there is no such
    tournament. The loop opens tables that are due, reports ended games, has them judged and begins rounds
    after their pause, also what a process that was killed has left. Tournaments in which nothing has happened
    for `kept_for` are deleted, unless that is None.
    """

    interval_s = 2.0
    late, fault = "Tournaments go on later", "Tournaments cannot go on"

    def __init__(
        self,
        store: SqlStore,
        tables: Tables,
        game_ends: GameEndReader,
        coach: Coach,
        kept_for: timedelta | None,
    ) -> None:
        self.rows = TournamentRows(store)
        self._tables, self._game_ends, self._store, self._kept_for = tables, game_ends, store, kept_for
        self._log = TournamentLog(self.rows, tables.pubsub, is_shared=store.shared)
        self._door = Door(self.rows, self._log, tables.now)
        self._rounds = Rounds(self.rows, self._log, self._door, tables)
        self._judging = Judging(self.rows, self._log, self._door, tables.archive, coach)
        self._fields = FieldGames(tables.archive)
        self._has_ends = False
        self._opened = set[tuple[str, str]]()

    # -------------------------------------------------------------- for pages and programs

    async def open(self, plan: Plan, sender: Sender, *, counted: CountProof) -> str:
        """Set up a tournament whose host is the sender; return its code.

        Raises:
            Refusal: the plan cannot be played here.
        """
        assert counted.limit == TABLES
        plan = checked_plan(plan)
        opened = Opened(plan, secrets.token_hex(16), sender.proof, self._door.time())
        owners = {HOST_ROW: sender.taker} if sender.taker else NO_OWNERS
        changes = Changes(self._tables.now(), owners=owners)
        while True:
            code = new_id()[:CODE_LENGTH]
            secret = secrets.token_hex(32)
            if await asyncio.to_thread(self.rows.create, code, secret, (opened,), changes):
                return code

    async def get(self, code: str) -> Tournament:
        """Return a tournament as it is now."""
        return await self._log.now(code)

    async def view(self, code: str) -> bytes:
        """Return what everybody may see of a tournament, as a line of JSON, the same bytes for all."""
        return await self._log.shown(code)

    def listen(self, code: str, *, is_brief: bool = False) -> AsyncGenerator[bytes, None]:
        """Yield what everybody may see, and again when it has changed (`TournamentLog.listen`).

        Pages listen to brief lines: they fetch what they show.
        """
        return self._log.listen(code, is_brief=is_brief)

    async def role(self, code: str, sender: Sender) -> Role:
        """Return whether a sender is the host, and which player they are.

        Raises:
            TooOftenError: the sender is neither, and their network has tried many codes.
        """
        try:
            role = await self._door.role(code, sender)
        except NotFound:
            self._tables.limiter.check(_CODES, sender.network)
            raise
        if not role.is_host and role.player is None:
            self._count_stranger(code, sender.network)
        return role

    async def _find(self, code: str, network: Network | str) -> Tournament:
        """Return a tournament, and count a code that none has."""
        try:
            return await self.get(code)
        except NotFound:
            self._tables.limiter.check(_CODES, network)
            raise

    def _count_stranger(self, code: str, network: Network | str) -> None:
        """Count a stranger who opens a tournament, once for each network and code."""
        opened = (network.name if isinstance(network, Network) else network), code
        if opened not in self._opened:
            self._tables.limiter.check(_CODES, network)
            if len(self._opened) >= _MAX_OPENED:
                self._opened.clear()
            self._opened.add(opened)

    async def send(
        self,
        code: str,
        sender: Sender,
        command: TournamentCommand,
        *,
        counted: CountProof | None = None,
    ) -> Tournament:
        """Carry out a command of a sender; return the tournament after it.

        To join needs the proof that the request was `counted` under `JOINS`.

        Raises:
            Refusal: the command is not allowed now, or not to this sender; nothing has changed.
            TooOftenError: the sender has used up the limit; nothing has changed.
        """
        if isinstance(command, Join):
            assert counted is not None
            assert counted.limit == JOINS
        self._tables.limiter.check(_COMMANDS, sender.proof or sender.network)
        before, command = await self._find(code, sender.network), cleaned(command)
        if isinstance(command, Change):
            check_agreed(before, command.plan)
        if isinstance(command, Begin) and before.plan.place == "online":
            self._tables.limiter.check(_ROUNDS, sender.network)
        after = await self._door.carry_out(code, sender, command)
        if isinstance(command, Leave):
            player = command.player or (await self._door.role(code, sender)).player
            await self._leave_table(code, after, player)
        # A round may have begun, or the site has to begin one later.
        self._wake.set()
        return after

    async def seat(self, code: str, sender: Sender) -> TournamentSeat | None:
        """Return the seat of a player at a table of the round that goes on online; None for no seat.

        The table is open then. Each device of the player gets the same token.
        """
        role = await self.role(code, sender)
        seat = None if role.player is None else await self._seat(code, role.tournament, role.player)
        if seat is not None:
            await self._rounds.open_table(seat.table_id)
        return seat

    async def field(self, code: str, sender: Sender, number: int, player: Player) -> Field:
        """Return what a player of a duplicate did in a round beside all who had the same cards.

        Raises:
            NotFound: the tournament is no duplicate, or nobody else had the cards of this player.
            NotNow: others still play these deals.
        """
        tournament = (await self.role(code, sender)).tournament
        round = tournament.begun[number - 1] if 1 <= number <= len(tournament.begun) else None
        table = round.table_of(player) if round is not None and tournament.plan.duplicate else 0
        if round is None or not table:
            raise _no_field()
        if tournament.is_held(round):
            raise NotNow("field-later", "Other tables still play these cards; come back once they have.")
        games = await self._fields.of(round, tables_like(round, table))
        field = field_of(round, player, games, sign=tournament.plan.rules.sign)
        if field is None:
            raise _no_field()
        return field

    async def events(self, code: str) -> Sequence[TournamentEvent]:
        """Return all events of a tournament."""
        return await asyncio.to_thread(self.rows.load, code, 0)

    async def tables_of(self, code: str) -> Sequence[TableRow]:
        """Return the tables of the rounds that were played online, with the ids of their games that ended."""
        return await asyncio.to_thread(self.rows.tables_of, code)

    async def place_of(self, table_id: str) -> TableRow | None:
        """Return of which tournament, round and number a table is; None for one of no tournament."""
        return await asyncio.to_thread(self.rows.place_of, table_id)

    # -------------------------------------------------------------- the loop

    def note_end(self) -> None:
        """Note that a game has ended which may be that of a tournament."""
        self._has_ends = True
        self._wake.set()

    async def once(self) -> float | None:
        """See `Background.once`."""
        if self._has_ends:
            self._has_ends = False
            await self._game_ends.catch_up()
        await self._rounds.report_ends()
        await self._rounds.go_on()
        await self._rounds.open_due()
        await self._rounds.erase_names(self._store.empty_wal)
        await self._delete_old()
        if await self._judging.judge_next():
            # One table at a time, as games end and rounds begin meanwhile.
            return 0.0
        following = await asyncio.to_thread(self.rows.next_due)
        return self._delay_s(following, self._tables.now(), self.interval_s)

    # -------------------------------------------------------------- inside

    async def _seat(self, code: str, tournament: Tournament, player: Player) -> TournamentSeat | None:
        round = tournament.current
        if round is None or tournament.plan.place != "online":
            return None
        number = round.table_of(player)
        if not number:
            return None
        secret = await self._log.secret(code)
        table_id = table_id_of(secret, round, number)
        token, seat = seat_token(secret, table_id, player), round.tables[number - 1].index(player)
        return TournamentSeat(table_id, token, round.number, number, seat)

    async def _leave_table(self, code: str, tournament: Tournament, player: Player | None) -> None:
        """Have a player who has left the tournament be played for at the table of the round that goes on."""
        seat = await self._seat(code, tournament, player) if player else None
        if seat is not None:
            try:
                leaving = SeatSender(table_id=seat.table_id, token=seat.token)
                await self._tables.door.carry_out(leaving, LeaveTable())
            except (NoTableError, Refusal):
                # The game is over, or about to be opened: then its clock has a bot play for them.
                pass

    async def _delete_old(self) -> None:
        """Delete old tournaments, if that is due."""
        now = self._tables.now()
        if self._kept_for is None or not await asyncio.to_thread(
            self._store.chores.claim, "tournaments", now, _HOUSEKEEPING_MS
        ):
            return
        before = now - round(self._kept_for.total_seconds() * 1000)
        self._log.forget(await asyncio.to_thread(self.rows.delete_old, before))
