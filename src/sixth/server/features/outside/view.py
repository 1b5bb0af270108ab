"""The bots from outside that the host of a table may invite, as its page shows them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.server.features.outside.invitations import Registration
from sixth.server.features.outside.text import results_text
from sixth.server.table.view import TableView

_MAX_SHOWN: Final = 12


class InvitableBot(NamedTuple):
    """A bot, who runs it, and its results in words."""

    id: str
    name: str
    run_by: str
    results: str


def may_invite(seen: TableView) -> bool:
    """Return whether the viewer may invite bots from outside to this table."""
    hosts = seen.seat is not None and seen.seat == seen.host
    return hosts and seen.config.outside and seen.view is None and None in seen.sitters


def invitable_bots(seen: TableView, bots: Sequence[Registration]) -> tuple[InvitableBot, ...]:
    """Return which of these bots can sit down at this table, those that have played most first."""
    names = {who.name for who in seen.sitters if who is not None}
    free = sorted((bot for bot in bots if bot.name not in names), key=lambda bot: -bot.results.games)
    return tuple(
        InvitableBot(bot.id, bot.name, bot.run_by, results_text(bot.results)) for bot in free[:_MAX_SHOWN]
    )
