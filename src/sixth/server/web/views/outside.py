"""The bots from outside that the host of a table may invite, as its page shows them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.server.table.outside.invitations import Registered
from sixth.server.table.view import TableView
from sixth.server.web.text.outside import fares_text

_MAX_SHOWN: Final = 12


class OutsideBot(NamedTuple):
    """A bot, who runs it, and how it has fared."""

    id: str
    name: str
    run_by: str
    fares: str


def invitable(table: TableView, here: Sequence[Registered] | None) -> tuple[OutsideBot, ...] | None:
    """Return the bots from outside that the viewer may invite; those that have played most come first.

    None where they can invite none, whoever is here.
    """
    hosts = table.seat is not None and table.seat == table.host
    if here is None or not (hosts and table.config.outside and table.view is None and None in table.sitters):
        return None
    names = {who.name for who in table.sitters if who is not None}
    free = sorted((each for each in here if each.name not in names), key=lambda each: -each.fares.games)
    return tuple(
        OutsideBot(each.id, each.name, each.run_by, fares_text(each.fares)) for each in free[:_MAX_SHOWN]
    )
