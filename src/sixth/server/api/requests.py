"""What programs may send. Everything else in a body is refused."""

from typing import Annotated, Literal

from pydantic import Field

from sixth.server.service.models.commands import WHOLE, Strict
from sixth.server.service.models.config import MAX_SEATS, ConfigRequest, RulesRequest
from sixth.server.service.models.values import Action, Word
from sixth.server.table.commands import TalkKind
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH

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


class InviteRequest(Strict):
    """The bot from outside that is to sit down, by its id."""

    bot: Word


class RegisterRequest(Strict):
    """What a bot is called, and who runs it."""

    name: Name
    run_by: Name


class DeclineRequest(Strict):
    """Why a bot does not come: it plays at enough tables, not this game, or not now."""

    why: Literal["busy", "game", "later"]


class SayRequest(Strict):
    """Something to say: a phrase, a reaction, or words of one's own."""

    kind: TalkKind
    said: Annotated[Text, Field(min_length=1)]
