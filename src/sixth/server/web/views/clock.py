"""The clocks that the page of a table shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sixth.i18n import time_left_text
from sixth.server.table.clock import NEXT_GAME_MS, NEXT_ROUND_MS, awaited
from sixth.server.table.view import TableView
from sixth.server.web.text.pace import at_zero_text, mark_text, missed_text, pace_text

_MARKS_S: Final = (30, 10, 5)
"""Seconds left at which one is told."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What somebody has left at `now`: in all, and of that in reserve. All times are in milliseconds.

    `turn` is the whole time of a turn, and `most_bank` the whole reserve.
    """

    now: int
    left: int
    bank: int
    turn: int
    most_bank: int

    @property
    def in_reserve(self) -> bool:
        """Whether the time of the turn itself is up."""
        return self.left <= self.bank

    @property
    def text(self) -> str:
        """What is left of the turn, or else of the reserve, in words."""
        return time_left_text((self.left if self.in_reserve else self.left - self.bank) / 1000)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a table for one viewer.

    `pace` says how long one may think, and `at_zero` what happens when time is up. `times` are what the seats
    have left that the game waits for, and `own` is the viewer's. `may_extend` is whether the viewer may give
    more time. `marks` are what to say when so many seconds are left, and `missed` is a word on turns missed,
    or "".
    """

    pace: str
    at_zero: str
    times: tuple[TimeLeft | None, ...]
    own: TimeLeft | None
    may_extend: bool
    marks: Mapping[int, str]
    missed: str


def clocks(seen: TableView, now: int) -> Clocks | None:
    """Return what the clocks show at `now` (milliseconds since 1970), or None for a table without a clock."""
    if not seen.config.turn_seconds:
        return None
    times = tuple(_time_left(seen, seat, now) for seat in range(seen.rules.seats))
    clock = seen.clock
    may = clock is not None and not clock.extended and seen.seat is not None and seen.seat == seen.host
    return Clocks(
        pace=pace_text(seen.config),
        at_zero=at_zero_text(),
        times=times,
        own=times[seen.seat] if seen.seat is not None else None,
        may_extend=may and (pause(seen, now) is not None or any(times)),
        marks={mark: mark_text(mark) for mark in _MARKS_S},
        missed=missed_text(seen),
    )


def pause(seen: TableView, now: int) -> TimeLeft | None:
    """Return what is left at `now` until the next round or game begins by itself; None where none does."""
    clock, view = seen.clock, seen.view
    if clock is None or clock.pause is None or view is None or not (seen.between_rounds or view.over):
        return None
    whole = NEXT_GAME_MS if view.over else max(NEXT_ROUND_MS, seen.config.turn_seconds * 1000)
    return TimeLeft(now, max(0, clock.pause - now), 0, whole, 0)


def _time_left(seen: TableView, seat: int, now: int) -> TimeLeft | None:
    clock, view, who = seen.clock, seen.view, seen.sitters[seat]
    if clock is None or view is None or view.over or who is None or not who.human:
        return None
    until, bank = clock.until[seat], clock.banks[seat]
    if until is None or seat not in awaited(view) or seen.stand_ins[seat] is not None:
        return None
    left = max(0, until + bank - now)
    return TimeLeft(
        now, left, min(bank, left), seen.config.turn_seconds * 1000, seen.config.bank_seconds * 1000
    )
