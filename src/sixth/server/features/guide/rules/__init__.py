"""The rules of the named games, with pictures."""
