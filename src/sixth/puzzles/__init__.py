"""Puzzles: positions with one clearly best answer, and its reasons.

`sixth.puzzles.making` is not imported here, so a program that only reads puzzles loads no kernels.
"""

from sixth.puzzles.codec import read_puzzles, shipped, write_puzzles
from sixth.puzzles.puzzle import LEVELS, SOLVED_GAMES, THEMES, AnswerLoss, Puzzle, Theme

__all__ = [
    "LEVELS",
    "SOLVED_GAMES",
    "THEMES",
    "AnswerLoss",
    "Puzzle",
    "Theme",
    "read_puzzles",
    "shipped",
    "write_puzzles",
]
