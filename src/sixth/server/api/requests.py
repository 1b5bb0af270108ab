"""What programs may send. Everything else in a body is refused."""

from typing import Annotated

from pydantic import Field

from sixth.server.service.models.commands import WHOLE, Strict
from sixth.server.service.models.config import MAX_SEATS, Bots, ConfigRequest, RulesRequest
from sixth.server.service.models.values import Action
from sixth.server.table.commands import TalkKind
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from sixth.server.table.seating import MIXED

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
Text = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]

Number = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS), WHOLE]


class OpenRequest(RulesRequest):
    """Opening a table, with a seat at it; `bot` is false only where a person plays by this program."""

    name: Name
    bot: bool = True
    config: ConfigRequest = ConfigRequest()


class SitRequest(Strict):
    """Sitting down; `bot` is false only where a person plays. `text` goes into the next game's shuffles."""

    name: Name
    bot: bool = True
    text: Text = ""


class GameRequest(Strict):
    """The game that something is meant for, counted from 1 at each table."""

    game: Annotated[int, Field(ge=1, le=1_000_000), WHOLE]


class TurnRequest(GameRequest):
    """The moment that something is meant for; sent again, it changes nothing."""

    round: Number
    turn: Number


class ActRequest(TurnRequest):
    """One of the actions in `legal`, as a bot of the arena writes it."""

    action: Action


class SayRequest(Strict):
    """Something to say: a phrase, a reaction, or words of one's own."""

    kind: TalkKind
    said: Annotated[Text, Field(min_length=1)]


class ReviewRequest(Strict):
    """The seat whose decisions are to be reviewed."""

    seat: Seat


class AgainRequest(Strict):
    """Playing a game's deals again on `seat`, against `bots`, from where it stood after `at` events."""

    name: Name
    seat: Seat = 0
    bots: Bots = MIXED
    at: Number = 0
