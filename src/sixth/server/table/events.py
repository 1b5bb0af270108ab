"""The events of a table, as facts for its log.

`event` is what an event is called in the log and to those who look on. `public` names the fields that
everybody who may look at the table may know; None where it is told in another form, or to nobody
(`codec.public_to_json`).
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table.config import USUAL, TableConfig

MAX_NAME_LENGTH: Final = 24
MAX_TEXT_LENGTH: Final = 200

Why = Literal["left", "kicked", "time"]
"""Why a bot plays for somebody: they left, the host had them leave, or their time was up too often."""


OUTSIDE: Final = "outside"
"""The kind of a bot that somebody runs elsewhere, who plays as people do: by a token."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: `kind` is `human`, `outside` for somebody's own bot, or which bot of ours.

    `run_by` is who runs a bot of their own, by what they say; "" where that is not known.
    """

    name: str
    kind: str
    run_by: str = ""

    @property
    def human(self) -> bool:
        """Whether somebody elsewhere decides for this seat: a person or a bot of theirs, but none of ours."""
        return self.kind in (HUMAN, OUTSIDE)


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was set up; `secret` (hexadecimal) is what its first game will be dealt from.

    `again` is the id of the game, over by then, that was dealt from the same secret before; "" for a new one.
    `daily` is the day whose deal is played here (`features.daily`), as YYYY-MM-DD; "" anywhere else.
    `practice` is whether that day was over by then.
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
    """The host decided how the table is kept from now on, and between games by which rules one plays.

    `rules` is None where those stay as they are. After a game they put it away: people gather again.
    """

    event: ClassVar = "arranged"
    public: ClassVar[tuple[str, ...] | None] = None

    config: TableConfig
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody took a free seat, or one from a bot; `token` is the hash of what proves it, None for a bot.

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
    """Somebody will have this seat, which a bot plays, once no round goes on; `kind`, `token` as in `Sat`."""

    event: ClassVar = "claimed"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name", "kind", "run_by")

    seat: int
    name: str
    token: str
    kind: str = HUMAN
    run_by: str = ""


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """Whoever was to have this seat will not; `barred` if the host decided so, who lets them sit nowhere."""

    event: ClassVar = "unclaimed"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Left:
    """A seat became free.

    `at` is when, in milliseconds since 1970, UTC; None where an earlier version wrote it.
    """

    event: ClassVar = "left"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Readied:
    """A seat said that it is ready for what comes next, a game or a round, or no longer is."""

    event: ClassVar = "readied"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "ready")

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """The person on this seat is out of the game, and wished the bots to play it to its end."""

    event: ClassVar = "played-out"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Kicked:
    """The host had somebody leave: their token proves nothing any more, nor lets them sit down again."""

    event: ClassVar = "kicked"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn:
    """A bot called `name` plays for a person from `at` (as in `Left`) on; the seat stays the person's."""

    event: ClassVar = "stood-in"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "name", "kind", "why")

    seat: int
    name: str
    kind: str
    why: Why
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Returned:
    """The person came back, and decides for the seat again."""

    event: ClassVar = "returned"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Confirmed:
    """The person on this seat chose, without knowing it, the very card that a bot had chosen for them."""

    event: ClassVar = "confirmed"
    public: ClassVar[tuple[str, ...] | None] = None

    seat: int


@dataclass(frozen=True, slots=True)
class Advised:
    """The person on this seat asked the coach what to play in that turn."""

    event: ClassVar = "advised"
    public: ClassVar[tuple[str, ...] | None] = ("seat", "round", "turn")

    seat: int
    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class Coached:
    """The person on this seat wished the coach to say what each turn was worth, or no longer did."""

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
    """A game began, dealt from the secret promised; `next_secret` is for the one after it."""

    event: ClassVar = "began"
    public: ClassVar[tuple[str, ...] | None] = None

    game: str
    started: str
    next_secret: str


@dataclass(frozen=True, slots=True)
class Clocked:
    """How the clocks stand from now on; times are milliseconds since 1970, UTC.

    By seat: `until` is when the time of the turn is up (None for who need not act), `banks` the milliseconds
    in reserve that follow it. `pause` is when the next round or game begins by itself, `extended` whether
    the host has given more time in this turn.
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
    """The time of this seat was up; what it does next was decided by a bot."""

    event: ClassVar = "timed-out"
    public: ClassVar[tuple[str, ...] | None] = ("seat",)

    seat: int


@dataclass(frozen=True, slots=True)
class Extended:
    """The host gave everybody the time of a turn more."""

    event: ClassVar = "extended"
    public: ClassVar[tuple[str, ...] | None] = ()


OfTime = Clocked | TimedOut | Extended
"""What happens to the clocks."""

Own = (
    Opened
    | Arranged
    | Sat
    | Claimed
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
    | OfTime
)
"""What is the table's own, beside the events of its games."""

TableEvent = Own | Event
