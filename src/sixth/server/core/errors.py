"""What every room of the server may run into, and the pages have an answer to."""


class NoTableError(Exception):
    """There is no table of that name."""


class UnavailableError(Exception):
    """The database does not do its work just now: it is away, or its disk is full; nothing was written."""
