"""What the arena refuses, each in one sentence."""


class ArenaError(Exception):
    """It makes sense, but cannot be done: a file, a library, a bot that does not start."""


class ArenaUsageError(ArenaError):
    """It makes no sense as it was asked for."""
