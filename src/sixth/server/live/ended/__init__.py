"""Ended games, and the process that does the long work on them."""
