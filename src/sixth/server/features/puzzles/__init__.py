"""Puzzles: positions with one answer that is clearly best."""
