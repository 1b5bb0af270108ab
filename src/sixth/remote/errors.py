"""The error of the room, and how a command reports errors of the network."""

from collections.abc import Iterator
from contextlib import contextmanager

from sixth.errors import CommandError
from sixth.i18n import gettext as _


class JoinError(CommandError):
    """A bot or a person cannot play at a table, or cannot play on; the text is one sentence."""


@contextmanager
def refusals(url: str) -> Iterator[None]:
    """Raise errors of the network to `url` as `CommandError`."""
    from httpx2 import TransportError

    try:
        yield
    except TransportError as error:
        raise CommandError(_("There is no answer from {url}.").format(url=url)) from error
