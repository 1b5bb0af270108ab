"""What happens at a table, as facts for its log."""

from dataclasses import dataclass
from typing import Final

from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.house import USUAL, House

NAME_LENGTH: Final = 24
TEXT_LENGTH: Final = 200


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: `kind` is `human` or the name of a bot."""

    name: str
    kind: str

    @property
    def human(self) -> bool:
        """Whether a person decides for this seat."""
        return self.kind == HUMAN


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was set up; `secret` (hexadecimal) is what its first game will be dealt from."""

    rules: Rules
    secret: str
    house: House = USUAL


@dataclass(frozen=True, slots=True)
class Arranged:
    """The host decided how the table is kept from now on."""

    house: House


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took a free seat; `token` is the hash of what proves it, None for a bot."""

    seat: int
    name: str
    kind: str
    token: str | None


@dataclass(frozen=True, slots=True)
class Left:
    """A seat became free."""

    seat: int


@dataclass(frozen=True, slots=True)
class Texted:
    """A seat added its own text to the shuffles of the next game."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Began:
    """A game began, dealt from the secret promised; `next_secret` is for the one after it."""

    game: str
    started: str
    next_secret: str


Happening = Opened | Arranged | Sat | Left | Texted | Began | Event
