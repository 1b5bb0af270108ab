"""The seats of a table, its guests and their claims, as values. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from sixth.server.table.events import Sitter

MARKS: Final = 10
"""Shapes of players, each with its colour: one for each seat of the largest table."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person who sat down with the token of this hash.

    `left_at` is when they left, in milliseconds since 1970, UTC; None while they are here, and in logs of
    earlier versions.
    """

    token: str
    left_at: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a newcomer, with the token of this hash, to a bot's seat after the round."""

    name: str
    token: str
    kind: str
    run_by: str
    mark: int | None = None


class Attendance(NamedTuple):
    """When a game began (ISO 8601), which seats had people `present` then, and which people have `left` it.

    People who come back, and those who are out of the game when they leave, have not left it.
    """

    began_at: str = ""
    present: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()


class SeatState(NamedTuple):
    """A seat of a table, secrets included.

    `token` is a hash, None for a bot and for a person whom the host has removed during a game. `text` is for
    the shuffles of the next game. `stand_in` is the bot that plays for a person who is away and keeps the
    seat. `missed` counts timeouts in a row, `lent` says that a bot plays this turn, `chosen_by_bot` that a
    bot has made the last choice for a person. `claim` is that of the newcomer who will take a bot's seat.
    """

    sitter: Sitter | None = None
    token: str | None = None
    text: str = ""
    ready: bool = False
    stand_in: Sitter | None = None
    missed: int = 0
    lent: bool = False
    chosen_by_bot: bool = False
    claim: Claim | None = None

    def for_game(self) -> "SeatState":
        """Return the seat at the beginning of a game."""
        return SeatState(self.sitter, self.token, stand_in=self.stand_in, claim=self.claim)


@lru_cache(1024)
def marks_of(sitters: tuple[Sitter | None, ...]) -> tuple[int, ...]:
    """Return the number of the shape of each seat, no two the same, from those that people have chosen.

    A shape that was chosen twice is that of the first seat. A seat without one has that of its own number,
    or the first that is free.
    """
    marks: dict[int, int] = {}
    seats = range(len(sitters))
    chosen = [(seat, who.mark if who else None) for seat, who in enumerate(sitters)]
    own = [(seat, seat) for seat in seats]
    free = [(seat, mark) for seat in seats for mark in range(MARKS)]
    for seat, mark in (*chosen, *own, *free):
        if mark is not None and seat not in marks and mark not in marks.values():
            marks[seat] = mark
    return tuple([marks[seat] for seat in seats])


FREE_SEAT: Final = SeatState()
NO_ATTENDANCE: Final = Attendance()


def clear_ready(seats: Iterable[SeatState]) -> tuple[SeatState, ...]:
    """Return these seats, none of them ready."""
    return tuple([each._replace(ready=False) if each.ready else each for each in seats])
