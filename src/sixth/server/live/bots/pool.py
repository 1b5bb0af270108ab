"""The pool of threads in which bots choose their moves, beside the event loop.

A move is due when its bot's budget (`sixth.bots.budget`) is over, counted from the request, however long that
waited for a thread. So the more bots wait, the less time each has to search; with none left it plays as its
policy says.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf
from threading import Thread
from time import monotonic
from typing import Final

from sixth import bots
from sixth.processors import cores
from sixth.rules.events import Action
from sixth.rules.state import State
from sixth.rules.view import View, view
from sixth.server.core.metrics import NO_COUNTERS, Counters
from sixth.server.core.refusals import Busy
from sixth.server.live.bots.time_slices import Job, TimeSlices

STAND_IN: Final = "careful"
"""The bot that plays for bots whose kernels are not ready yet."""

_LOOK_EVERY_S: Final = 0.1
"""Seconds between two looks at whether kernels are ready."""

_FIXED_MOVES: Final = 4096
"""Moves in the cache of those that follow from the position alone."""

_LOG = logging.getLogger(__name__)


class BotPool:
    """Threads in which the bots of all tables choose their moves; by default one a processor."""

    def __init__(self, threads: int | None = None, counters: Counters = NO_COUNTERS) -> None:
        threads = threads or cores()
        self._counters = counters
        self.busy = 0
        """The number of bots that are choosing a move."""
        self._time_slices = TimeSlices(threads)
        self._deep = ThreadPoolExecutor(threads, "sixth-thinks")
        # Bots that answer at once do not wait for those that search.
        self._quick = ThreadPoolExecutor(threads, "sixth-plays")
        self._fixed: OrderedDict[tuple[str, View], asyncio.Future[Action]] = OrderedDict()

    def get_ready(self) -> None:
        """Compile or load kernels in a thread; `STAND_IN` plays for bots whose kernels are not ready."""
        # As a daemon the thread does not hold up the end of the server.
        Thread(target=_get_ready, name="sixth-gets-ready", daemon=True).start()

    async def move(self, bot: str, state: State, seat: int) -> Action:
        """Return the action of a new bot of this name on `seat`, whose turn it is.

        A bot of an older log that needs the extra `fast` plays as `bots.here` says.
        """
        bot, began = bots.here(bot), monotonic()
        name = bot if bots.is_ready([bot]) else STAND_IN
        self.busy += 1
        try:
            action = await self._move(name, state, seat)
        finally:
            self.busy -= 1
        self._counters.count_bot_move(name, monotonic() - began)
        return action

    async def fixed_move(self, bot: str, state: State, seat: int) -> Action:
        """Return the action on `seat` of a bot that plays by the position alone, without a time limit.

        Wait until its kernels are ready, as no other bot plays for it. The action in a position is computed
        once for all tables.
        """
        bot = bots.here(bot)
        key = bot, view(state, seat)
        await self.until_ready(bot)
        action = self._fixed.get(key)
        if action is None or action.cancelled() or (action.done() and action.exception()):
            loop = asyncio.get_running_loop()
            threads = self._deep if bots.budget(bot) else self._quick
            action = loop.run_in_executor(threads, lambda: bots.make(bot, seed=0).act(key[1]))
            self._fixed[key] = action
            if len(self._fixed) > _FIXED_MOVES:
                self._fixed.popitem(last=False)
        self._fixed.move_to_end(key)
        return await asyncio.shield(action)

    async def until_ready(self, bot: str, *, patience_s: float = inf) -> None:
        """Wait until a bot of this name can play; after `patience_s` seconds raise a refusal."""
        until = monotonic() + patience_s
        while not bots.is_ready([bot]):
            if monotonic() > until:
                raise Busy("busy", "The bots are still getting ready; please try again in a moment.")
            await asyncio.sleep(_LOOK_EVERY_S)

    async def _move(self, name: str, state: State, seat: int) -> Action:
        loop, budget = asyncio.get_running_loop(), bots.budget(name)
        if not budget:
            return await loop.run_in_executor(self._quick, _move, name, state, seat, None)
        job = self._time_slices.ask(budget)
        try:
            return await loop.run_in_executor(self._deep, self._search, name, state, seat, job)
        finally:
            self._time_slices.end(job)

    def close(self) -> None:
        """End the threads, and cancel moves that wait for one."""
        for pool in (self._deep, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)

    def _search(self, name: str, state: State, seat: int, job: Job) -> Action:
        self._time_slices.begin(job)
        try:
            return _move(name, state, seat, lambda: self._time_slices.remaining(job))
        finally:
            self._time_slices.end(job)


def _move(name: str, state: State, seat: int, time_left: Callable[[], float] | None) -> Action:
    return bots.make(name, seed=secrets.randbits(53), time_left=time_left).act(view(state, seat))


def _get_ready() -> None:
    began = monotonic()
    try:
        bots.get_ready()
    except Exception:
        _LOG.exception("The bots that calculate cannot be made ready; %s plays for them.", STAND_IN)
    else:
        _LOG.info("The bots that calculate are ready after %.1f seconds.", monotonic() - began)
