"""The driver of tables: it moves for the dealer, for bots, and for players whose time is up."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from sixth import bots
from sixth.rules.events import Action
from sixth.rules.state import State
from sixth.server.core.errors import UnavailableError
from sixth.server.core.logs import name_hash
from sixth.server.core.wall_clock import Now
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.door import Door, Sender, new_game
from sixth.server.live.log import TableLog
from sixth.server.table import clock, gameplay
from sixth.server.table.commands import Context, decide
from sixth.server.table.events import TableEvent
from sixth.server.table.site_commands import EndTurns, GoOn, MoveBots
from sixth.server.table.state import Table

_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 5.0
"""Seconds until moves of bots that could not be kept are tried again, at first and at most."""

_LOG: Final = logging.getLogger(__name__)


class Driver:
    """Sends the moves of the dealer and of the bots in `bot_pool` to `door`; one task a table."""

    def __init__(self, log: TableLog, door: Door, bot_pool: BotPool, now: Now) -> None:
        self._log, self._door, self._bot_pool, self._now = log, door, bot_pool, now
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def drive(self, table: Table) -> asyncio.Task[None] | None:
        """Let the dealer and the bots move if it is their turn; return the task that does so, if any."""
        running = self._tasks.get(table.id)
        if running is not None and not running.done():
            return running
        if not gameplay.moves_by_itself(table):
            return None
        task = asyncio.create_task(self._run(table.id))
        self._tasks[table.id] = task
        task.add_done_callback(partial(self._drop, table.id))
        return task

    async def play_ahead(self, table: Table) -> list[TableEvent]:
        """Return the events of the dealer and the bots until it is a person's turn, without writing them."""
        events: list[TableEvent] = []
        context = Context(now=self._now(), bots=bots.names, began=new_game())
        while steps := decide(table, await self._next_command(table), context):
            table = steps[-1][1]
            events += [event for event, _ in steps]
        return events

    async def look_after(self, table_id: str) -> None:
        """Play for the players of a table whose time is up; another process may have been quicker."""
        table = await self._log.read(table_id)
        end = EndTurns(moves=await self._moves_in_time(table))
        self.drive(await self._door.carry_out(Sender(table_id=table_id), end))

    async def close(self) -> None:
        """Stop the dealer and the bots of all tables."""
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # -------------------------------------------------------------- inside

    def _drop(self, table_id: str, task: asyncio.Task[None]) -> None:
        """Drop a task that has ended, and log its error if it failed."""
        if self._tasks.get(table_id) is task:
            del self._tasks[table_id]
        if not task.cancelled() and task.exception() is not None:
            _LOG.error(
                "The bots of a table stopped; they go on when it is looked at.",
                exc_info=task.exception(),
                extra={"table": name_hash(table_id)},
            )

    async def _run(self, table_id: str) -> None:
        pause = _PAUSE_S
        while True:
            try:
                table = await self._log.cached(table_id)
                while gameplay.moves_by_itself(table):
                    command = await self._next_command(table)
                    table = await self._door.carry_out(Sender(table_id=table_id), command)
            except UnavailableError as error:
                _LOG.warning("The bots of a table wait for the database: %s.", error)
            else:
                return
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE_S, 2 * pause)

    async def _next_command(self, table: Table) -> MoveBots | GoOn:
        """Return what bots that are to act have chosen, else the command for the dealer."""
        waiting, state = gameplay.bots_to_act(table), table.state
        if state is None or not waiting:
            return GoOn()
        actions = await self._actions(state, waiting, fixed=table.has_fixed_bots)
        moves = zip(waiting, actions, strict=True)
        return MoveBots(moves=tuple((seat, action, state.round, state.turn) for (seat, _), action in moves))

    async def _moves_in_time(self, table: Table) -> clock.TimeoutMoves:
        """Return the moves of the stand-in bot for the players whose time is up."""
        state = table.state
        if state is None:
            return {}
        seats, kind = clock.late_seats(table, self._now()), table.config.stand_in
        if state.phase == "flip":
            return dict.fromkeys(seats, (None, state.round, state.turn))
        waiting = [(seat, kind) for seat in seats]
        actions = await self._actions(state, waiting, fixed=table.has_fixed_bots)
        return {seat: (each, state.round, state.turn) for seat, each in zip(seats, actions, strict=True)}

    async def _actions(
        self, state: State, waiting: Sequence[tuple[int, str]], *, fixed: bool = False
    ) -> list[Action]:
        """Return the actions of bots, given by seat and name; `fixed` ones decide by the position alone."""
        move = self._bot_pool.fixed_move if fixed else self._bot_pool.move
        return await asyncio.gather(*(move(kind, state, seat) for seat, kind in waiting))
