"""The one way in to a table: commands are decided, kept, folded and told, in this order."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Final
from weakref import WeakValueDictionary

from sixth.rules.deal import new_secret
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN, Record
from sixth.server.core.counters import NOBODY_COUNTS, Counts
from sixth.server.core.limits import RateLimiter
from sixth.server.core.logs import short
from sixth.server.core.wall_clock import Now
from sixth.server.service import autoplay
from sixth.server.service.bot_names import check_bots, check_kind
from sixth.server.service.bot_pool import BotPool
from sixth.server.service.cache import Cache
from sixth.server.service.chat import Chat
from sixth.server.service.deadlines import DeadlineWatch
from sixth.server.service.pubsub import PubSub
from sixth.server.store import ConflictError, Store, UnavailableError
from sixth.server.table import clock, commands, seating
from sixth.server.table import state as at_table
from sixth.server.table.config import USUAL, TableConfig, checked
from sixth.server.table.events import Began, Opened, Own, Sat, TableEvent
from sixth.server.table.identity import clean_name, hashed, new_id, new_token
from sixth.server.table.state import Step, Table, steps

_KEPT: Final = 1000
"""Codes held in memory."""

_TRIES: Final = 20
_MOST_LISTED: Final = 50

_PAUSE, _LONGEST_PAUSE = 1.0, 5.0
"""Seconds until bots try again whose moves could not be kept."""

_LOG = logging.getLogger(__name__)


class NoTableError(Exception):
    """There is no table of that name."""


class Tables:
    """All tables of a site: their logs in `store`, news of them through `pubsub`, bots in `bot_pool`."""

    def __init__(self, store: Store, pubsub: PubSub, bot_pool: BotPool, now: Now | None = None) -> None:
        self._store = store
        self._thinking = bot_pool
        self.now = now or store.now
        self.pubsub = pubsub
        self.counts: Counts = NOBODY_COUNTS
        self.deadlines = DeadlineWatch(store.deadlines, self._look_after, self.now)
        self.chat = Chat()
        self.limiter = RateLimiter()
        self._memory = Cache(pubsub.heard)
        pubsub.known = self._memory.version
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._codes: OrderedDict[str, str] = OrderedDict()
        self._drivers: dict[str, asyncio.Task[None]] = {}

    async def open(self, rules: Rules, name: str, config: TableConfig = USUAL) -> tuple[str, str]:
        """Set up a table with one person on its first seat; returns the table's id and the seat's token.

        Raises:
            Refusal: the name cannot be shown, or the house cannot be kept so.
        """
        table_id, token = new_id(), new_token()
        opened = Opened(rules, new_secret().hex(), checked(config))
        check_bots((opened,))
        sat = Sat(0, clean_name(name), HUMAN, hashed(token))
        await self._keep(table_id, 0, (opened, sat))
        await self._file(None, at_table.fold(table_id, (opened, sat)))
        return table_id, token

    async def get(self, table_id: str) -> Table:
        """The table as it is now.

        Raises:
            NoTableError: there is none of that name.
        """
        table = self._memory.get(table_id)
        if table is None or self._store.shared:
            table = await self._read(table_id)
        self._drive(table)
        return table

    async def since(self, table_id: str, version: int) -> tuple[Step, ...]:
        """What happened after `version`, each with the table after it.

        Raises:
            NoTableError: there is none of that name.
        """
        if self._store.shared and table_id in self.pubsub.unread:
            await self._catch_up(table_id)
        found = self._memory.since(table_id, version)
        if found is None:
            found = tuple((await self._steps(table_id))[version:])
        return found

    async def at(self, table_id: str, version: int) -> Table:
        """The table as it was at `version`, from 1 up to now.

        Raises:
            NoTableError: there is none of that name.
        """
        late = self._memory.since(table_id, version - 1)
        return late[0][1] if late else (await self._steps(table_id))[version - 1][1]

    async def command(self, table_id: str, do: Callable[[Table], Sequence[TableEvent]]) -> Table:
        """Let `do` say what happens at the table; keep it, then tell everybody. Returns the table after it.

        Raises:
            NoTableError: there is no such table.
            Refusal: from `do`; nothing has changed.
        """
        table = await self._append(table_id, do)
        self.counts.acted()
        driver = self._drive(table)
        if driver is not None:
            # Quick bots have moved before the answer goes out, so a page without scripts shows it at once.
            await asyncio.wait({driver}, timeout=0.2)
        return table

    async def begin(self, table_id: str, seat: int, *, game: int, fill: str) -> Table:
        """Begin game number `game`; free seats go to bots of the kind `fill`, or `mixed`.

        Raises:
            NoTableError, Refusal: as `command`; also where `fill` is no bot.
        """
        check_kind(fill)
        began = autoplay.new_game()

        def do(table: Table) -> Sequence[TableEvent]:
            return commands.begin(table, seat, game=game, bots=seating.fill(table, fill), began=began)

        return await self.command(table_id, do)

    async def record(self, table_id: str, game_id: str) -> Record | None:
        """The record of a game that has ended here, or None: hidden cards stay hidden until then."""
        table = await self.get(table_id)
        if table.playing and table.game_id == game_id:
            return None
        log = iter(await asyncio.to_thread(self._store.load, table_id))
        before: list[TableEvent] = []
        for began in log:
            before.append(began)
            if isinstance(began, Began) and began.game == game_id:
                break
        else:
            return None
        played = takewhile(lambda event: not isinstance(event, Began), log)
        events = tuple(each for each in played if not isinstance(each, Own))
        sitters = at_table.fold(table_id, before).sitters
        return Record(game_id, table.rules, at_table.seats_of(sitters), began.started, events)

    async def ended(self, game_id: str) -> Record | None:
        """The record of a game that is over, at whichever table; None for one that goes on or is unknown."""
        table_id = await asyncio.to_thread(self._store.table_of, game_id)
        return None if table_id is None else await self.record(table_id, game_id)

    async def again(self, game: Record, seat: int, name: str, fill: str) -> tuple[str, str]:
        """A table with the deals of a game that is over: one person on `seat`, bots on all others.

        Returns the table's id and the seat's token.

        Raises:
            Refusal: there is no such seat or bot, or the game ended before its first deal.
        """
        check_kind(fill)
        table_id, token = new_id(), new_token()
        sat = Sat(seat, name, HUMAN, hashed(token))
        opened, *began = seating.deal_again(table_id, game, sat, fill, autoplay.new_game())
        now = self.now()
        came = clock.timed(at_table.fold(table_id, (opened,)), began, now)
        alarm = clock.alarm(came[-1][1], now)
        await self._keep(table_id, 0, (opened, *(event for event, _ in came)), alarm)
        self.deadlines.heed(alarm)
        return table_id, token

    async def code_of(self, table: Table) -> str:
        """The short code that leads to a table until its game begins; "" if it has none."""
        if table.games:
            return ""
        code = await asyncio.to_thread(self._store.directory.code_of, table.id)
        if code:
            self._codes[table.id] = code
            while len(self._codes) > _KEPT:
                self._codes.popitem(last=False)
        return code or ""

    def known_code(self, table_id: str) -> str:
        """The code of a table, if anybody has asked for it."""
        return self._codes.get(table_id, "")

    async def find(self, code: str) -> str | None:
        """The table to which a short code leads, if its game has not begun."""
        table_id = await asyncio.to_thread(self._store.directory.find, code)
        if table_id is None or (await self.get(table_id)).games:
            return None
        return table_id

    async def open_tables(self) -> tuple[tuple[Table, datetime], ...]:
        """The newest tables that are listed and have a free seat, each with since when."""
        listed = await asyncio.to_thread(self._store.directory.listed, _MOST_LISTED)
        found = []
        for table_id, at in listed:
            try:
                table = await self.get(table_id)
            except NoTableError:
                table = None
            if table is not None and table.open:
                found.append((table, at))
            else:
                await asyncio.to_thread(self._store.directory.unlist, table_id)
        return tuple(found)

    def forget(self, table_id: str) -> None:
        """Know nothing of a table any more: it was deleted, or has to be read again."""
        self._memory.forget(table_id)

    @property
    def held(self) -> int:
        """How many are at hand."""
        return len(self._memory)

    async def close(self) -> None:
        """Wake listeners, stop the bots and let go of the store."""
        self.pubsub.close()
        await self.deadlines.close()
        for driver in list(self._drivers.values()):
            driver.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        self._thinking.close()
        self._store.close()

    # -------------------------------------------------------------- inside

    async def _append(
        self, table_id: str, do: Callable[[Table], Sequence[TableEvent]], *, afresh: bool = False
    ) -> Table:
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            if afresh or self._store.shared:
                await self._read(table_id)
            for _ in range(_TRIES):
                table = self._memory.get(table_id) or await self._read(table_id)
                events = do(table)
                if not events:
                    return table
                check_bots(events)
                before, now = table, self.now()
                came = clock.timed(before, events, now)
                events, table = [event for event, _ in came], came[-1][1]
                alarm = clock.alarm(table, now)
                try:
                    await self._keep(table_id, before.version, events, alarm)
                except ConflictError:
                    # Another process was first: read what it wrote and decide again.
                    if (await self._read(table_id)).version == before.version:
                        # It wrote nothing: what is known here is no longer so (`sixth db prune`).
                        self.forget(table_id)
                    continue
                self._memory.hold(table, came)
                self.deadlines.heed(alarm)
                self.pubsub.moved(table_id, table.version)
                await self._file(before, table)
                return table
        raise Refusal("busy", "Too much happens at this table at once; please try again.")

    async def _file(self, before: Table | None, table: Table) -> None:
        """Have the directory say of the table what is so now; what a crash leaves behind is found later."""
        directory = self._store.directory
        try:
            if table.open != (before is not None and before.open):
                await asyncio.to_thread(directory.list if table.open else directory.unlist, table.id)
            if before is not None and before.games == 0 < table.games:
                self._codes.pop(table.id, None)
                await asyncio.to_thread(directory.forget, table.id)
        except UnavailableError as error:
            # What happened is kept, and is not to be called off for this.
            _LOG.warning("A table is not listed as it is: %s.", error)

    async def _look_after(self, table_id: str) -> None:
        """Play for those whose time is up; another process may have been quicker."""
        table = await self._append(table_id, lambda _: (), afresh=True)
        moves = await self._moves_in_time(table)
        table = await self._append(table_id, lambda now: clock.time_up(now, self.now(), moves))
        self._drive(table)

    async def _moves_in_time(self, table: Table) -> clock.Moves:
        """What the bot that stands in would do for those whose time is up."""
        state = table.state
        if state is None:
            return {}
        seats, kind = clock.late(table, self.now()), table.config.stand_in
        if state.phase == "flip":
            return dict.fromkeys(seats, (None, state.round, state.turn))
        actions = await asyncio.gather(*(self._thinking.move(kind, state, seat) for seat in seats))
        return {seat: (each, state.round, state.turn) for seat, each in zip(seats, actions, strict=True)}

    async def _keep(
        self, table_id: str, version: int, events: Sequence[TableEvent], alarm: int | None = None
    ) -> None:
        await asyncio.wrap_future(self._store.submit(table_id, version, events, alarm))
        self.counts.kept(events)
        if _LOG.isEnabledFor(logging.DEBUG):
            kinds = [type(each).__name__.lower() for each in events]
            _LOG.debug("Kept.", extra={"table": short(table_id), "after": version, "happenings": kinds})

    async def _read(self, table_id: str) -> Table:
        """The table as its log is now, of which the beginning may be known."""
        table = self._memory.get(table_id)
        if table is None:
            came = await self._steps(table_id)
        else:
            came = steps(table, await asyncio.to_thread(self._store.load, table_id, table.version))
        if not came:
            return table  # type: ignore[return-value]
        table = self._memory.hold(came[-1][1], came)
        # Whoever asked for it: what is known here already is not told again when word of it comes.
        self.pubsub.notify(table_id)
        return table

    async def _catch_up(self, table_id: str) -> None:
        """Read what other processes wrote, once for all who listen to the table: they hear of it then."""
        before = self.pubsub.known(table_id)
        self.pubsub.unread.discard(table_id)
        try:
            await self._read(table_id)
        except BaseException:
            # Whoever waited for this finds out for themselves.
            self.pubsub.moved_elsewhere(table_id, before + 1)
            raise

    async def _steps(self, table_id: str) -> list[Step]:
        """All that has happened at a table, from its opening on."""
        events = await asyncio.to_thread(self._store.load, table_id)
        if not events:
            raise NoTableError(table_id)
        opened = at_table.fold(table_id, events[:1])
        return [(events[0], opened), *steps(opened, events[1:])]

    def _drive(self, table: Table) -> asyncio.Task[None] | None:
        """Have the dealer and the bots do what is theirs, unless they are at it already."""
        running = self._drivers.get(table.id)
        if running is not None and not running.done():
            return running
        if not autoplay.moves_by_itself(table):
            return None
        task = asyncio.create_task(self._run(table.id))
        self._drivers[table.id] = task
        task.add_done_callback(lambda done: self._driven(table.id, done))
        return task

    def _driven(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._drivers.get(table_id) is done:
            del self._drivers[table_id]
        if not done.cancelled() and done.exception() is not None:
            _LOG.error(
                "The bots of a table stopped; they go on when it is looked at.",
                exc_info=done.exception(),
                extra={"table": short(table_id)},
            )

    async def _run(self, table_id: str) -> None:
        pause = _PAUSE
        while True:
            try:
                return await self._run_on(table_id)
            except UnavailableError as error:
                _LOG.warning("The bots of a table wait for the database: %s.", error)
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, 2 * pause)

    async def _run_on(self, table_id: str) -> None:
        table = self._memory.get(table_id) or await self._read(table_id)
        while autoplay.moves_by_itself(table):
            waiting = commands.bots_to_act(table)
            if waiting:
                moves = await self._bots_moves(table, waiting)
                table = await self._append(table_id, partial(autoplay.apply, moves=moves))
            else:
                table = await self._append(table_id, commands.dealers_turn)

    async def _bots_moves(self, table: Table, waiting: Sequence[tuple[int, str]]) -> autoplay.Moves:
        """What the bots would do, who all think at once: (seat, action, round, turn)."""
        state = table.state
        if state is None:
            return ()
        actions = await asyncio.gather(*(self._thinking.move(kind, state, seat) for seat, kind in waiting))
        moves = zip(waiting, actions, strict=True)
        return tuple((seat, action, state.round, state.turn) for (seat, _), action in moves)
