"""What programs may send. Everything else in a body is refused."""

from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field

from sixth import bots
from sixth.rules.games import GAMES
from sixth.rules.options import CHOICES
from sixth.server.api.values import Action, Count, Deck, Word, one_of
from sixth.server.service.command_models import WHOLE, Strict
from sixth.server.table.commands import TalkKind
from sixth.server.table.config import LONGEST_BANK_S, LONGEST_TURN_S
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH
from sixth.server.table.seating import MIXED

MAX_SEATS: Final = 10

Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH)]
Text = Annotated[str, Field(max_length=MAX_TEXT_LENGTH)]

Number = Annotated[int, Field(ge=0, le=1_000_000), WHOLE]
Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS), WHOLE]

Game = Annotated[Word, one_of(GAMES)]
Bot = Annotated[Word, one_of(bots.names)]
Bots = Annotated[Word, one_of((MIXED, *bots.names))]

_END: Final = "^(score|elimination|(rounds|score|elimination):[1-9][0-9]{0,2})$"


class ConfigRequest(Strict):
    """How a table is kept; what is left out stays as it is."""

    listed: bool | None = None
    spectators: bool | None = None
    late: bool | None = None
    outside: bool | None = None
    outside_talk: bool | None = None
    helps: bool | None = None
    chat: bool | None = None
    stand_in: Bots | None = None
    turn_seconds: Annotated[int, Field(ge=0, le=LONGEST_TURN_S), WHOLE] | None = None
    bank_seconds: Annotated[int, Field(ge=0, le=LONGEST_BANK_S), WHOLE] | None = None

    def given(self) -> dict[str, Any]:
        """Return what was given."""
        return self.model_dump(exclude_none=True)


class OptionsRequest(Strict):
    """Options of the game, as on the command line: `"end": "score:33"`; those left out are as in the game."""

    deck: Deck | None = None
    hand: Count | None = None
    rows: Count | None = None
    row_limit: Count | None = None
    deal: Annotated[Word, one_of(get_args(CHOICES["deal"]))] | None = None
    play: Annotated[Word, one_of(get_args(CHOICES["play"]))] | None = None
    ends: Annotated[Word, one_of(get_args(CHOICES["ends"]))] | None = None
    heads: Annotated[Word, one_of(get_args(CHOICES["heads"]))] | None = None
    goal: Annotated[Word, one_of(get_args(CHOICES["goal"]))] | None = None
    end: Annotated[Word, Field(json_schema_extra={"pattern": _END})] | None = None


class RulesRequest(Strict):
    """A named game for so many, with any option changed."""

    game: Game = "classic"
    seats: Annotated[int, Field(ge=2, le=MAX_SEATS), WHOLE] = 4
    options: OptionsRequest = OptionsRequest()


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


class ArrangeRequest(Strict):
    """How the table is to be kept; `rules` also puts the game that is over away."""

    config: ConfigRequest = ConfigRequest()
    rules: RulesRequest | None = None


class SayRequest(Strict):
    """Something to say: a phrase, a reaction, or words of one's own."""

    kind: TalkKind
    said: Annotated[Text, Field(min_length=1)]


class ReviewRequest(Strict):
    """The seat whose decisions are to be reviewed."""

    seat: Seat


class DailyRequest(Strict):
    """Playing the deal of a day; `bot` is false only where a person plays by this program."""

    name: Name
    bot: bool = True


class AgainRequest(Strict):
    """Playing a game's deals again on `seat`, against `bots`, from where it stood after `at` events."""

    name: Name
    seat: Seat = 0
    bots: Bots = MIXED
    at: Number = 0
