"""What programs are sent. Times are in UTC; cards, seats and rows are numbers as in records (docs/api.md)."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from sixth.rules.board import Side
from sixth.rules.cards import HeadsTable
from sixth.rules.codec import rules_to_json
from sixth.rules.options import DealKind, EndKind, Ends, Goal, PlayKind
from sixth.rules.state import Phase
from sixth.rules.view_json import view_to_json
from sixth.server.service.models.values import Action, Deck
from sixth.server.table.asks import Asks, asks_of
from sixth.server.table.events import Clocked, Sitter
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

Json = dict[str, Any]


def lines_of(media_type: str) -> dict[int | str, dict[str, Any]]:
    """Return how an answer that is lines of JSON is described; generated clients leave those as they are."""
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return {200: {"content": content, "description": "The lines"}}


class Problem(BaseModel):
    """What is wrong (RFC 9457): `code` stays the same, `detail` is one sentence in the reader's language."""

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str
    code: str


class Done(BaseModel):
    """It is kept, and told to all: the table is at `version` now."""

    version: int


class SeatGiven(Done):
    """A seat, and the token that proves it; `claim` is a bot's seat that is theirs after this round."""

    table: str
    token: str
    seat: int | None
    claim: int | None


def _left_out(schema: Json) -> None:
    """Say in the document that a number may be left out, and is never null."""
    schema |= {"type": "integer"}
    del schema["anyOf"], schema["default"]


Count = Annotated[int | None, Field(exclude_if=lambda count: count is None, json_schema_extra=_left_out)]


class EndShown(BaseModel):
    """When a game ends: at a `limit` of heads, or after so many `rounds`."""

    kind: EndKind
    limit: Count = None
    rounds: Count = None


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
    """The game as somebody may know it (docs/bots.md), without what stands beside it or follows from it."""

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
    history: list[Json]
    past: list[list[int]]
    out_now: list[int]
    winners: list[int]


class _ViewHead(BaseModel):
    view: str
    rules: RulesShown
    seat: int | None


# Whoever reads a view asks for its keys in their order: those of the last base come first.
class GameView(ViewShown, _ViewHead):
    """The game as one seat sees it, as a bot of the arena is sent it (docs/bots.md)."""

    legal: list[Action]


class SitterShown(BaseModel):
    """Who sits somewhere: `kind` is `human`, `outside` for somebody's own bot, or the name of a bot.

    `run_by` is who runs a bot of their own that was invited, by what they say, else "".
    """

    name: str
    kind: str
    run_by: str

    @classmethod
    def of(cls, sitter: Sitter | None) -> "SitterShown | None":
        """Return a sitter as it is shown."""
        return None if sitter is None else cls(name=sitter.name, kind=sitter.kind, run_by=sitter.run_by)


class SeatShown(BaseModel):
    """One seat: who has it, the bot that plays in their place, and who will have it after this round."""

    sitter: SitterShown | None
    stand_in: SitterShown | None
    claimed_by: str | None
    ready: bool


class ConfigShown(BaseModel):
    """How the table is kept."""

    listed: bool
    spectators: bool
    late: bool
    outside: bool
    outside_talk: bool
    helps: bool
    chat: bool
    stand_in: str
    turn_seconds: int
    bank_seconds: int


class ClockShown(BaseModel):
    """How the clocks stand, by seat: when the time of the turn is up, and the milliseconds in reserve.

    `pause` is when the next round or game begins by itself.
    """

    until: list[datetime | None]
    banks: list[int]
    pause: datetime | None
    extended: bool

    @classmethod
    def of(cls, clock: Clocked | None) -> "ClockShown | None":
        """Return the clocks as they are shown."""
        if clock is None:
            return None
        until = [moment(each) for each in clock.until]
        return cls(until=until, banks=list(clock.banks), pause=moment(clock.pause), extended=clock.extended)


class TableFacts(BaseModel):
    """What programs and pages are told of a table; `seat` is that of whoever asks, null for a spectator.

    `game` is the id of the game, `games` counts those begun. `promise` is the fingerprint of the secret that
    this game is dealt from, `next_promise` of the next (fair deals).
    """

    id: str
    code: str
    rules: RulesShown
    config: ConfigShown
    seat: int | None
    host: int | None
    seats: list[SeatShown]
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
    """A table as whoever asks may see it; `asks` is what it asks of them now."""

    version: int
    asks: Asks
    clock: ClockShown | None
    view: GameView | None

    @classmethod
    def of(cls, seen: TableView, code: str) -> "TableShown":
        """Return a table as it is shown to whoever sees `seen`."""
        around = zip(seen.sitters, seen.stand_ins, seen.claims, seen.ready, strict=True)
        return cls(
            id=seen.id,
            version=seen.version,
            code=code,
            rules=RulesShown.model_validate(rules_to_json(seen.rules)),
            config=ConfigShown.model_validate(seen.config, from_attributes=True),
            seat=seen.seat,
            host=seen.host,
            seats=[
                SeatShown(
                    sitter=SitterShown.of(sitter),
                    stand_in=SitterShown.of(bot),
                    claimed_by=claim,
                    ready=ready,
                )
                for sitter, bot, claim, ready in around
            ],
            asks=asks_of(seen),
            games=seen.games,
            game=seen.game_id,
            again=seen.again,
            daily=seen.daily,
            between_rounds=seen.between_rounds,
            waited_for=list(seen.company),
            promise=seen.promise,
            next_promise=seen.next_promise,
            text=seen.text,
            barred=seen.barred,
            missed=seen.missed,
            claim=seen.claim,
            offered=seen.offered,
            advised=[(each.seat, each.round, each.turn) for each in seen.advice],
            clock=ClockShown.of(seen.clock),
            view=None if seen.view is None else GameView.model_validate(view_to_json(seen.view)),
        )


class OpenTable(BaseModel):
    """A table in the list of those that anybody may join; all but `people` of its seats can be had."""

    id: str
    since: datetime
    host: str
    people: int
    rules: RulesShown

    @classmethod
    def of(cls, table: Table, since: datetime) -> "OpenTable":
        """Return a line of the list."""
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
    """A named game with its options for the fewest seats; `players` are the numbers of seats it can have."""

    name: str
    about: str
    players: list[int]


class BotShown(BaseModel):
    """A bot that can have a seat."""

    name: str
    about: str


class AdviceShown(BaseModel):
    """What the coach would answer, and facts of the position that speak for it."""

    best: Action
    reasons: list[str]


class Said(BaseModel):
    """Something in words, in the reader's language."""

    said: str


def moment(milliseconds: int | None) -> datetime | None:
    """Return a time of a clock (milliseconds since 1970) in UTC."""
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)
