"""The tables and games of a player."""
