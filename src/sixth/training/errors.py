"""Errors of training; the text is one sentence."""

from sixth.errors import CommandError, UsageProblem


class TrainingError(CommandError):
    """A training that is impossible, as with a damaged checkpoint or a missing library."""


class TrainingUsageError(TrainingError, UsageProblem):
    """Options of a training that make no sense."""
