"""Values that programs send as well as see, such as actions: in OpenAPI each is one schema for both."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from sixth.rules.board import Side
from sixth.rules.cards import FULL_DECK
from sixth.server.protocol.fields import WHOLE, Strict
from sixth.server.table import commands

Count = Annotated[int, Field(ge=1, le=10_000), WHOLE]
Word = Annotated[str, Field(max_length=40)]


def one_of(words: Iterable[str]) -> Any:
    """Return a field that the document describes as one of these words; it does not refuse others itself."""
    return Field(json_schema_extra={"enum": [*words]})


class Deck(RootModel[Count | Literal["full", "tactical"]]):
    """The number of cards: `full` for all of them, `tactical` for as many as are dealt."""


CardField = Annotated[int, Field(ge=1, le=FULL_DECK), WHOLE]


class ChooseAction(Strict):
    """Play this card."""

    choose: CardField


class PickAction(Strict):
    """Pick this card of the open deck."""

    pick: CardField


class TakeAction(Strict):
    """Take this row; `end` where two places are equally close."""

    take: Annotated[int, Field(ge=0, le=FULL_DECK), WHOLE]
    # In a view it is there only where it matters, as a bot of the arena reads and writes it.
    end: Annotated[Side | None, Field(exclude_if=lambda end: end is None)] = None


class Action(RootModel[ChooseAction | PickAction | TakeAction]):
    """One of the actions in `legal`, as a bot of the arena writes it."""

    def command(self, **turn: int) -> commands.Command:
        """Return the command for this action in the `turn` of a `round` of a `game`."""
        match self.root:
            case ChooseAction(choose=card):
                return commands.Choose(card=card, **turn)
            case PickAction(pick=card):
                return commands.Pick(card=card, **turn)
            case TakeAction(take=row, end=end):
                return commands.Take(row=row, end=end, **turn)
