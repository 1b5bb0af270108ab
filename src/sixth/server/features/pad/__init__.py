"""The score pad, for a table with real cards."""
