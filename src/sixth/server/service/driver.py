"""Has every table go on by itself: the dealer, the bots, and those who play for whoever runs out of time."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial, reduce
from typing import Final

from sixth.rules.events import Action
from sixth.rules.state import State
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.wall_clock import Now
from sixth.server.service import autoplay
from sixth.server.service.bots.pool import BotPool
from sixth.server.service.door import Door
from sixth.server.service.log import TableLog
from sixth.server.table import clock, gameplay
from sixth.server.table.events import TableEvent
from sixth.server.table.state import Table, apply_event

_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 5.0
"""Until bots try again whose moves could not be kept."""

_LOG: Final = logging.getLogger(__name__)


class Driver:
    """Moves by `door`, as everybody does, what the bots in `bot_pool` have chosen; one task a table."""

    def __init__(self, log: TableLog, door: Door, bot_pool: BotPool, now: Now) -> None:
        self._log, self._door, self._bot_pool, self._now = log, door, bot_pool, now
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def drive(self, table: Table) -> asyncio.Task[None] | None:
        """Have the dealer and the bots do what is theirs; returns the task that does, if there is one."""
        running = self._tasks.get(table.id)
        if running is not None and not running.done():
            return running
        if not autoplay.moves_by_itself(table):
            return None
        task = asyncio.create_task(self._run(table.id))
        self._tasks[table.id] = task
        task.add_done_callback(lambda done: self._driven(table.id, done))
        return task

    async def played_on(self, table: Table) -> list[TableEvent]:
        """Return what the dealer and the bots do from here until a person is waited for, unwritten."""
        events: list[TableEvent] = []
        while True:
            moves = await self._bots_moves(table, gameplay.bots_to_act(table))
            now = autoplay.apply(table, moves=moves) if moves else autoplay.dealers_turn(table)
            if not now:
                return events
            table = reduce(apply_event, now, table)
            events += now

    async def look_after(self, table_id: str) -> None:
        """Play for those at a table whose time is up; another process may have been quicker."""
        # Even where no other process should have written to it.
        table = await self._log.read(table_id)
        moves = await self._moves_in_time(table)
        began = autoplay.new_game()
        table = await self._door.command(table_id, lambda now: clock.time_up(now, self._now(), moves, began))
        self.drive(table)

    async def close(self) -> None:
        """Stop the dealer and the bots of all tables."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # -------------------------------------------------------------- inside

    def _driven(self, table_id: str, done: asyncio.Task[None]) -> None:
        if self._tasks.get(table_id) is done:
            del self._tasks[table_id]
        if not done.cancelled() and done.exception() is not None:
            _LOG.error(
                "The bots of a table stopped; they go on when it is looked at.",
                exc_info=done.exception(),
                extra={"table": name_hash(table_id)},
            )

    async def _run(self, table_id: str) -> None:
        pause = _PAUSE_S
        while True:
            try:
                return await self._run_on(table_id)
            except UnavailableError as error:
                _LOG.warning("The bots of a table wait for the database: %s.", error)
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE_S, 2 * pause)

    async def _run_on(self, table_id: str) -> None:
        table = await self._log.at_hand(table_id)
        while autoplay.moves_by_itself(table):
            waiting = gameplay.bots_to_act(table)
            if waiting:
                moves = await self._bots_moves(table, waiting)
                table = await self._door.command(table_id, partial(autoplay.apply, moves=moves))
            else:
                table = await self._door.command(table_id, autoplay.dealers_turn)

    async def _bots_moves(self, table: Table, waiting: Sequence[tuple[int, str]]) -> autoplay.Moves:
        """Return what these bots would do; `waiting` are their seats and names."""
        state = table.state
        if state is None:
            return ()
        actions = await self._actions(state, waiting, fixed=table.has_fixed_bots)
        moves = zip(waiting, actions, strict=True)
        return tuple((seat, action, state.round, state.turn) for (seat, _), action in moves)

    async def _moves_in_time(self, table: Table) -> clock.Moves:
        """What the bot that stands in would do for those whose time is up."""
        state = table.state
        if state is None:
            return {}
        seats, kind = clock.late(table, self._now()), table.config.stand_in
        if state.phase == "flip":
            return dict.fromkeys(seats, (None, state.round, state.turn))
        actions = await self._actions(state, [(seat, kind) for seat in seats])
        return {seat: (each, state.round, state.turn) for seat, each in zip(seats, actions, strict=True)}

    async def _actions(
        self, state: State, asked: Sequence[tuple[int, str]], *, fixed: bool = False
    ) -> list[Action]:
        """What these bots would do on their seats, all asked at once; `fixed` by the position alone."""
        move = self._bot_pool.fixed_move if fixed else self._bot_pool.move
        return await asyncio.gather(*(move(kind, state, seat) for seat, kind in asked))
