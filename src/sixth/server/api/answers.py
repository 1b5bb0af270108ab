"""Models of the answers to programs. Times are in UTC; cards, seats and rows are numbers as in records."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field
from pydantic.json_schema import models_json_schema

from sixth.rules.board import Side
from sixth.rules.cards import HeadsTable
from sixth.rules.codec import rules_to_json
from sixth.rules.options import DealKind, EndKind, Ends, Goal, PlayKind
from sixth.rules.state import Phase
from sixth.rules.view_json import view_to_json
from sixth.server.protocol.asks import Asks, asks_of
from sixth.server.protocol.state import page_state
from sixth.server.protocol.values import Action, Deck
from sixth.server.table.events import Clocked
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

JsonObject = dict[str, Any]


def lines_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Return the description of an answer of JSON lines, which generated clients do not parse."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return {200: {"content": content, "description": "The lines"}}


class Problem(BaseModel):
    """What is wrong (RFC 9457): `code` stays the same, `detail` is one sentence in the reader's language.

    `field` names the field at fault, if there is one.
    """

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str
    code: str
    field: str = ""


class Done(BaseModel):
    """The command is carried out and kept; the table is at `version` now."""

    version: int


class SeatGiven(Done):
    """A seat, and the token that proves it; `claim` is the seat of a bot that it proves after this round."""

    table: str
    token: str
    seat: int | None
    claim: int | None


def _optional(schema: JsonObject) -> None:
    """Describe a number that may be left out, and is never null."""
    schema |= {"type": "integer"}
    del schema["anyOf"], schema["default"]


OptionalCount = Annotated[
    int | None, Field(exclude_if=lambda count: count is None, json_schema_extra=_optional)
]


class EndShown(BaseModel):
    """The end of a game: at a `limit` of heads, or after a number of `rounds`."""

    kind: EndKind
    limit: OptionalCount = None
    rounds: OptionalCount = None


class RulesShown(BaseModel):
    """Every option of the game, as in a record."""

    seats: int
    deck: Deck
    hand: int
    rows: int
    row_limit: int
    deal: DealKind
    play: PlayKind
    ends: Ends
    heads: HeadsTable
    goal: Goal
    end: EndShown


class ViewShown(BaseModel):
    """The game as one seat or a spectator may know it (docs/bots.md)."""

    round: int
    part: int
    turn: int
    phase: Phase
    actor: int | None
    seats_in: list[int]
    hand: list[int]
    counts: list[int]
    open_hands: list[list[int]]
    chosen: int | None
    has_chosen: list[bool]
    rows: list[list[int]]
    piles: list[list[int]]
    totals: list[int]
    pending: list[tuple[int, int]]
    taking: tuple[int, Side] | None
    open_deck: list[int]
    history: list[JsonObject]
    past: list[list[int]]
    out_now: list[int]
    winners: list[int]


class _ViewHead(BaseModel):
    view: str
    rules: RulesShown
    seat: int | None


# Readers of a view may expect its keys in this order: those of the last base come first.
class GameView(ViewShown, _ViewHead):
    """The game as one seat sees it, in the form that bots of the arena get (docs/bots.md)."""

    legal: list[Action]


class SitterShown(BaseModel):
    """The player of a seat: `kind` is `human`, `outside` for a bot from outside, or the name of a bot.

    `human` is whether a person or a bot from outside decides, not a bot of the site. `run_by` is the person
    who runs a bot from outside that was invited, as they call themselves; else "".
    """

    name: str
    kind: str
    human: bool
    run_by: str


class SeatShown(BaseModel):
    """A seat: its player, the bot that plays in their place, and who gets the seat after this round."""

    sitter: SitterShown | None
    stand_in: SitterShown | None
    claimed_by: str | None
    ready: bool


class ConfigShown(BaseModel):
    """The config of a table."""

    listed: bool
    spectators: bool
    late: bool
    outside: bool
    outside_talk: bool
    helps: bool
    chat: bool
    rated: bool
    matched: bool
    stand_in: str
    turn_seconds: int
    bank_seconds: int


class ClockShown(BaseModel):
    """The clocks, by seat: when the time of the turn is up, and the milliseconds in reserve.

    `pause` is when the next round or game begins by itself.
    """

    until: list[datetime | None]
    banks: list[int]
    pause: datetime | None
    extended: bool

    @classmethod
    def of(cls, clock: Clocked | None) -> "ClockShown | None":
        """Return the model of the clocks."""
        if clock is None:
            return None
        until = [moment(each) for each in clock.until]
        return cls(until=until, banks=list(clock.banks), pause=moment(clock.pause), extended=clock.extended)


class TableFacts(BaseModel):
    """A table without its game; `seat` is the seat of the reader, null for a spectator.

    `game` is the id of the game, `games` the number of games begun. `promise` is the fingerprint of the
    secret that this game is dealt from, `next_promise` that of the next game (docs/fair-deals.md).
    """

    id: str
    code: str
    rules: RulesShown
    config: ConfigShown
    seat: int | None
    host: int | None
    seats: list[SeatShown]
    marks: list[int]
    games: int
    game: str | None
    again: str
    daily: str
    between_rounds: bool
    waited_for: list[int]
    promise: str
    next_promise: str
    text: str
    barred: bool
    missed: int
    claim: int | None
    offered: int | None
    advised: list[tuple[int, int, int]]


class TableShown(TableFacts):
    """A table as the reader may see it; `asks` is what it asks of the reader now."""

    version: int
    asks: Asks
    clock: ClockShown | None
    view: GameView | None

    @classmethod
    def of(cls, view: TableView, code: str) -> "TableShown":
        """Return the model of a table view."""
        shown = page_state(view, code) | {
            "version": view.version,
            "asks": asks_of(view),
            "clock": ClockShown.of(view.clock),
            "view": view.view and view_to_json(view.view),
        }
        return cls.model_validate(shown)


class PageClock(BaseModel):
    """The clocks, as `ClockShown`; times are milliseconds since 1970, UTC."""

    until: list[int | None]
    banks: list[int]
    pause: int | None
    extended: bool


class PageState(TableFacts):
    """The state of a table's page, which a line of the page has under `full`.

    `server.protocol.state` makes it, and the page's scripts have their types from here
    (`scripts/page_types.py`). The page derives the rest (what is asked, which answers are legal). `changed`
    are the options that the host changed last, `coached` the seats that turned the coach's comments on or
    off, in this order. `practice` is whether the day of a daily deal was over.
    """

    practice: bool
    changed: list[str]
    coached: list[tuple[int, bool]]
    clock: PageClock | None
    view: ViewShown | None


def page_schemas() -> dict[str, Any]:
    """Return the schemas of a page's state and of all that it holds, by name, for the document."""
    _, document = models_json_schema([(PageState, "validation")], ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = document["$defs"]
    return schemas


class OpenTable(BaseModel):
    """A table that anybody may join; `people` of its seats are taken by people."""

    id: str
    since: datetime
    host: str
    people: int
    rules: RulesShown

    @classmethod
    def of(cls, table: Table, since: datetime) -> "OpenTable":
        """Return the model of a table that has been open since then."""
        host = table.seats[table.host].sitter if table.host is not None else None
        return cls(
            id=table.id,
            since=since.astimezone(UTC),
            host=host.name if host else "",
            people=table.rules.seats - len(table.vacant),
            rules=RulesShown.model_validate(rules_to_json(table.rules)),
        )


class Found(BaseModel):
    """The table to which a code leads."""

    table: str


class NamedGameShown(RulesShown):
    """A named game with its options for the fewest seats; `players` are its numbers of seats."""

    name: str
    about: str
    players: list[int]


class BotShown(BaseModel):
    """A bot that can have a seat."""

    name: str
    about: str


class ExactLoss(BaseModel):
    """An answer in a position in which every card is known, and what it costs.

    `loss` is in heads against the other seat, if that punishes the answer most; `chance` is the probability
    of the answer in optimal play.
    """

    answer: Action
    loss: float
    chance: float


class AdviceShown(BaseModel):
    """The answer that the coach advises, and its reasons.

    `exact` has the loss of each answer where the coach has proved it; else it is empty.
    """

    best: Action
    reasons: list[str]
    exact: list[ExactLoss]


class Said(BaseModel):
    """A text in the language of the reader."""

    said: str


def moment(milliseconds: int | None) -> datetime | None:
    """Return a time of a clock (milliseconds since 1970) in UTC."""
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)
