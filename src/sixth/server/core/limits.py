"""How often something may be done: what could be flooded is refused for a while, with a kind word.

Counted by a clock that nobody sets: the bucket of each fills as time passes, and is kept as the one moment at
which it will be full again (the generic cell rate algorithm).
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final, Protocol

from sixth.rules.game import Refusal
from sixth.rules.sentence import Sentence
from sixth.server.core.addresses import Network


@dataclass(frozen=True, slots=True)
class Limit:
    """So often in so many `seconds`; all of it may be at once."""

    name: str
    amount: int
    seconds: float


WORDS: Final = Limit("words", 5, 10)
"""Things said by one seat."""

CHANGES: Final = Limit("changes", 30, 10)
"""Changes by one seat to who sits where, how the table is kept and what it chose; each is kept for ever."""

ROUNDS: Final = Limit("rounds", 30, 60)
"""Games and rounds that one seat begins; where bots play, each is some hundred events at once."""

COACHED: Final = Limit("coached", 40, 60)
"""Turns and rounds of which one seat asks what they were worth; each reads the log of its table."""

OFTEN: Final = Sentence("You're going a bit too fast. Wait a moment and try again.")


class TooOftenError(Refusal):
    """It was done too often, and may be done again in so many `seconds`."""

    def __init__(self, seconds: float, sentence: Sentence = OFTEN) -> None:
        super().__init__("too-many", sentence)
        self.seconds = seconds


class LocalCounts:
    """How often each has done something of late, in this process."""

    _ROOM: Final = 1000
    _GRAIN: Final = 1e-6

    def __init__(self, ticks: Callable[[], float] = monotonic) -> None:
        self._ticks = ticks
        self._full_at: dict[str, float] = {}
        self._room = self._ROOM

    def wait(self, limit: Limit, key: str) -> float:
        """Count one more, unless it was too often: then the seconds until it is not any more."""
        now = self._ticks()
        full_at = max(now, self._full_at.get(key, now)) + limit.seconds / limit.amount
        if full_at > now + limit.seconds + self._GRAIN:
            return full_at - now - limit.seconds
        self._full_at[key] = full_at
        if len(self._full_at) > self._room:
            self._forget(now)
        return 0

    def _forget(self, now: float) -> None:
        """Forget all who have done nothing for so long that it makes no difference."""
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        self._room = 2 * len(self._full_at) + self._ROOM


class SharedCounts(Protocol):
    """Where processes count together."""

    async def wait(self, limit: Limit, key: str) -> float | None:
        """Count one more, as `LocalCounts.wait` does; None where nobody can count just now."""


class RateLimiter:
    """Counts how often each has done something of late: with other processes if it can, else here."""

    def __init__(self, shared: SharedCounts | None = None, ticks: Callable[[], float] = monotonic) -> None:
        self._shared = shared
        self._here = LocalCounts(ticks)

    async def wait(self, limit: Limit, *who: str | Network) -> float:
        """Count one more, unless it was too often: then the seconds until it is not any more.

        What counts by a network that is unlimited is not counted: it is never too often.
        """
        if any(isinstance(each, Network) and each.unlimited for each in who):
            return 0
        key = ":".join((limit.name, *(each.name if isinstance(each, Network) else each for each in who)))
        found = await self._shared.wait(limit, key) if self._shared else None
        return self._here.wait(limit, key) if found is None else found

    async def check(self, limit: Limit, *who: str | Network) -> None:
        """Count one more, as `wait` does.

        Raises:
            TooOftenError: it was too often; what was asked for is not to be done.
        """
        if seconds := await self.wait(limit, *who):
            raise TooOftenError(seconds)
