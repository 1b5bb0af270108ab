"""The names of deals that everybody on a site gets (`Opened.daily`): those of days and those of boards. Pure.

The deal of a day has its day, "2026-01-31". The deals of a board have its key and their number in it,
"2026-01-31.2" for a board of a day and "2026-W05.3b" for that of a week, of which there are versions.
"""

import re
from contextlib import suppress
from datetime import date, timedelta
from typing import Final, NamedTuple

_DEAL: Final = re.compile(r"(\d{4}-(?:\d\d-\d\d|W\d\d))\.([1-9])([a-z]?)", re.ASCII)
_BOARD: Final = re.compile(r"(\d{4})-(?:(\d\d)-(\d\d)|W(\d\d))", re.ASCII)


class BoardDeal(NamedTuple):
    """A deal of a board: the board's key, the deal's number from 1, and the version, "" for the only one."""

    board: str
    number: int
    version: str

    @property
    def name(self) -> str:
        """The name of the deal."""
        return f"{self.board}.{self.number}{self.version}"

    @property
    def whole(self) -> str:
        """The name of all deals of this version of the board together, which no deal of a day has."""
        return f"{self.board}.0{self.version}"


def board_deal(name: str) -> BoardDeal | None:
    """Return the deal of a board with this name; None for the deal of a day, and for any other text."""
    parts = _DEAL.fullmatch(name)
    return BoardDeal(parts[1], int(parts[2]), parts[3]) if parts and days_of_board(parts[1]) else None


def days_of_board(key: str) -> tuple[date, date] | None:
    """Return the first and the last day of the board with this key; None if that is no key."""
    if parts := _BOARD.fullmatch(key):
        year, month, day, week = (int(each or 0) for each in parts.groups())
        with suppress(ValueError):
            if not parts[4]:
                return date(year, month, day), date(year, month, day)
            first = date.fromisocalendar(year, week, 1)
            return first, first + timedelta(days=6)
    return None


def sealed_until(name: str) -> date | None:
    """Return the day on which all may see the games of a deal; None for a deal that is not sealed.

    Until then the deal of a board is known to nobody who has not played it.
    """
    deal = board_deal(name)
    days = days_of_board(deal.board) if deal else None
    return days[1] + timedelta(days=1) if days else None


def kept_deal(name: str) -> str:
    """Return what results call the game of a deal with this name: "daily" or "board"."""
    return "board" if board_deal(name) else "daily"
