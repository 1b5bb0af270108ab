"""What forms may hold. Everything else in a form is refused."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from sixth.i18n import LANGUAGES
from sixth.rules.board import Side
from sixth.server.web.middleware.preferences import Cards, Felt, Theme

MAX_SEATS: Final = 10

BROWSER: Final = "browser"
"""Stands for no language of one's own."""


class StrictForm(BaseModel):
    """A form in which no other fields may stand."""

    model_config = ConfigDict(extra="forbid")


_Option = Annotated[str, Field(max_length=40)]


USUAL_LENGTH: Final = "usual"
OWN_LENGTH: Final = "own"


class OptionsForm(StrictForm):
    """Which game, for how many, and by which options; one that is empty is as the named game says.

    `length` is `usual`, an end such as `rounds:3`, or `own`, where the fields `end` and `end_count` count.
    """

    game: str = Field(max_length=40)
    seats: int
    deck: _Option = ""
    deck_size: _Option = ""
    hand: _Option = ""
    rows: _Option = ""
    row_limit: _Option = ""
    deal: _Option = ""
    play: _Option = ""
    ends: _Option = ""
    heads: _Option = ""
    goal: _Option = ""
    length: _Option = OWN_LENGTH
    end: _Option = ""
    end_count: _Option = ""

    @property
    def shown_length(self) -> str:
        """The length that was chosen, as the page offers it."""
        return self.length if self.length != OWN_LENGTH or self.end or self.end_count else USUAL_LENGTH


class PaceForm(StrictForm):
    """How long one may think."""

    pace: _Option = "none"
    turn_time: _Option = ""
    turn_unit: _Option = "s"
    bank_time: _Option = ""
    bank_unit: _Option = "s"


class OpenForm(OptionsForm, PaceForm):
    """The first page: the game, against whom, and whether to begin at once.

    `open` is pressed in the list of open tables: it begins at once, and stays in that list.
    """

    bots: str = Field(max_length=40)
    name: str = Field("", max_length=20_000)
    listed: bool = False
    helps: bool = False
    how: Literal["play", "invite", "open"]


class CheckForm(OpenForm):
    """The first page, or the settings of a table, before anything was pressed."""

    bots: str = Field("", max_length=40)
    how: Literal["play", "invite", "open"] = "invite"
    spectators: bool = False
    late: bool = False
    outside: bool = False
    outside_talk: bool = False
    chat: bool = False
    stand_in: _Option = ""


class SitForm(StrictForm):
    """Sitting down at somebody's table."""

    name: str = Field(max_length=20_000)
    text: str = Field("", max_length=20_000)


class TurnForm(StrictForm):
    """The game, round and turn that an action is meant for."""

    # Pages that an earlier version drew name no game. At its first a table can mean no other one.
    game: int = Field(1, ge=1, le=1_000_000)
    round: int = Field(ge=0, le=1_000_000)
    turn: int = Field(ge=0, le=1_000_000)


class TakeForm(TurnForm):
    """Deciding a row, written as its number (from 0), with `:left` or `:right` for one of two places."""

    place: str = Field(pattern="^[0-9]{1,3}(:left|:right)?$")

    def row_and_side(self) -> tuple[int, Side | None]:
        """Return the row and, if two places were equally close, the end of it."""
        row, _, side = self.place.partition(":")
        return int(row), "left" if side == "left" else "right" if side else None


class BotForm(StrictForm):
    """Putting a bot on a free seat; `bots` and `game` are of the form that starts the game, too."""

    seat: int = Field(ge=0, lt=MAX_SEATS)
    bot: str = Field("", max_length=40)
    bots: str = Field("", max_length=40)
    game: int = 1


class ConfigForm(OptionsForm, PaceForm):
    """How a table is kept; a box that is not ticked is not sent.

    While a game goes on neither game nor pace nor stand-in is asked for; all are "" then.
    """

    game: str = Field("", max_length=40)
    seats: int = 0
    pace: _Option = ""
    listed: bool = False
    spectators: bool = False
    late: bool = False
    outside: bool = False
    outside_talk: bool = False
    helps: bool = False
    chat: bool = False
    stand_in: str = Field("", max_length=40)


class SayForm(StrictForm):
    """Something said: one of these three."""

    phrase: str = Field("", max_length=20)
    reaction: str = Field("", max_length=20)
    text: str = Field("", max_length=20_000)


class JoinForm(StrictForm):
    """A short code."""

    code: str = Field(max_length=100)


class SettingsForm(StrictForm):
    """What a browser may keep; what is left out stays as it is. `browser` is the language of the browser."""

    lang: str | None = Field(None, pattern=f"^({'|'.join(LANGUAGES)}|{BROWSER})$")
    theme: Theme | None = None
    felt: Felt | None = None
    cards: Cards | None = None
    back: str = Field("/", max_length=2_000)
