"""What programs are sent of bots from outside."""

from datetime import UTC, datetime

from pydantic import BaseModel

from sixth.server.table.outside.fares import Estimate
from sixth.server.table.outside.invitations import Registered


class EstimateShown(BaseModel):
    """A mean, with its 95 % interval."""

    mean: float
    low: float
    high: float


class OutsideShown(BaseModel):
    """A bot from outside: its `id`, what it is called, who runs it by what they say, since when it is here.

    `games` are those that this site saw it play, `left` of them it did not play to the end itself, `won` it
    won. `heads` are those a round, `less` how many fewer than others at its tables; null with too few games.
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
    def of(cls, bot: Registered) -> "OutsideShown":
        """Return a bot as it is shown."""
        fares = bot.fares
        return cls(
            id=bot.id,
            name=bot.name,
            run_by=bot.run_by,
            since=datetime.fromtimestamp(bot.since / 1000, UTC),
            games=fares.games,
            left=fares.left,
            won=fares.won,
            rounds=fares.rounds,
            heads=_estimate(fares.mean_heads),
            less=_estimate(fares.mean_less),
        )


def _estimate(found: Estimate | None) -> EstimateShown | None:
    return None if found is None else EstimateShown(**found._asdict())


class OutsideRegistered(OutsideShown):
    """A bot that has registered, with the token that proves it; only whoever has it can be that bot."""

    token: str
