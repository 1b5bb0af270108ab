"""The events of a table, as facts for its log.

A class names its event as in the log and in JSON, and the fields that are public.
"""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from sixth.rules import record
from sixth.rules.events import Event
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.table.config import USUAL, TableConfig

MAX_NAME_LENGTH: Final = 24
MAX_TEXT_LENGTH: Final = 200

StandInReason = Literal["left", "kicked", "time"]
"""Why a bot plays for a person: they left, the host removed them, or their time was up too often."""


OUTSIDE: Final = record.OUTSIDE


@dataclass(frozen=True, slots=True)
class Sitter:
    """The occupant of a seat: `kind` is `human`, `outside`, or the name of one of the site's bots.

    `run_by` is who runs an outside bot, in their own words; "" if unknown. `mark` is the number of the shape
    that a person has chosen, None for one of the table's choice.
    """

    name: str
    kind: str
    run_by: str = ""
    mark: int | None = None

    @property
    def human(self) -> bool:
        """Whether a person or an outside bot decides for the seat, not one of the site's bots."""
        return self.kind in (HUMAN, OUTSIDE)

    @property
    def bot(self) -> bool:
        """Whether a program decides for the seat: a bot of the site or one from outside."""
        return self.kind != HUMAN


class _Own:
    """An event called `event` in the log and in JSON.

    `public` names the fields that everybody who may see the table receives; None for an event that is sent in
    another form, or not at all (`codec.public_to_json`).
    """

    __slots__ = ()
    event: ClassVar[str]
    public: ClassVar[tuple[str, ...] | None] = None

    def __init_subclass__(cls, *, event: str = "", public: tuple[str, ...] | None = None) -> None:
        # `slots` makes each class twice, the second time without these.
        if event:
            cls.event, cls.public = event, public


@dataclass(frozen=True, slots=True)
class Opened(_Own, event="opened"):
    """The table was set up; its first game will be dealt from `secret` (hexadecimal).

    `again` is the id of an earlier game that was dealt from the same secret; "" for a new secret. `daily` is
    the name of the deal that is played here and that everybody gets (`protocol.dealt`), such as the day; ""
    elsewhere. `practice` says that this day was already over.
    """

    rules: Rules
    secret: str
    config: TableConfig = USUAL
    again: str = ""
    daily: str = ""
    practice: bool = False


@dataclass(frozen=True, slots=True)
class Arranged(_Own, event="arranged"):
    """The host changed the settings of the table, or between games its rules.

    `rules` is None if the rules stay. Rules after a game clear it from the table, as before the first game.
    """

    config: TableConfig
    rules: Rules | None = None


@dataclass(frozen=True, slots=True)
class Sat(_Own, event="sat", public=("seat", "name", "kind", "run_by")):
    """A player took a free seat, or a bot's; `token` is the hash of the seat's token, None for a bot.

    `run_by` and `mark` are as in `Sitter`.
    """

    seat: int
    name: str
    kind: str
    token: str | None
    run_by: str = ""
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Claimed(_Own, event="claimed", public=("seat", "name", "kind", "run_by")):
    """A newcomer will take this bot's seat after the round; its fields are those of `Sat`."""

    seat: int
    name: str
    token: str
    kind: str = HUMAN
    run_by: str = ""
    mark: int | None = None


@dataclass(frozen=True, slots=True)
class Moved(_Own, event="moved"):
    """The person on this seat plays in another browser, whose `token` is a hash as in `Sat`."""

    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class Renamed(_Own, event="renamed", public=("seat", "name")):
    """The person on this seat has another name from now on."""

    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Unclaimed(_Own, event="unclaimed", public=("seat",)):
    """A claim of this seat ended; `barred` if the host ended it, who also bars that person from all seats."""

    seat: int
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Left(_Own, event="left", public=("seat",)):
    """A seat became free.

    `at` is when, in milliseconds since 1970, UTC; None in logs of earlier versions.
    """

    seat: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Readied(_Own, event="readied", public=("seat", "ready")):
    """A seat is ready for the next game or round, or no longer ready."""

    seat: int
    ready: bool


@dataclass(frozen=True, slots=True)
class PlayedOut(_Own, event="played-out", public=("seat",)):
    """The person on this seat is out of the game, and had the bots play it to its end."""

    seat: int


@dataclass(frozen=True, slots=True)
class Kicked(_Own, event="kicked", public=("seat",)):
    """The host removed a person, whose token no longer proves the seat, nor lets them sit down again."""

    seat: int


@dataclass(frozen=True, slots=True)
class StoodIn(_Own, event="stood-in", public=("seat", "name", "kind", "why")):
    """A bot called `name` plays for a person since `at` (as in `Left`); the person keeps the seat."""

    seat: int
    name: str
    kind: str
    why: StandInReason
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Returned(_Own, event="returned", public=("seat",)):
    """The person came back and decides for the seat again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Confirmed(_Own, event="confirmed"):
    """The person on this seat chose the card that a bot had chosen for them, which they could not see."""

    seat: int


@dataclass(frozen=True, slots=True)
class Advised(_Own, event="advised", public=("seat", "round", "turn")):
    """The person on this seat asked the coach for its choice in that turn."""

    seat: int
    round: int
    turn: int


@dataclass(frozen=True, slots=True)
class Coached(_Own, event="coached", public=("seat", "wished")):
    """The person on this seat asked the coach to comment on each turn (`wished`), or to stop."""

    seat: int
    wished: bool


@dataclass(frozen=True, slots=True)
class Texted(_Own, event="texted"):
    """A seat added its own text to the shuffles of the next game."""

    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class Began(_Own, event="began"):
    """A game began, dealt from the secret of the table; `next_secret` is for the game after it."""

    game: str
    started: str
    next_secret: str


@dataclass(frozen=True, slots=True)
class Clocked(_Own, event="clocked", public=("until", "banks", "pause", "extended")):
    """The clocks were set; times are milliseconds since 1970, UTC.

    By seat: `until` is when the time of the turn is up (None for a seat that need not act), `banks` the
    reserve after it, in milliseconds. `pause` is when the next round or game begins by itself, `extended`
    whether the host has given more time in this turn.
    """

    at: int
    until: tuple[int | None, ...]
    banks: tuple[int, ...]
    pause: int | None = None
    extended: bool = False


@dataclass(frozen=True, slots=True)
class TimedOut(_Own, event="timed-out", public=("seat",)):
    """The time of this seat was up; a bot decides its next action."""

    seat: int


@dataclass(frozen=True, slots=True)
class Extended(_Own, event="extended", public=()):
    """The host gave everybody the time of another turn."""


ClockEvent = Clocked | TimedOut | Extended

OwnEvent = (
    Opened
    | Arranged
    | Sat
    | Claimed
    | Moved
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
