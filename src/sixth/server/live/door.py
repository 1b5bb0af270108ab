"""The one way to change a table: decide a command, keep its events, publish them, in this order."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from weakref import WeakValueDictionary

from sixth import bots
from sixth.i18n import current_language
from sixth.rules.deal import new_secret
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.addresses import Network
from sixth.server.core.limits import Limit, RateLimiter
from sixth.server.core.metrics import Counters
from sixth.server.core.pace import BATCH_SIZE, batches
from sixth.server.core.refusals import Busy
from sixth.server.core.route_limits import ROUNDS, TABLES, CountProof
from sixth.server.core.wall_clock import Now
from sixth.server.live.chat import Chat, FindSpeaker, no_speaker
from sixth.server.live.lobby import Lobby
from sixth.server.live.log import TableLog
from sixth.server.store import ConflictError
from sixth.server.store.game_ends import ends_of
from sixth.server.store.seat_rows import RatedSeat, SeatRows
from sixth.server.table import clock
from sixth.server.table.bounds import check_bots
from sixth.server.table.commands import Command, Context, Say, decide, no_seat
from sixth.server.table.config import USUAL, TableConfig, check_config, check_rated
from sixth.server.table.events import Began, Claimed, Moved, Opened, Sat, TableEvent
from sixth.server.table.fold import TableStep, fold, steps as steps_from
from sixth.server.table.identity import (
    SeatTaker,
    chosen_mark,
    clean_name,
    hash_token,
    new_id,
    new_token,
    seat_of_proof,
)
from sixth.server.table.state import Table

Takers = Mapping[str, SeatTaker]
"""The browsers that take seats, by the hashes of the tokens."""

NO_TAKERS: Final[Takers] = {}

WhenMoved = Callable[[Table, Table], None]
"""Receives a table that a command in this process has moved, before and after."""

_MAX_TRIES: Final = 20
"""Decisions of one command, which is decided again whenever another process was first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """The sender of commands to a table: the holder of a seat there, by its token, a guest, or the site.

    A guest is limited by `network`, and sits down as a player of this `kind`, run by `run_by`. A seat that is
    given is that of the browser `taker`.
    """

    table_id: str
    token: str | None = None
    network: str | Network = ""
    kind: str = HUMAN
    run_by: str = ""
    taker: SeatTaker | None = None

    @property
    def proof(self) -> str:
        """The hash of the token, "" without one."""
        return hash_token(self.token) if self.token else ""

    def seat_at(self, table: Table) -> int:
        """Return the seat that the token proves, or raise a refusal if it proves none."""
        seat = seat_of_proof(table, self.proof)
        if seat is None:
            raise no_seat()
        return seat


def takers_of(token: str | None, taker: SeatTaker | None) -> Takers:
    """Return a browser as the taker of the seat with this token."""
    return {hash_token(token): taker} if token and taker else NO_TAKERS


def new_game() -> Began:
    """Return the event that begins a game, with a new name, the present time and a new secret."""
    return Began(new_id(), datetime.now(UTC).isoformat(timespec="seconds"), new_secret().hex())


