"""What the arena refuses, each in one sentence."""


class ArenaError(Exception):
    """An arena cannot be played: a library is missing, say, or a bot does not start."""


class ArenaUsageError(ArenaError):
    """The options of an arena make no sense."""
