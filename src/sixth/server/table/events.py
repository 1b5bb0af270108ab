"""The events of a table, as facts for its log.

`event` is the name of an event in the log and in JSON. `public` names the fields that everybody who may see
the table receives; None for an event that is sent in another form, or not at all (`codec.public_to_json`).
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table.config import USUAL, TableConfig

MAX_NAME_LENGTH: Final = 24
MAX_TEXT_LENGTH: Final = 200

StandInReason = Literal["left", "kicked", "time"]
"""Why a bot plays for a person: they left, the host removed them, or their time was up too often."""


OUTSIDE: Final = "outside"
"""The kind of an outside bot, which somebody runs elsewhere and which holds a token, as people do."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """The occupant of a seat: `kind` is `human`, `outside`, or the name of one of the site's bots.

    `run_by` is who runs an outside bot, in their own words; "" if unknown.
    """

    name: str
    kind: str
    run_by: str = ""

    @property
    def human(self) -> bool:
        """Whether a person or an outside bot decides for the seat, not one of the site's bots."""
        return self.kind in (HUMAN, OUTSIDE)


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was set up; its first game will be dealt from `secret` (hexadecimal).

    `again` is the id of an earlier game that was dealt from the same secret; "" for a new secret. `daily` is
    the day whose deal is played here (`features.daily`), as YYYY-MM-DD; "" elsewhere. `practice` says that
    this day was already over.
    """

    event: ClassVar = "opened"
    public: ClassVar[tuple[str, ...] | None] = None

    rules: Rules
    secret: str
    config: TableConfig = USUAL
    again: str = ""
    daily: str = ""
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """The host changed the settings of the table, or between games its rules.

    `rules` is None if the rules stay. Rules after a game clear it from the table, as before the first game.
    """

    event: ClassVar = "arranged"
    public: ClassVar[tuple[str, ...] | None] = None

    config: TableConfig
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """A player took a free seat, or a bot's; `token` is the hash of the seat's token, None for a bot.

    `run_by` is as in `Sitter`.
    """

    event: ClassVar = "sat"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name", "kind", "run_by")

    seat: int
    name: str
    kind: str
    token: str | None
    run_by: str = ""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A newcomer will take this bot's seat after the round; `kind` and `token` are as in `Sat`."""

    event: ClassVar = "claimed"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name", "kind", "run_by")

    seat: int
    name: str
    token: str
    kind: str = HUMAN
    run_by: str = ""


@dataclass(frozen=True, slots=True)
class Renamed:
    """The person on this seat has another name from now on."""

    event: ClassVar = "renamed"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name")

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """A claim of this seat ended; `barred` if the host ended it, who also bars that person from all seats."""

    event: ClassVar = "unclaimed"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """A seat became free.

    `at` is when, in milliseconds since 1970, UTC; None in logs of earlier versions.
    """

    event: ClassVar = "left"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat is ready for the next game or round, or no longer ready."""

    event: ClassVar = "readied"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "ready")

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The person on this seat is out of the game, and had the bots play it to its end."""

    event: ClassVar = "played-out"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host removed a person, whose token no longer proves the seat, nor lets them sit down again."""

    event: ClassVar = "kicked"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot called `name` plays for a person since `at` (as in `Left`); the person keeps the seat."""

    event: ClassVar = "stood-in"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name", "kind", "why")

    seat: int
    name: str
    kind: str
    why: StandInReason
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """The person came back and decides for the seat again."""

    event: ClassVar = "returned"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The person on this seat chose the card that a bot had chosen for them, which they could not see."""

    event: ClassVar = "confirmed"
    public: ClassVar[tuple[str, ...] | None] = None

    seat: int


@dataclass(frozen=True, slots=True)
class Advised:
    """The person on this seat asked the coach for its choice in that turn."""

    event: ClassVar = "advised"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "round", "turn")

    seat: int
    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class Coached:
    """The person on this seat asked the coach to comment on each turn (`wished`), or to stop."""

    event: ClassVar = "coached"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "wished")

    seat: int
    wished: bool


@dataclass(frozen=True, slots=True)
class Texted:
    """A seat added its own text to the shuffles of the next game."""

    event: ClassVar = "texted"
    public: ClassVar[tuple[str, ...] | None] = None

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Began:
    """A game began, dealt from the secret of the table; `next_secret` is for the game after it."""

    event: ClassVar = "began"
    public: ClassVar[tuple[str, ...] | None] = None

    game: str
    started: str
    next_secret: str


@dataclass(frozen=True, slots=True)
class Clocked:
    """The clocks were set; times are milliseconds since 1970, UTC.

    By seat: `until` is when the time of the turn is up (None for a seat that need not act), `banks` the
    reserve after it, in milliseconds. `pause` is when the next round or game begins by itself, `extended`
    whether the host has given more time in this turn.
    """

    event: ClassVar = "clocked"
    public: ClassVar[tuple[str, ...] | None] = ("until", "banks", "pause", "extended")

    at: int
    until: tuple[int | None, ...]
    banks: tuple[int, ...]
    pause: int | None = None
    extended: bool = False


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time of this seat was up; a bot decides its next action."""

    event: ClassVar = "timed-out"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The host gave everybody the time of another turn."""

    event: ClassVar = "extended"
    public: ClassVar[tuple[str, ...] | None] = ()


ClockEvent = Clocked | TimedOut | Extended

OwnEvent = (
    Opened
    | Arranged
    | Sat
    | Claimed
    | Renamed
    | Unclaimed
    | Readied
    | PlayedOut
    | Left
    | Kicked
    | StoodIn
    | Returned
    | Confirmed
    | Advised
    | Coached
    | Texted
    | Began
    | ClockEvent
)
"""The table's own events, beside those of its games."""

TableEvent = OwnEvent | Event
