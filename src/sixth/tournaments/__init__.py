"""Tournaments, at the site and at real tables: the log of one, its seating, its standings and its file.

Everything here is pure: no clock, no input or output. Randomness comes from the seed in the log.
"""
