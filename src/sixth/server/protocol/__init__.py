"""The protocol between a table and its listeners, as JSON: commands, state and lines."""
