"""Sixth in a terminal: playing, watching, simulating; written so that a screen reader reads it well."""
