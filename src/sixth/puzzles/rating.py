"""How somebody fares with puzzles: a rating as in chess, and a streak.

The rating is Elo's: how likely one solves a puzzle follows from how far apart the two ratings are.
`static/puzzles/standing.js` does the same in a browser.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

BEGIN: Final = 1_200
"""The rating of somebody who has tried none."""
_EASIEST, _STEP = 900, 300
"""The rating of a puzzle of difficulty 1, and how much each further one has more."""
_SPREAD: Final = 400
_GAIN: Final = 32
"""The most that one puzzle changes a rating."""


def puzzle_rating(difficulty: int) -> int:
    """Return the rating of a puzzle, from 1 (every level finds it) to 5 (none does)."""
    return _EASIEST + _STEP * (difficulty - 1)


@dataclass(frozen=True, slots=True)
class Standing:
    """A rating, how many puzzles were solved in a row up to now, and at most, and how many were tried."""

    rating: int = BEGIN
    streak: int = 0
    longest: int = 0
    tried: int = 0

    def after(self, difficulty: int, *, solved: bool) -> "Standing":
        """Return the standing after a puzzle of this difficulty."""
        expected = 1 / (1 + 10 ** ((puzzle_rating(difficulty) - self.rating) / _SPREAD))
        streak = self.streak + 1 if solved else 0
        return Standing(
            rating=int(self.rating + _GAIN * (solved - expected) + 0.5),
            streak=streak,
            longest=max(self.longest, streak),
            tried=self.tried + 1,
        )


def next_one(difficulties: Sequence[int], tried: Collection[int], rating: int) -> int | None:
    """Return the index of the first puzzle not tried whose rating is nearest; None if all have been."""
    left = [number for number in range(len(difficulties)) if number not in tried]
    return min(left, key=lambda at: abs(puzzle_rating(difficulties[at]) - rating), default=None)
