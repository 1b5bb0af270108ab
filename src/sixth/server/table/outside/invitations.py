"""Bots that people run elsewhere, as they have registered, and invitations of them to tables, as values."""

from typing import Final, Literal, NamedTuple

from sixth.server.table.outside.fares import Fares

OPEN: Final = ""
"""How an invitation is answered that nobody has answered yet."""

ACCEPTED: Final = "accepted"
"""It sits at that table."""

LEFT: Final = "left"
"""It did, and does not come back by itself."""

SILENT: Final = "silent"
"""It has not answered in time."""

Refused = Literal["refused", "busy", "game", "later"]
"""Why it does not sit down: the table did not let it, it plays at enough tables, not this game, not now."""


class Registered(NamedTuple):
    """A registration: what the bot is called, who runs it, since when, and how it has fared."""

    id: str
    name: str
    run_by: str
    since: int
    here: bool
    stream: str
    fares: Fares


class Invitation(NamedTuple):
    """An invitation of `bot` to `table`, open until then if the `answer` is `OPEN`."""

    id: str
    bot: str
    table: str
    until: int
    answer: str
