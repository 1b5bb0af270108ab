"""The five puzzles of a day, the same for everybody."""

from collections.abc import Sequence
from datetime import date
from hashlib import blake2b

from sixth.puzzles.puzzle import LEVELS, Puzzle


def five_of(day: date, puzzles: Sequence[Puzzle]) -> tuple[int, ...]:
    """Return the numbers (from 1) of the puzzles of a day: one of each difficulty, the easiest first.

    A difficulty without puzzles is left out.
    """
    choices = []
    for difficulty in range(1, len(LEVELS) + 2):
        candidates = [number for number, each in enumerate(puzzles, 1) if each.difficulty == difficulty]
        # The choices of `Random` differ between versions of Python.
        digest = blake2b(f"{day.isoformat()} {difficulty}".encode(), digest_size=8).digest()
        if candidates:
            choices.append(candidates[int.from_bytes(digest, "big") % len(candidates)])
    return tuple(choices)
