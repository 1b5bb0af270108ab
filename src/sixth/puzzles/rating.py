"""Ratings and streaks of players with puzzles.

Ratings are Elo's: the difference of the ratings of a player and a puzzle gives the chance to solve it.
`static/puzzles/standing.js` does the same in a browser.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

BEGIN: Final = 1_200
"""The rating of a player before the first puzzle."""
_EASIEST, _STEP = 900, 300
"""The rating of a puzzle of difficulty 1, and the rating that each further level adds."""
SETTLED: Final = 10
"""How many puzzles a rating needs before it says something."""
_SPREAD: Final = 400
_GAIN: Final = 32
"""The most that one puzzle changes a rating."""


def puzzle_rating(difficulty: int) -> int:
    """Return the rating of a puzzle of `difficulty`, 1 (every level finds it) to 5 (none does)."""
    return _EASIEST + _STEP * (difficulty - 1)


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """The rating of a player, the current and the longest streak of solved puzzles, and the puzzles tried."""

    rating: int = BEGIN
    streak: int = 0
    longest: int = 0
    tried: int = 0

    def after(self, difficulty: int, *, solved: bool) -> "PuzzleStanding":
        """Return the standing after a puzzle of `difficulty`."""
        chance = 1 / (1 + 10 ** ((puzzle_rating(difficulty) - self.rating) / _SPREAD))
        streak = self.streak + 1 if solved else 0
        return PuzzleStanding(
            rating=int(self.rating + _GAIN * (solved - chance) + 0.5),
            streak=streak,
            longest=max(self.longest, streak),
            tried=self.tried + 1,
        )


def next_one(difficulties: Sequence[int], tried: Collection[int], rating: int) -> int | None:
    """Return the index of the first puzzle not in `tried` with the nearest rating, or None if all are."""
    rest = [number for number in range(len(difficulties)) if number not in tried]
    return min(rest, key=lambda at: abs(puzzle_rating(difficulties[at]) - rating), default=None)
