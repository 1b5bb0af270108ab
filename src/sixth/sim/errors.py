"""The error of the simulation."""


class SimError(ValueError):
    """Rules or numbers that the simulation does not take; the text is one sentence on what it does take."""
