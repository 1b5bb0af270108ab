"""The five puzzles of a day, the same for everybody."""

from collections.abc import Sequence
from datetime import date
from hashlib import blake2b

from sixth.puzzles.puzzle import LEVELS, Puzzle


def five_of(day: date, puzzles: Sequence[Puzzle]) -> tuple[int, ...]:
    """Return the numbers, counted from 1, of the puzzles of a day: one of each difficulty, the easiest first.

    A difficulty that none of the puzzles has is left out.
    """
    found = []
    for difficulty in range(1, len(LEVELS) + 2):
        fitting = [number for number, each in enumerate(puzzles, 1) if each.difficulty == difficulty]
        # Not `Random`, whose choices differ between versions of Python.
        drawn = blake2b(f"{day.isoformat()} {difficulty}".encode(), digest_size=8).digest()
        if fitting:
            found.append(fitting[int.from_bytes(drawn, "big") % len(fitting)])
    return tuple(found)
