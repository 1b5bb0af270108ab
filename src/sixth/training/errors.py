"""Errors of training; the text is one sentence."""


class TrainingError(Exception):
    """A training that is impossible, as with a damaged checkpoint or a missing library."""


class TrainingUsageError(TrainingError):
    """Options of a training that make no sense."""
