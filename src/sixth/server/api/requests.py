"""What programs may send. Everything else in a body is refused."""

from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field

from sixth.rules.board import Side
from sixth.rules.cards import FULL_DECK
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.server.table.config import LONGEST_BANK_S, LONGEST_TURN_S
from sixth.server.table.seating import MIXED

MAX_SEATS: Final = 10

Words = Annotated[str, Field(max_length=400)]
"""Names and texts; how long they may be is for the table to say."""

Word = Annotated[str, Field(max_length=40)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
Options = Annotated[dict[Word, Annotated[int, Field(ge=0, le=10_000)] | Word], Field(max_length=20)]


class _Strict(BaseModel):
    # Strictly: "1" is no number, and 1 is not true.
    model_config = ConfigDict(extra="forbid", strict=True)


class ConfigRequest(_Strict):
    """How a table is kept; what is left out stays as it is."""

    listed: bool | None = None
    spectators: bool | None = None
    late: bool | None = None
    outside: bool | None = None
    outside_talk: bool | None = None
    helps: bool | None = None
    chat: bool | None = None
    stand_in: Word | None = None
    turn_seconds: Annotated[int, Field(ge=0, le=LONGEST_TURN_S)] | None = None
    bank_seconds: Annotated[int, Field(ge=0, le=LONGEST_BANK_S)] | None = None

    def given(self) -> dict[str, Any]:
        """Return what was given."""
        return self.model_dump(exclude_none=True)


class RulesRequest(_Strict):
    """A named game for so many, with any option changed as on the command line: `"end": "score:33"`."""

    game: Word = "classic"
    seats: Annotated[int, Field(ge=2, le=MAX_SEATS)] = 4
    options: Options = {}


class OpenRequest(RulesRequest):
    """Opening a table, with a seat at it; `bot` is false only where a person plays by this program."""

    name: Words
    bot: bool = True
    config: ConfigRequest = ConfigRequest()


class SitRequest(_Strict):
    """Sitting down; `bot` is false only where a person plays. `text` goes into the next game's shuffles."""

    name: Words
    bot: bool = True
    text: Words = ""


class TextRequest(_Strict):
    """A seat's own text for the shuffles of the next game; an empty one takes it back."""

    text: Words


class ReadyRequest(_Strict):
    """Being ready for the first game, or no longer."""

    ready: bool


class BeginRequest(_Strict):
    """Beginning game number `game` (from 1), or being ready for it; free seats go to `bots`."""

    game: Annotated[int, Field(ge=1, le=1_000_000)]
    bots: Word = MIXED


class GameRequest(_Strict):
    """The game that something is meant for, counted from 1 at each table."""

    game: Annotated[int, Field(ge=1, le=1_000_000)]


class CoachedRequest(GameRequest):
    """Whether the coach is to say what each turn was worth."""

    wished: bool


class NextRequest(GameRequest):
    """Being ready for that round."""

    round: Number


class TurnRequest(NextRequest):
    """The moment that something is meant for; sent again, it changes nothing."""

    turn: Number


Card = Annotated[int, Field(ge=1, le=FULL_DECK)]


class ChooseAction(_Strict):
    """Play this card."""

    choose: Card

    def action(self) -> Action:
        """Return it as the rules know it."""
        return Choose(self.choose)


class PickAction(_Strict):
    """Pick this card of the open deck."""

    pick: Card

    def action(self) -> Action:
        """Return it as the rules know it."""
        return Pick(self.pick)


class TakeAction(_Strict):
    """Take this row; `end` where two places are equally close."""

    take: Annotated[int, Field(ge=0, le=FULL_DECK)]
    end: Side | None = None

    def action(self) -> Action:
        """Return it as the rules know it."""
        return Take(self.take, self.end)


class ActRequest(TurnRequest):
    """One of the actions in `legal`, as a bot of the arena writes it."""

    action: ChooseAction | PickAction | TakeAction


class BotRequest(_Strict):
    """A bot for a free seat."""

    seat: Seat
    bot: Word


class RemoveRequest(_Strict):
    """Whoever has to leave, by seat and name."""

    seat: Seat
    name: Words


class ArrangeRequest(_Strict):
    """How the table is to be kept; `rules` also puts the game that is over away."""

    config: ConfigRequest = ConfigRequest()
    rules: RulesRequest | None = None


class SayRequest(_Strict):
    """Something to say: a phrase, a reaction, or words of one's own."""

    kind: Annotated[str, Field(pattern="^(phrase|reaction|text)$")]
    said: Words


class ReviewRequest(_Strict):
    """The seat whose decisions are to be reviewed."""

    seat: Seat


class DailyRequest(_Strict):
    """Playing the deal of a day; `bot` is false only where a person plays by this program."""

    name: Words
    bot: bool = True


class AgainRequest(_Strict):
    """Playing a game's deals again on `seat`, against `bots`, from where it stood after `at` events."""

    name: Words
    seat: Seat = 0
    bots: Word = MIXED
    at: Number = 0
