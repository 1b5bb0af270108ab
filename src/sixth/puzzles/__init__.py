"""Puzzles: positions with one answer that is clearly best, and why it is.

What makes them is loaded when it is first used, for who only reads them needs no kernels.
"""

from sixth.puzzles.codec import read_puzzles, shipped, write_puzzles
from sixth.puzzles.puzzle import LEVELS, THEMES, AnswerLoss, Puzzle, Theme

__all__ = [
    "LEVELS",
    "THEMES",
    "AnswerLoss",
    "Puzzle",
    "Theme",
    "read_puzzles",
    "shipped",
    "write_puzzles",
]
