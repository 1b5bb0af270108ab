"""Rate limits: what could flood a site is refused for a while, with a kind sentence.

They count by a clock that nobody sets. Each key has a bucket that fills as time passes, stored as the moment
at which it will be full again (the generic cell rate algorithm).
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from sixth.rules.game import Refusal
from sixth.rules.sentence import Sentence
from sixth.server.core.addresses import Network


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of `amount` times in so many `seconds`; all of them may come at once."""

    name: str
    amount: int
    seconds: float


CHAT_LINES: Final = Limit("words", 5, 10)
"""Lines of chat from one seat."""

CHANGES: Final = Limit("changes", 30, 10)
"""Changes by one seat to the seating, the options of the table and its choices; each is stored for ever."""

ROUNDS: Final = Limit("rounds", 30, 60)
"""Games and rounds that one seat begins; a round of bots is some hundred events at once."""

COACHINGS: Final = Limit("coached", 40, 60)
"""Turns and rounds that one seat asks the coach about; each reads the log of its table."""

OFTEN: Final = Sentence("You're going a bit too fast. Wait a moment and try again.")


class TooOftenError(Refusal):
    """A request over a limit; the same request may be sent again in so many `seconds`."""

    def __init__(self, seconds: float, sentence: Sentence = OFTEN) -> None:
        super().__init__("too-many", sentence)
        self.seconds = seconds


class RateLimiter:
    """A counter of requests under limits, in this process, by the clock `ticks` (seconds)."""

    _ROOM: Final = 1000
    _GRAIN: Final = 1e-3
    """Seconds by which hundreds of sums of a large clock may be off."""

    def __init__(self, ticks: Callable[[], float] = monotonic) -> None:
        self._ticks = ticks
        self._full_at: dict[str, float] = {}
        self._room = self._ROOM

    def wait(self, limit: Limit, *who: str | Network) -> float:
        """Count one more and return 0; over the limit, count nothing and return the seconds to wait.

        A key with an unlimited network is never counted.
        """
        if any(isinstance(each, Network) and each.unlimited for each in who):
            return 0
        key = ":".join((limit.name, *(each.name if isinstance(each, Network) else each for each in who)))
        now = self._ticks()
        full_at = max(now, self._full_at.get(key, now)) + limit.seconds / limit.amount
        if full_at > now + limit.seconds + self._GRAIN:
            return full_at - now - limit.seconds
        self._full_at[key] = full_at
        if len(self._full_at) > self._room:
            self._forget(now)
        return 0

    def check(self, limit: Limit, *who: str | Network) -> None:
        """Count one more, as `wait` does, or raise `TooOftenError` if the limit is used up."""
        if seconds := self.wait(limit, *who):
            raise TooOftenError(seconds)

    def _forget(self, now: float) -> None:
        """Drop the keys whose buckets are full again."""
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        self._room = 2 * len(self._full_at) + self._ROOM