class Door:
    """Appends to the logs of tables, one command at a time for each table; nothing else appends to them.

    A deleted name is overwritten where it stands (`people.erasure`), and `sixth db` looks after whole logs.

    `announce` is told the next deadline of a table.
    """

    def __init__(
        self,
        log: TableLog,
        *,
        pubsub: PubSub,
        lobby: Lobby,
        chat: Chat,
        announce: Callable[[int | None], None],
        now: Now,
        limiter: RateLimiter,
        counters: Counters,
        when_moved: WhenMoved = lambda before, after: None,
        speaker: FindSpeaker = no_speaker,
    ) -> None:
        self._when_moved, self._speaker = when_moved, speaker
        self._log, self._pubsub, self._lobby, self._chat = log, pubsub, lobby, chat
        self._announce, self._now, self._limiter, self._counters = announce, now, limiter, counters
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # -------------------------------------------------------------- new tables

    async def open(
        self,
        rules: Rules,
        name: str,
        config: TableConfig = USUAL,
        *,
        counted: CountProof,
        kind: str = HUMAN,
        taker: SeatTaker | None = None,
    ) -> tuple[str, str]:
        """Set up a table whose first seat has a player of this kind; return its id and the seat's token.

        The seat is that of the browser `taker`, nobody's if that is None.

        Raises:
            Refusal: the name cannot be shown, the clock is out of bounds, the table cannot be rated, or there
                is no such bot.
        """
        check_rated(config, rules)
        table_id, token = new_id(), new_token()
        opening = Opened(rules, new_secret().hex(), check_config(config))
        seating = Sat(0, clean_name(name), kind, hash_token(token), mark=chosen_mark(taker))
        await self.create(table_id, (opening, seating), counted, takers_of(token, taker))
        return table_id, token

    async def create(
        self,
        table_id: str,
        events: Sequence[TableEvent],
        counted: CountProof,
        takers: Takers = NO_TAKERS,
    ) -> None:
        """Begin the log of a new table with these events, of which the first opens it.

        `counted` proves that the request counted under the limit of tables; `takers` are the browsers that
        take seats.

        Raises:
            Refusal: an event names a bot that does not exist.
            ConflictError: there is a table of that id.
        """
        assert counted.limit == TABLES
        check_bots(events, bots.names)
        opening, rest = events[:1], events[1:]
        table = fold(table_id, opening)
        # A game that is played again from its middle begins with all events up to there.
        async for piece in batches(rest[:-BATCH_SIZE]):
            table = steps_from(table, piece)[-1][1]
        now = self._now()
        steps = clock.timed_steps(table, rest[-BATCH_SIZE:], now)
        table = steps[-1][1]
        alarm = clock.alarm(table, now)
        events = [*opening, *rest[:-BATCH_SIZE], *(event for event, _ in steps)]
        seats = _seat_rows(steps, takers)._replace(takers=takers)
        await self._log.append(table_id, 0, events, alarm, seats)
        self._announce(alarm)
        await self._lobby.update(None, table)

    # -------------------------------------------------------------- commands

    async def send(self, sender: Sender, command: Command, *, counted: CountProof | None = None) -> Table:
        """Carry out a command within the limits of its sender; return the table after it.

        A command that begins a round needs the proof that it was `counted` under the address limit of rounds
        or tables.

        Raises:
            NoTableError: there is no such table.
            Refusal: the command is not allowed now, or not to this sender; nothing has changed.
            TooOftenError: the sender has used up the limit of the command; nothing has changed.
        """
        if command.begins_round:
            assert counted is not None
            assert counted.limit in (ROUNDS, TABLES)
        if isinstance(command, Say):
            return await self._say(sender, command)
        table = await self.carry_out(sender, command, is_limited=True)
        self._counters.count_action()
        return table

    async def carry_out(self, sender: Sender, command: Command, *, is_limited: bool = False) -> Table:
        """Carry out a command, without limits unless that `is_limited`; return the table after it.

        The decision is made on the table in the cache, which may be old where other processes write, too. If
        another process was first, or if an old table led to a refusal or to no events, the log is read and
        the decision is made again.

        Raises:
            NoTableError: there is no such table.
            Refusal: the command is not allowed now, or not to this sender; nothing has changed.
        """
        table_id, proof = sender.table_id, sender.proof
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            now = self._now()
            context = Context(
                now=now,
                bots=bots.names,
                proof=proof,
                kind=sender.kind,
                run_by=sender.run_by,
                mark=chosen_mark(sender.taker),
                began=new_game() if command.begins_game else None,
            )
            fresh = not (self._log.shared and self._log.cache.version(table_id))
            for tries in range(_MAX_TRIES):
                before = await self._log.cached(table_id)
                if is_limited and not tries:
                    # The limits do not need the newest table.
                    self._check_limit(before, sender, command)
                try:
                    steps = decide(before, command, context)
                except Refusal:
                    if fresh:
                        raise
                    steps = ()
                if not steps:
                    if fresh:
                        return before
                    await self._log.read(table_id)
                    fresh = True
                    continue
                table = steps[-1][1]
                alarm = clock.alarm(table, now)
                events = [event for event, _ in steps]
                try:
                    seats = _seat_rows(steps, {proof: sender.taker} if sender.taker else NO_TAKERS)
                    await self._log.append(table_id, before.version, events, alarm, seats)
                except ConflictError:
                    # Another process was first.
                    if (await self._log.read(table_id)).version == before.version:
                        # It wrote nothing: the log was cut (`sixth db prune`), so what is cached is wrong.
                        self._log.cache.forget(table_id)
                    fresh = True
                    continue
                self._log.cache.hold(table, steps)
                self._announce(alarm)
                self._pubsub.notify(table_id)
                self._when_moved(before, table)
                await self._lobby.update(before, table)
                return table
        raise Busy("busy", "Too much is happening at this table; please try again.")

    async def seat(self, sender: Sender, *, within: Limit) -> int:
        """Return the seat of a sender, and count one use of it, or raise a refusal."""
        seat = sender.seat_at(await self._log.now(sender.table_id))
        self._limiter.check(within, sender.table_id, str(seat))
        return seat

    def _check_limit(self, table: Table, sender: Sender, command: Command) -> None:
        seat = seat_of_proof(table, sender.proof)
        if (limit := command.limit_at(table, seat)) is not None:
            self._limiter.check(limit, table.id, sender.network if seat is None else str(seat))

    async def _say(self, sender: Sender, command: Say) -> Table:
        table = await self._log.now(sender.table_id)
        self._check_limit(table, sender, command)
        seat = sender.seat_at(table)
        text, sitter = command.line(table, seat), table.seats[seat].sitter
        person = await self._speaker(table.id, sender.proof)
        name, language = sitter.name if sitter else "", current_language()
        self._chat.say(table.id, seat, name, command.kind, text, language=language, person=person)
        return table


def _seat_rows(steps: Sequence[TableStep], takers: Takers) -> SeatRows:
    """Return the rows about seats that these steps give, and about games that begin or end in them."""
    given = {event.token for event, _ in steps if isinstance(event, Sat | Claimed | Moved)}
    rated = [
        RatedSeat(event.game, seat, each.token)
        for event, table in steps
        if isinstance(event, Began) and table.config.rated
        for seat, each in enumerate(table.seats)
        if each.token is not None and table.in_person(seat)
    ]
    return SeatRows(
        {proof: taker for proof, taker in takers.items() if proof in given}, rated, ends_of(steps)
    )
