"""Requests and answers of the API of bots from outside."""

from datetime import UTC, datetime
from typing import Literal

from pydantic import BaseModel

from sixth.server.api.requests import NameField
from sixth.server.features.outside.invitations import Registration
from sixth.server.features.outside.results import MeanEstimate
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


class EstimateShown(BaseModel):
    """A mean, with its 95 % interval."""

    mean: float
    low: float
    high: float


class OutsideShown(BaseModel):
    """A bot from outside: its `id` and `name`, who says that they run it, and since when it is registered.

    It has played `games` on this site, won `won` of them, and did not play `left` of them to the end itself.
    `heads` are those a round, `less` how many fewer than others at its tables; null with too few games.
    """

    id: str
    name: str
    run_by: str
    since: datetime
    games: int
    left: int
    won: int
    rounds: int
    heads: EstimateShown | None
    less: EstimateShown | None

    @classmethod
    def of(cls, bot: Registration) -> "OutsideShown":
        """Return the public fields of a bot."""
        results = bot.results
        figures = {"heads": _estimate(results.mean_heads), "less": _estimate(results.mean_less)}
        since = datetime.fromtimestamp(bot.since / 1000, UTC)
        return cls.model_validate({**bot._asdict(), "since": since, **results._asdict(), **figures})


def _estimate(estimate: MeanEstimate | None) -> EstimateShown | None:
    return None if estimate is None else EstimateShown(**estimate._asdict())


class OutsideRegistered(OutsideShown):
    """A registration with its token, without which no program can act as the bot."""

    token: str
