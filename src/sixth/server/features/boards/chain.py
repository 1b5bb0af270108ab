"""The daily deal: one deal a day for everybody on a site, promised for all days to come by one number. Pure.

The secrets of the days form a hash chain: the secret of a day is the SHA-256 of the secret of the day after
it. A deal is promised by the SHA-256 of its secret (`sixth.rules.deal`), so what promises the deal of a day
is the secret of the day before, and what promises that of the first day, the anchor, promises all of them.
The secret of a day reveals those of all days before it, and none after it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from sixth import bots
from sixth.rules.deal import Dealer
from sixth.rules.games import GAMES
from sixth.rules.options import End, Rules
from sixth.rules.play import Game
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Began, Opened, Sat, TableEvent
from sixth.server.table.fold import fold
from sixth.server.table.seating import fill

METHOD: Final = "sixth-daily/1"

GAME: Final = "classic"
RULES: Final[Rules] = GAMES[GAME].replace(seats=4, end=End("rounds", 1))
"""The rules of every deal: one round of four."""

BOT: Final = "policy"
"""The bot on the three other seats, whose choices follow from the position alone."""

SEAT: Final = 0
"""The seat of people, so that all have the same hand."""

CHAIN_DAYS: Final = 36_525
"""Days that one chain lasts: a hundred years."""

_DAYS_APART: Final = 100
"""Days between two secrets of a chain that are cached."""

_CONFIG: Final = TableConfig(spectators=False, late=False, chat=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """The chain of a site: its first day, and the secret of its last day, which nobody may see."""

    begins: date
    last: bytes = field(repr=False)

    @property
    def anchor(self) -> str:
        """The promise of all deals, in hexadecimal: the secret of the day before the first."""
        return _hashed_often(self.last, CHAIN_DAYS).hex()

    def number(self, day: date) -> int:
        """Return the number of a day in the chain, from 1; days outside are below 1 or above `CHAIN_DAYS`."""
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
        """Return the promise of the deal of a day: the secret of the day before, in hexadecimal."""
        return self.secret(day - timedelta(days=1)).hex()


def _hashed_often(secret: bytes, times: int) -> bytes:
    index, more = divmod(times, _DAYS_APART)
    return _hashed(_waypoints(secret)[index], more)


def _hashed(secret: bytes, times: int) -> bytes:
    for _ in range(times):
        secret = hashlib.sha256(secret).digest()
    return secret


@lru_cache(4)
def _waypoints(secret: bytes) -> Sequence[bytes]:
    """Return a secret hashed 0, 100, 200… times, up to the length of a chain.

    Hashing from the last day would take ten milliseconds for each day that somebody looks at.
    """
    secrets = [secret]
    for _ in range(CHAIN_DAYS // _DAYS_APART):
        secrets.append(_hashed(secrets[-1], _DAYS_APART))
    return secrets


def opening_of_deal(
    table_id: str, deal: str, secret: bytes, sat: Sat, began: Began, *, practice: bool = False
) -> tuple[TableEvent, ...]:
    """Return the first events of a table on which the player of `sat` plays a deal, by its name."""
    opened = Opened(RULES, secret.hex(), _CONFIG, daily=deal, practice=practice)
    return (opened, sat, *fill(fold(table_id, (opened, sat)), BOT), began)


@lru_cache(64)
def par(secret: bytes) -> int:
    """Return the heads that a fourth bot takes on the seat of people, with the deal of a day's secret.

    The bots go by the position alone, so that is one number and no estimate.
    """
    bot = bots.make(BOT, seed=0)
    game = Game(RULES, dealer=Dealer(secret, ("",) * RULES.seats))
    game.play([bot] * RULES.seats)
    return game.state.totals[SEAT]
