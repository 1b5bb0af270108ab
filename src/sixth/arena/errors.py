"""The errors of the arena, each with one sentence."""

from sixth.errors import CommandError, UsageProblem


class ArenaError(CommandError):
    """An arena that cannot be played, because a bot does not start, for example."""


class ArenaUsageError(ArenaError, UsageProblem):
    """Options of an arena that do not fit together."""
