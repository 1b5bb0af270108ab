"""The errors of the arena, each with one sentence."""


class ArenaError(Exception):
    """An arena that cannot be played, because a library is missing, for example, or a bot does not start."""


class ArenaUsageError(ArenaError):
    """Options of an arena that do not fit together."""
