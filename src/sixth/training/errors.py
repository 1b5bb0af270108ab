"""What training refuses, each in one sentence."""


class TrainingError(Exception):
    """A training cannot be done: the checkpoint is damaged, say, or a library is missing."""


class TrainingUsageError(TrainingError):
    """The options of a training make no sense."""
