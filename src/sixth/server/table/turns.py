"""Turns of days: the people whom a table waits for, since when, and who has answered since. Pure."""

from collections.abc import Callable, Iterable
from typing import Final

from sixth.rules.events import Chose, Flipped, Picked, Took
from sixth.server.table.clock import people_to_act, turn_key
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Confirmed, Readied, Returned, StoodIn, TableEvent, TimedOut
from sixth.server.table.state import Table

DAY_S: Final = 24 * 3600


def is_slow(config: TableConfig) -> bool:
    """Return whether a turn may last a day or more, so that people are away from the table."""
    return config.turn_seconds >= DAY_S


def awaited_people(table: Table) -> tuple[int, ...]:
    """Return the people whom the table waits for: to act, or between rounds to be ready for the next."""
    if table.between_rounds:
        return tuple(seat for seat in table.company if not table.seats[seat].ready)
    return people_to_act(table)


def began_waiting(table: Table, at: Callable[[int], Table | None]) -> int:
    """Return the version since which the table waits for the same decision as now.

    `at` returns the table at a version, or None where that is too old.
    """
    version, now = table.version, turn_key(table)
    while version > 1 and (before := at(version - 1)) is not None and turn_key(before) == now:
        version -= 1
    return version


def has_answered(events: Iterable[TableEvent], seat: int) -> bool:
    """Return whether the person on this seat acted in these events; a bot's actions for them do not count."""
    lent = stands_in = False
    for event in events:
        match event:
            case TimedOut(who) if who == seat:
                lent = True
            case StoodIn() if event.seat == seat:
                stands_in = True
            case Returned() | Confirmed() | Readied() if event.seat == seat:
                return True
            case Chose() | Picked() | Took() | Flipped() if event.seat == seat:
                if not (lent or stands_in):
                    return True
                lent = False
            case _:
                pass
    return False
