"""Models of forms. A form with any other field is refused."""

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from sixth.i18n import LANGUAGES
from sixth.rules.board import Side
from sixth.server.web.middleware.preferences import Cards, ColourTheme, Felt

MAX_SEATS: Final = 10

BROWSER: Final = "browser"
"""The value that stands for the language of the browser."""


class StrictForm(BaseModel):
    """A form that allows no other fields."""

    model_config = ConfigDict(extra="forbid")


_Option = Annotated[str, Field(max_length=40)]


USUAL_LENGTH: Final = "usual"
OWN_LENGTH: Final = "own"


class OptionsForm(StrictForm):
    """The game, its seats and its options; an empty option is that of the named game.

    `length` is `usual`, an end such as `rounds:3`, or `own`, for which the fields `end` and `end_count`
    count.
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
    def length_choice(self) -> str:
        """The length as the page offers it; `usual` if an own length is left empty."""
        return self.length if self.length != OWN_LENGTH or self.end or self.end_count else USUAL_LENGTH


class PaceForm(StrictForm):
    """The form of the pace of a table, and of whether its games are rated."""

    pace: _Option = "none"
    turn_time: _Option = ""
    turn_unit: _Option = "s"
    bank_time: _Option = ""
    bank_unit: _Option = "s"
    rated: bool = False


class OpenForm(OptionsForm, PaceForm):
    """The form of the first page: the game, the bots, and whether to begin at once.

    `how` is `open` from the list of open tables: the game begins at once, and the table stays in that list.
    """

    bots: str = Field(max_length=40)
    name: str = Field("", max_length=20_000)
    listed: bool = False
    helps: bool = False
    how: Literal["play", "invite", "open"]


class SitForm(StrictForm):
    """The form to take a seat at a table."""

    name: str = Field(max_length=20_000)
    text: str = Field("", max_length=20_000)


class TurnForm(StrictForm):
    """The game, round and turn that an action is for."""

    game: int = Field(ge=1, le=1_000_000)
    round: int = Field(ge=0, le=1_000_000)
    turn: int = Field(ge=0, le=1_000_000)


class TakeForm(TurnForm):
    """The choice of a row: its number from 0, with `:left` or `:right` for one of two places."""

    place: str = Field(pattern="^[0-9]{1,3}(:left|:right)?$")

    def row_and_side(self) -> tuple[int, Side | None]:
        """Return the row and, if two places were equally close, its end."""
        row, _, side = self.place.partition(":")
        return int(row), "left" if side == "left" else "right" if side else None


class ConfigForm(OptionsForm, PaceForm):
    """The settings of a table; browsers do not send a box that is not ticked.

    During a game the form has no game, pace or stand-in; all are "" then.
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
    stand_in: _Option = ""


class CheckForm(OpenForm, ConfigForm):
    """The fields of the first page, or of the settings of a table, before a button is pressed."""

    bots: str = Field("", max_length=40)
    how: Literal["play", "invite", "open"] = "invite"


class SayForm(StrictForm):
    """A line of chat: a phrase, a reaction or a text."""

    phrase: str = Field("", max_length=20)
    reaction: str = Field("", max_length=20)
    text: str = Field("", max_length=20_000)


class JoinForm(StrictForm):
    """The form to join by a short code."""

    code: str = Field(max_length=100)


class SettingsForm(StrictForm):
    """Preferences for a browser to keep; None leaves one as it is, and `browser` stands for its language."""

    lang: str | None = Field(None, pattern=f"^({'|'.join(LANGUAGES)}|{BROWSER})$")
    theme: ColourTheme | None = None
    felt: Felt | None = None
    cards: Cards | None = None
    back: str = Field("/", max_length=2_000)
