"""The daily deal: one deal a day for everybody on a site, promised for all days to come by one number. Pure.

The secrets of the days form a hash chain: the secret of a day is the SHA-256 of the secret of the day after
it. A deal is promised by the SHA-256 of its secret (`sixth.rules.deal`), so what promises the deal of a day
is the secret of the day before, and what promises that of the first day, the anchor, promises all of them.
Whoever knows the secret of a day knows those of all days before it, and of none after it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from sixth.rules.games import GAMES
from sixth.rules.options import End, Rules
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, Opened, Sat, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.seating import fill

METHOD: Final = "sixth-daily/1"

GAME: Final = "classic"
RULES: Final[Rules] = GAMES[GAME].replace(seats=4, end=End("rounds", 1))
"""What is played: one round of four."""

BOT: Final = "policy"
"""Who sits on the three other seats. What it does follows from the position alone: neither time nor luck."""

CHAIN_DAYS: Final = 36_525
"""The days that one chain lasts: a hundred years."""

_DAYS_APART: Final = 100
"""Days between two secrets of a chain that are at hand."""

_CONFIG: Final = TableConfig(spectators=False, late=False, chat=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """The secrets of all days of a site from `begins` on, `last` that of the last. Show nobody this."""

    begins: date
    last: bytes = field(repr=False)

    @property
    def anchor(self) -> str:
        """What promises all deals, in hexadecimal: as if it were the secret of the day before the first."""
        return _hashed_often(self.last, CHAIN_DAYS).hex()

    def number(self, day: date) -> int:
        """Return which day of the chain this is, from 1; for one beyond it less, or more than it has."""
        return (day - self.begins).days + 1

    def secret(self, day: date) -> bytes:
        """Return the secret that the deal of a day follows from, 32 bytes.

        Raises:
            ValueError: the chain does not reach that day.
        """
        number = self.number(day)
        if not 0 <= number <= CHAIN_DAYS:
            raise ValueError(f"{day} is not a day of this chain.")
        return _hashed_often(self.last, CHAIN_DAYS - number)

    def promise(self, day: date) -> str:
        """Return what promises the deal of a day: the secret of the day before, in hexadecimal."""
        return self.secret(day - timedelta(days=1)).hex()


def _hashed_often(secret: bytes, times: int) -> bytes:
    known, more = divmod(times, _DAYS_APART)
    return _hashed(_waypoints(secret)[known], more)


def _hashed(secret: bytes, times: int) -> bytes:
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


@lru_cache(4)
def _waypoints(secret: bytes) -> Sequence[bytes]:
    """Return a secret hashed 0, 100, 200… times, up to the length of a chain.

    To hash it anew for each day that somebody looks at would take ten milliseconds.
    """
    found = [secret]
    for _ in range(CHAIN_DAYS // _DAYS_APART):
        found.append(_hashed(found[-1], _DAYS_APART))
    return found


def daily_opening(
    table_id: str, day: date, secret: bytes, sat: Sat, began: Began, *, practice: bool = False
) -> tuple[TableEvent, ...]:
    """Return how a table begins where the person of `sat` plays the deal of `day`, made of its `secret`."""
    opened = Opened(RULES, secret.hex(), _CONFIG, daily=day.isoformat(), practice=practice)
    return (opened, sat, *fill(fold(table_id, (opened, sat)), BOT), began)
