"""What training refuses, each in one sentence."""


class LearnError(Exception):
    """It cannot be done: a damaged checkpoint, another training's folder, a library that is not there."""


class LearnUsageError(LearnError):
    """It makes no sense as it was asked for."""
