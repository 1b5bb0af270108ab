"""The kinds of refusals that only a server knows; those of the rules and of a table are in `rules.game`."""

from sixth.rules.game import Refusal


class Unproven(Refusal):
    """A request without the token that it needs, or with one that is none."""


class NotFound(Refusal):
    """Something that is not there, or that nobody may know of yet."""


class Busy(Refusal):
    """Something for which a server has no time just now, and has in a moment."""


class NoRoom(Refusal):
    """Something of which a site keeps no more; waiting a moment does not help."""
