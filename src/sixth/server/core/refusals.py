"""Kinds of refusals that only a server makes; `rules.game` has those of the rules and of a table."""

from sixth.rules.game import Refusal


class Unproven(Refusal):
    """A request without the token that it needs, or with an invalid one."""


class NotFound(Refusal):
    """A request for something that does not exist, or that is still secret."""


class Busy(Refusal):
    """A request that the server has no time for just now; a retry in a moment helps."""


class NoRoom(Refusal):
    """A request to store one more of what a site has enough of; a retry in a moment does not help."""
