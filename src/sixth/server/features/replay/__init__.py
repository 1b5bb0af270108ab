"""Ended games: replays, records, pictures of results, and tables with the same deals."""
