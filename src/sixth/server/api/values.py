"""Values that programs send as well as see, such as actions: in OpenAPI each is one schema for both."""

from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel

from sixth.rules import events
from sixth.rules.board import Side
from sixth.rules.cards import FULL_DECK


class Strict(BaseModel):
    """What programs send: `"1"` is no number, 1 is not true, and there is nothing that nobody knows."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE: Final = BeforeValidator(_whole)
"""In JSON 1.0 is a whole number, too."""

Count = Annotated[int, Field(ge=1, le=10_000), WHOLE]
Word = Annotated[str, Field(max_length=40)]


def one_of(words: Iterable[str]) -> Any:
    """Say in the document that a word is one of these; whoever refuses another one names them all."""
    return Field(json_schema_extra={"enum": [*words]})


class Deck(RootModel[Count | Literal["full", "tactical"]]):
    """How many cards there are; `full` are all of them, `tactical` as many as are dealt."""


Card = Annotated[int, Field(ge=1, le=FULL_DECK), WHOLE]


class ChooseAction(Strict):
    """Play this card."""

    choose: Card

    def action(self) -> events.Action:
        """Return it as the rules know it."""
        return events.Choose(self.choose)


class PickAction(Strict):
    """Pick this card of the open deck."""

    pick: Card

    def action(self) -> events.Action:
        """Return it as the rules know it."""
        return events.Pick(self.pick)


class TakeAction(Strict):
    """Take this row; `end` where two places are equally close."""

    take: Annotated[int, Field(ge=0, le=FULL_DECK), WHOLE]
    # In a view it is there only where it matters, as a bot of the arena reads and writes it.
    end: Annotated[Side | None, Field(exclude_if=lambda end: end is None)] = None

    def action(self) -> events.Action:
        """Return it as the rules know it."""
        return events.Take(self.take, self.end)


class Action(RootModel[ChooseAction | PickAction | TakeAction]):
    """One of the actions in `legal`, as a bot of the arena writes it."""
