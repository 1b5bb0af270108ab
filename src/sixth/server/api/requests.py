"""Models of the bodies that programs send; unknown fields are refused."""

from typing import Annotated

from pydantic import Field

from sixth.server.protocol.config import MAX_SEATS, ConfigRequest, RulesRequest
from sixth.server.protocol.fields import WHOLE, Strict
from sixth.server.protocol.values import Action
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH

NameField = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
TextField = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]

NumberField = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]
SeatField = Annotated[int, Field(ge=0, lt=MAX_SEATS), WHOLE]


class OpenRequest(RulesRequest):
    """A new table, with a seat at it; `bot` is false only where a person plays with this program."""

    name: NameField
    bot: bool = True
    config: ConfigRequest = ConfigRequest()


class SitRequest(Strict):
    """A seat at a table; `bot` is false only where a person plays. `text` goes into the next shuffles."""

    name: NameField
    bot: bool = True
    text: TextField = ""


class TurnRequest(Strict):
    """The turn that a command is meant for; sent again, it changes nothing."""

    game: Annotated[int, Field(ge=1, le=1_000_000), WHOLE]
    round: NumberField
    turn: NumberField


class ActRequest(TurnRequest):
    """One of the actions in `legal`, as a bot of the arena writes it."""

    action: Action
