"""One's own tables and games."""
