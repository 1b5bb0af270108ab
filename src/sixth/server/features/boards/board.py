"""Boards: some deals of a day or of a week, for everybody to play alone. Pure.

A board has a secret of its own, from a chain beside that of the daily deals: that of its last day, which is
published once the board is closed. The secrets of its deals follow from it, and none of them leads to
another; so a player of one deal knows nothing of the next.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from sixth.server.core.refusals import NotFound
from sixth.server.features.boards.chain import Chain
from sixth.server.protocol.dealt import BoardDeal, days_of_board

METHOD: Final = "sixth-boards/1"

DAY_DEALS: Final = 4
WEEK_DEALS: Final = 8
"""The deals of a board of a day, and of one of a week."""

WEEK_VERSIONS: Final = "abcd"
"""The versions of a board of a week, so that not all who could tell each other the cards have the same."""


class Board(NamedTuple):
    """A board: its key, "2026-01-31" for a day or "2026-W05" for a week, and its first and last day."""

    key: str
    first: date
    last: date

    @property
    def is_weekly(self) -> bool:
        """Whether it is the board of a week."""
        return self.first != self.last

    @property
    def deals(self) -> int:
        """How many deals it has."""
        return WEEK_DEALS if self.is_weekly else DAY_DEALS

    @property
    def versions(self) -> Sequence[str]:
        """The letters of its versions; "" is the only one of a board of a day."""
        return WEEK_VERSIONS if self.is_weekly else ("",)

    @property
    def before(self) -> "Board":
        """The board before this one."""
        return board_of(self.first - timedelta(days=1), weekly=self.is_weekly)

    def deal(self, number: int, version: str) -> str:
        """Return the name of a deal, by its number from 1."""
        return BoardDeal(self.key, number, version).name

    def whole(self, version: str) -> str:
        """Return the name of all deals of a version together."""
        return BoardDeal(self.key, 0, version).whole

    def names_of(self, number: int) -> list[str]:
        """Return the names of a deal in all versions."""
        return [self.deal(number, version) for version in self.versions]


def board_from_key(key: str) -> Board:
    """Return the board with this key.

    Raises:
        NotFound: that is no key of a board.
    """
    days = days_of_board(key)
    if days is None:
        raise NotFound("no-board", "A board is a day like 2026-01-31 or a week like 2026-W05.")
    return Board(key, *days)


def board_of(day: date, *, weekly: bool) -> Board:
    """Return the board of a day, or that of its week, which begins on Monday."""
    year, week, weekday = day.isocalendar()
    if not weekly:
        return Board(day.isoformat(), day, day)
    first = day - timedelta(days=weekday - 1)
    return Board(f"{year}-W{week:02}", first, first + timedelta(days=6))


def chain_of_boards(chain: Chain) -> Chain:
    """Return the chain of the boards of a site with this chain of daily deals.

    Neither leads to the other but by the secret of the last day, which nobody sees.
    """
    return Chain(chain.begins, hmac.digest(chain.last, METHOD.encode(), hashlib.sha256))


def secret_of_deal(board_secret: bytes, deal: str) -> bytes:
    """Return the secret of a deal, by its name, from that of its board."""
    return hmac.digest(board_secret, deal.encode(), hashlib.sha256)


def version_of(chain: Chain, board: Board, player: str) -> str:
    """Return the version of a board that a player gets, whom a secret text names."""
    digest = hmac.digest(chain.last, f"version {board.key} {player}".encode(), hashlib.sha256)
    return board.versions[digest[0] % len(board.versions)]
