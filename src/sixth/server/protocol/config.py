"""The config and the rules of a table, as programs and pages send them."""

from typing import Annotated, Any, Final, get_args

from pydantic import Field

from sixth import bots
from sixth.rules.game import Impossible
from sixth.rules.games import GAMES, NamedGame
from sixth.rules.option_text import option_from_text
from sixth.rules.options import CHOICES, Rules
from sixth.server.protocol.fields import WHOLE, Strict
from sixth.server.protocol.values import Count, Deck, Word, one_of
from sixth.server.table.bounds import check_rules
from sixth.server.table.commands import Arrange
from sixth.server.table.config import LONGEST_BANK_S, LONGEST_TURN_S
from sixth.server.table.seating import MIXES

MAX_SEATS: Final = 10

GameName = Annotated[Word, one_of(GAMES)]
Bots = Annotated[Word, one_of((*MIXES, *bots.names))]

_END: Final = "^(score|elimination|(rounds|score|elimination):[1-9][0-9]{0,2})$"


class ConfigRequest(Strict):
    """The config of a table; fields that are left out stay as they are."""

    listed: bool | None = None
    spectators: bool | None = None
    late: bool | None = None
    outside: bool | None = None
    outside_talk: bool | None = None
    helps: bool | None = None
    chat: bool | None = None
    rated: bool | None = None
    stand_in: Bots | None = None
    turn_seconds: Annotated[int, Field(ge=0, le=LONGEST_TURN_S), WHOLE] | None = None
    bank_seconds: Annotated[int, Field(ge=0, le=LONGEST_BANK_S), WHOLE] | None = None

    def changes(self) -> dict[str, Any]:
        """Return the fields that were sent."""
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


def game_named(name: str) -> NamedGame:
    """Return the named game `name`, or raise `Impossible` if there is none."""
    if name not in GAMES:
        raise Impossible(
            "no-game", "There is no game of that name; the games are {games}.", games=", ".join(GAMES)
        )
    return GAMES[name]


class RulesRequest(Strict):
    """A named game for a number of seats, with options changed."""

    game: GameName = "classic"
    seats: Annotated[int, Field(ge=2, le=MAX_SEATS), WHOLE] = 4
    options: OptionsRequest = OptionsRequest()

    def to_rules(self) -> Rules:
        """Return the rules.

        Raises:
            Refusal: there is no such game.
            RulesError: an option has no such value, two clash, or a table cannot hold so long a game.
        """
        options = self.options.model_dump(exclude_none=True)
        changes = {name: option_from_text(name, str(value)) for name, value in options.items()}
        rules = game_named(self.game).replace(**{**changes, "seats": self.seats})
        check_rules(rules)
        return rules


class ArrangeRequest(Strict):
    """The config of the table; new `rules` also put away a game that is over."""

    config: ConfigRequest = ConfigRequest()
    rules: RulesRequest | None = None

    def command(self) -> Arrange:
        """Return the command that makes these changes; raise the errors of `RulesRequest.to_rules`."""
        rules = None if self.rules is None else self.rules.to_rules()
        return Arrange(config=self.config.changes(), rules=rules)
