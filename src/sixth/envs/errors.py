"""The error of the environments."""


class EnvError(ValueError):
    """An option or an action that an environment does not have; the text is one sentence."""
