"""Bots and people at tables of any Sixth server: what `sixth join`, `sixth bot` and `sixth play URL` run."""
