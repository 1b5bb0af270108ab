"""How often something may be done: what could be flooded is refused for a while, with a kind word."""

from typing import Final

from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from sixth.rules.game import Refusal

CODES: Final = RateLimitItemPerMinute(10)
"""Codes tried from one address: with 160,000 codes nobody finds a table by guessing."""

WORDS: Final = RateLimitItemPerSecond(5, 10)
"""Things said by one seat."""

CHANGES: Final = RateLimitItemPerSecond(30, 10)
"""Changes by one seat to who sits where and how the table is kept; every one of them is kept for ever."""


class Limiter:
    """Counts, in this process, how often each has done something of late."""

    def __init__(self) -> None:
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    def check(self, limit: RateLimitItem, *who: str) -> None:
        """Count one more.

        Raises:
            Refusal: it was too often; what was asked for is not to be done.
        """
        if not self._limiter.hit(limit, type(self).__name__, *who):
            raise Refusal("too-many", "That was a little fast; please wait a moment and try again.")
