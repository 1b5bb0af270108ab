"""Where bots think: a few threads beside the event loop, however many tables there are.

A move is due when its bot's budget (`sixth.bots.budget`) is over, counted from when it was asked for,
however long it waited for a thread. So where many wait each thinks less, and at last not at all: then the
policy's own liking is its answer.
"""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from threading import Thread
from time import monotonic
from typing import Final, ParamSpec, TypeVar

from sixth import bots
from sixth.coach.account import Advice, Decision, RoundReview
from sixth.coach.positions import Position, Round
from sixth.processors import cores
from sixth.rules.events import Action
from sixth.rules.options import Rules
from sixth.rules.state import State
from sixth.rules.view import View, view
from sixth.server.core.counters import NO_COUNTERS, Counters
from sixth.server.core.refusals import Busy
from sixth.server.service.bots.time_slices import Job, TimeSlices

STAND_IN: Final = "careful"
"""Plays for bots whose kernels are not ready yet."""

_LOOK_EVERY_S: Final = 0.1
"""Until it is looked again whether kernels are ready."""

_FIXED_MOVES: Final = 4096
"""Moves that follow from the position alone, of which so many are at hand."""

T = TypeVar("T")
P = ParamSpec("P")

_LOG = logging.getLogger(__name__)


class BotPool:
    """The threads in which the bots of all tables think, as many as there are processors if not said."""

    def __init__(self, threads: int | None = None, counters: Counters = NO_COUNTERS) -> None:
        threads = threads or cores()
        self._counters = counters
        self.busy = 0
        """How many bots are asked."""
        self._time_slices = TimeSlices(threads)
        self._deep = ThreadPoolExecutor(threads, "sixth-thinks")
        # Bots that answer at once do not wait for those that think.
        self._quick = ThreadPoolExecutor(threads, "sixth-plays")
        self._fixed: OrderedDict[tuple[str, View], asyncio.Future[Action]] = OrderedDict()

    def get_ready(self) -> None:
        """Have kernels compiled or loaded meanwhile; until then `STAND_IN` plays for bots that use them."""
        # As a daemon it does not keep a server that is asked to end from ending.
        Thread(target=_get_ready, name="sixth-gets-ready", daemon=True).start()

    async def move(self, bot: str, state: State, seat: int) -> Action:
        """Return what a new bot of that name does on `seat`, whose turn it is."""
        name, began = bot if bots.is_ready([bot]) else STAND_IN, monotonic()
        self.busy += 1
        try:
            action = await self._move(name, state, seat)
        finally:
            self.busy -= 1
        self._counters.count_bot_move(name, monotonic() - began)
        return action

    async def fixed_move(self, bot: str, state: State, seat: int) -> Action:
        """Return what a bot that plays by the position alone does on `seat`, whose turn it is.

        Nobody plays for it while its kernels are not ready: that is waited for. What it does in a position
        is worked out once for all who come there.
        """
        asked = bot, view(state, seat)
        await self.until_ready(bot)
        known = self._fixed.get(asked)
        if known is None or known.cancelled() or (known.done() and known.exception()):
            loop = asyncio.get_running_loop()
            known = self._fixed[asked] = loop.run_in_executor(self._quick, _fixed_move, *asked)
            if len(self._fixed) > _FIXED_MOVES:
                self._fixed.popitem(last=False)
        self._fixed.move_to_end(asked)
        return await asyncio.shield(known)

    async def until_ready(self, bot: str, *, patience_s: float = inf) -> None:
        """Wait until a bot of that name can play; right after an installation that takes up to a minute.

        Raises:
            Refusal: it takes longer than so many seconds.
        """
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
            return await loop.run_in_executor(self._deep, self._think, name, state, seat, job)
        finally:
            self._time_slices.end(job)

    async def advise(self, view: View) -> Advice:
        """Return what the coach would do, asked what `view` asks.

        Raises:
            Refusal: the coach is not ready yet.
        """
        return await self._coach(_advice, view)

    async def worth(self, position: Position, *, first: bool) -> Decision:
        """Return what an answer was worth; `first` says that a round begins with it.

        Raises:
            Refusal: the coach is not ready yet.
        """
        return await self._coach(_worth, position, first)

    async def account(self, each: Round, rules: Rules) -> RoundReview | Sequence[Decision]:
        """Return the account of a round, or its decisions alone where nobody has measured par.

        Raises:
            Refusal: the coach is not ready yet.
        """
        for number, position in enumerate(each.positions):
            # One after the other, so that bots need not wait for all of them.
            await self.worth(position, first=number == 0)
        return await self._coach(_account, each, rules)

    async def _coach(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        if not bots.is_ready(["champion"]):
            raise Busy("busy", "The coach is still getting ready; please try again in a moment.")
        said = partial(work, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._deep, said)

    def close(self) -> None:
        """Let go of the threads; moves that nobody waits for any more are not made."""
        for pool in (self._deep, self._quick):
            pool.shutdown(wait=False, cancel_futures=True)

    def _think(self, name: str, state: State, seat: int, job: Job) -> Action:
        self._time_slices.begin(job)
        try:
            return _move(name, state, seat, lambda: self._time_slices.left(job))
        finally:
            self._time_slices.end(job)


def _move(name: str, state: State, seat: int, time_left: Callable[[], float] | None) -> Action:
    return bots.make(name, seed=secrets.randbits(53), time_left=time_left).act(view(state, seat))


def _fixed_move(name: str, seen: View) -> Action:
    return bots.make(name, seed=0).act(seen)


# What follows loads kernels, which are there by now.


def _advice(view: View) -> Advice:
    from sixth.coach.advice import advice_for

    return advice_for(view)


def _worth(position: Position, first: bool) -> Decision:  # noqa: FBT001
    from sixth.coach.advice import worth_of

    return worth_of(position, first=first)


def _account(each: Round, rules: Rules) -> RoundReview | Sequence[Decision]:
    from sixth.coach.advice import account_of

    return account_of(each, rules)


def _get_ready() -> None:
    began = monotonic()
    try:
        bots.get_ready()
    except Exception:
        _LOG.exception("The bots that calculate cannot be made ready; %s plays for them.", STAND_IN)
    else:
        _LOG.info("The bots that calculate are ready after %.1f seconds.", monotonic() - began)
