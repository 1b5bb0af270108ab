"""Registrations of bots from outside and their invitations to tables, as values, and what is refused."""

from typing import Final, Literal, NamedTuple

from sixth.rules.game import NotNow, Refusal

OPEN: Final = ""
"""The answer of an invitation that still waits for one."""

ACCEPTED: Final = "accepted"
"""The bot sits at that table."""

SILENT: Final = "silent"
"""The bot has not answered in time."""

Reason = Literal["refused", "busy", "game", "later"]
"""Why a bot declines: the table refused it, it plays at enough tables, not this game, or not now."""


class Registration(NamedTuple):
    """A bot from outside: its name, who runs it, since when it is registered (ms since 1970, UTC).

    `stream` is the id of the stream that it has opened last.
    """

    id: str
    name: str
    run_by: str
    since: int
    stream: str


class Invitation(NamedTuple):
    """An invitation of `bot` to `table`, which takes an answer `until` then (ms since 1970, UTC)."""

    id: str
    bot: str
    table: str
    until: int
    answer: str


def name_taken() -> Refusal:
    """Return the refusal of a name that another bot has."""
    return NotNow("name-taken", "Another bot has that name, or one that looks like it; choose another.")


def declined(name: str, answer: str) -> Refusal:
    """Return what the host reads of a bot that does not come: why it declined, or that it is silent."""
    match answer:
        case "busy":
            return NotNow("bot-declined", "{name} can't join any more tables right now.", name=name)
        case "game":
            return NotNow("bot-declined", "{name} does not play this game.", name=name)
        case "later":
            return NotNow("bot-declined", "{name} isn't playing right now.", name=name)
        case "refused":
            return NotNow("bot-declined", "{name} can't join: no free seat, or its name is taken.", name=name)
    return NotNow("bot-silent", "{name} does not answer; choose another bot.", name=name)
