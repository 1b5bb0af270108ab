"""Tables of four at play, whichever server they are at: who acts when, and how long until all have been told.

A table goes from turn to turn: each person thinks for a time of their own and chooses a card, a player who
has to take a row takes one, and seat 0 asks for the next round. Each kind of `Player` knows how to ask its
server and what the server tells; here a player has a hand, the rows to take from, and the number of the
newest state they have been told of. Nothing else is compared.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

SEATS = 4
SWEEP_S = 5.0
"""Seconds between two looks at whether everything goes on."""

OVERDUE_S = 1.0
"""Seconds after which something is late at the end of the counting, not merely underway."""

LOST_S = 30.0
"""Seconds after which nobody is waited for any more."""


@dataclass
class Counts:
    """What was measured since the counting began."""

    times: list[float] = field(default_factory=list)
    """Seconds from an action until all four had been told."""

    choices: int = 0
    """Cards that were chosen."""

    told_bytes: int = 0
    """What all were told, as it came over their lines."""

    answer_bytes: int = 0
    """What came as an answer to who acted, where that is another line."""

    refused: int = 0
    lost: int = 0
    """Actions of which somebody was not told in time."""

    looked: int = 0
    """How often a whole page or state had to be fetched, as what was told did not say enough."""


class Player(ABC):
    """Somebody at a table, as they see it."""

    table: "Table"

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.version = 0
        self.hand: list[int] = []
        self.places: list[str] = []
        """The rows they may take, while they have to take one."""

        self.moment: object = None
        """The turn that they know of."""

        self.chosen = False
        self.timer: asyncio.TimerHandle | None = None
        """Until what they will do next."""

    @property
    @abstractmethod
    def ended(self) -> bool:
        """Whether they may ask for the next round, or the next game."""

    @abstractmethod
    def choose(self, card: int) -> None:
        """Choose a card."""

    @abstractmethod
    def take(self, place: str) -> None:
        """Take a row."""

    @abstractmethod
    def go_on(self) -> None:
        """Ask for the next round, or the next game."""

    @abstractmethod
    async def look(self) -> None:
        """Fetch what there is to see: the hand, the rows to take."""

    @abstractmethod
    def close(self) -> None:
        """Leave without a word."""


class Flight:
    """An action of which not everybody has been told yet."""

    __slots__ = ("began", "known", "missing")

    def __init__(self, known: int, missing: set[Player]) -> None:
        self.began, self.known, self.missing = perf_counter(), known, missing


class Bench:
    """Tables at one server, and what was measured at them."""

    def __init__(self, pace_s: float, seed: int = 1) -> None:
        self.pace_s = pace_s
        self.rng = Random(seed)
        self.loop = asyncio.get_running_loop()
        self.counts = Counts()
        self.tables: list[Table] = []
        self.playing = False
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, job: Coroutine[Any, Any, None]) -> None:
        """Have this done beside all else."""
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def seat(self, count: int, opened: Callable[[], Awaitable["Table"]], at_once: int = 8) -> None:
        """Have tables opened until there are so many."""
        left = iter(range(count - len(self.tables)))

        async def some() -> None:
            for _ in left:
                self.tables.append(await opened())

        await asyncio.gather(*(some() for _ in range(at_once)))

    def leave(self, count: int) -> None:
        """Have everybody leave all tables but so many."""
        for table in self.tables[count:]:
            table.close()
        del self.tables[count:]

    async def play(self, warm_s: float, seconds: float, measured: Callable[[], None]) -> None:
        """Have all tables play; `measured` is called when the counting begins, and when it ends."""
        self.playing = True
        for table in self.tables:
            table.plan()
        await self._for(warm_s)
        self.counts = Counts()
        measured()
        await self._for(seconds)
        measured()
        self._count_overdue()

    def _count_overdue(self) -> None:
        """Count what should have been told by now: else a server that answers nobody would be quick."""
        now = perf_counter()
        waited = [now - flight.began for table in self.tables for flight in table.flights]
        self.counts.times += [each for each in waited if each > OVERDUE_S]

    async def _for(self, seconds: float) -> None:
        until = perf_counter() + seconds
        while (left := until - perf_counter()) > 0:
            await asyncio.sleep(min(SWEEP_S, left))
            for table in self.tables:
                table.look_after()


class Table:
    """Four people and where they are in a game."""

    def __init__(self, bench: Bench, name: str, players: Sequence[Player]) -> None:
        self.bench, self.name = bench, name
        self.players: list[Player] = []
        self.flights: list[Flight] = []
        self._stands = self._recovering = False
        # Each person acts once in `pace_s`, so a table does four things in that time: the last of four who
        # think together is done after four fifths of the longest time, and who thinks alone after half of it.
        self._together_s = bench.pace_s * (SEATS + 1) / SEATS
        self._alone_s = 2 * bench.pace_s / SEATS
        for player in players:
            self.join(player)

    def join(self, player: Player) -> None:
        """There is one more."""
        self.players.append(player)
        player.table = self

    # -------------------------------------------------------------- what happens next

    def plan(self) -> None:
        """Have those act who can and do not yet, each after a time to think."""
        if self._recovering:
            return
        for player in self.players:
            if player.timer is not None:
                continue
            if player.places:
                self._later(player, self._take, self._alone_s)
            elif player.hand and not player.chosen:
                self._later(player, self._choose, self._together_s)
            elif player.ended:
                self._later(player, type(player).go_on, self._alone_s)

    def turn_began(self, player: Player, moment: object, hand: list[int]) -> None:
        """Somebody is told in which turn they are asked for a card, and their cards, if any are told."""
        if moment != player.moment:
            player.moment, player.chosen = moment, False
            player.hand = hand or player.hand

    def _later(self, player: Player, act: Callable[[Player], None], longest_s: float) -> None:
        if self.bench.playing:
            thinks_s = self.bench.rng.uniform(0, longest_s)
            player.timer = self.bench.loop.call_later(thinks_s, self._act, player, act)

    def _act(self, player: Player, act: Callable[[Player], None]) -> None:
        player.timer = None
        # What is underway already makes a newer state each, which does not tell of this.
        known = max(each.version for each in self.players) + len(self.flights)
        self.flights.append(Flight(known, set(self.players)))
        act(player)

    def _choose(self, player: Player) -> None:
        card = self.bench.rng.choice(player.hand)
        player.hand.remove(card)
        player.chosen = True
        self.bench.counts.choices += 1
        player.choose(card)

    def _take(self, player: Player) -> None:
        place = self.bench.rng.choice(player.places)
        player.places = []
        player.take(place)

    # -------------------------------------------------------------- what is measured

    def heard(self, player: Player, version: int) -> None:
        """Somebody has been told of a newer state."""
        player.version = version
        for flight in self.flights[:]:
            if version > flight.known:
                flight.missing.discard(player)
                if not flight.missing:
                    self.flights.remove(flight)
                    self.bench.counts.times.append(perf_counter() - flight.began)

    def refused(self) -> None:
        """The server would not have it."""
        self.bench.counts.refused += 1
        self.recover()

    def look_after(self) -> None:
        """Wait no longer for what should have been told long ago; called every now and then."""
        if self.flights:
            if self.flights[0].began < perf_counter() - LOST_S:
                self.bench.counts.lost += 1
                self.bench.counts.times.append(LOST_S)
                self.recover()
        elif all(player.timer is None for player in self.players):
            if self._stands:
                self.recover()
            self._stands = True
            return
        self._stands = False

    def recover(self) -> None:
        """Look at everything anew, and go on from there."""
        if not self._recovering:
            self._recovering = True
            self.bench.spawn(self._recover())

    async def _recover(self) -> None:
        self._stop()
        for player in self.players:
            await player.look()
            self.bench.counts.looked += 1
        self._recovering = False
        self.plan()

    def _stop(self) -> None:
        self.flights.clear()
        for player in self.players:
            if player.timer is not None:
                player.timer.cancel()
                player.timer = None

    def close(self) -> None:
        """Have everybody leave."""
        self._stop()
        for player in self.players:
            player.close()
