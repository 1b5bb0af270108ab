"""Errors that any part of the server may raise, and that pages have an answer to."""


class NoTableError(Exception):
    """There is no table of this name."""


class UnavailableError(Exception):
    """The database is unreachable or its disk is full; nothing was written."""


class EndingError(UnavailableError):
    """The server is about to end, so it begins nothing more."""

    def __init__(self) -> None:
        super().__init__("the server is about to end")
