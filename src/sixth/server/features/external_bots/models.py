"""Requests and answers of the API of bots from outside."""

from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel

from sixth.server.api.requests import NameField
from sixth.server.features.external_bots.invitations import Registration
from sixth.server.protocol.fields import Strict
from sixth.server.protocol.values import Word


class InviteRequest(Strict):
    """The bot from outside that is to sit down, by its id."""

    bot: Word


class RegisterRequest(Strict):
    """The name of a bot, and who runs it."""

    name: NameField
    run_by: NameField


class DeclineRequest(Strict):
    """Why a bot does not come: it plays at enough tables, not this game, or not now."""

    why: Literal["busy", "game", "later"]


class OutsideShown(BaseModel):
    """A bot from outside: its `id` and `name`, who says that they run it, and since when it is registered."""

    id: str
    name: str
    run_by: str
    since: datetime

    @classmethod
    def of(cls, bot: Registration) -> "OutsideShown":
        """Return the public fields of a bot."""
        since = datetime.fromtimestamp(bot.since / 1000, UTC)
        return cls(id=bot.id, name=bot.name, run_by=bot.run_by, since=since)


class OutsideRegistered(OutsideShown):
    """A registration with its token, without which no program can act as the bot."""

    token: str
