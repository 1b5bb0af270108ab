"""The commands of a table: all requests of a seat, the host or a guest, as frozen values.

`decide` turns a command into events and the table after each of them, or into one refusal. Pure: a `Context`
holds values from outside the table. What each command does is in `gameplay`, `seating` and `clock`. Forms,
the API and the stream of a page read the fields of a command, its sender and its limit here.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, ClassVar, Final, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from sixth.rules import events as rules
from sixth.rules.board import Side
from sixth.rules.cards import FULL_DECK
from sixth.rules.game import Forbidden, Refusal
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.core.limits import CHANGES, CHAT_LINES, ROUNDS, Limit
from sixth.server.table import clock, gameplay, seating
from sixth.server.table.bounds import check_bot, check_bots, check_only_game, check_room
from sixth.server.table.events import MAX_NAME_LENGTH, MAX_TEXT_LENGTH, OUTSIDE, Began, TableEvent
from sixth.server.table.fold import TableStep
from sixth.server.table.identity import clean_message, clean_name, clean_text, seat_of_proof
from sixth.server.table.state import Table

SenderKind = Literal["seat", "host", "guest", "site"]
"""The sender of a command: a seat, the host's seat, anybody who may see the table, or the site itself."""

Number = Annotated[int, Ge(0), Le(1_000_000)]
GameNumber = Annotated[int, Ge(1), Le(1_000_000)]
CardNumber = Annotated[int, Ge(1), Le(FULL_DECK)]
RowNumber = Annotated[int, Ge(0), Le(FULL_DECK)]
TalkKind = Literal["phrase", "reaction", "text"]

MAX_LINE_LENGTH: Final = 200
"""Characters of one chat message."""

SeatNumber = Annotated[int, Ge(0), Le(9)]
BotKind = Annotated[str, MaxLen(40)]
Name = Annotated[str, MinLen(1), MaxLen(MAX_NAME_LENGTH)]
Text = Annotated[str, MaxLen(MAX_TEXT_LENGTH)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The values that a command needs from outside the table.

    `now` is in milliseconds since 1970, UTC. `bots` are the names of all bots that may sit at a table.
    `proof` is the hash of the sender's token. A guest who sits down is of that `kind`, a person or a bot that
    `run_by` runs, and has the shape `mark` if they have chosen one. `began` is a new game with a new secret,
    for a command that may begin one.
    """

    now: int
    bots: Collection[str]
    proof: str = ""
    kind: str = HUMAN
    run_by: str = ""
    mark: int | None = None
    began: Began | None = None

    def new_game(self) -> Began:
        """Return the new game that a command may begin."""
        if self.began is None:
            raise TypeError("The context of a command that begins a game needs the secret of that game.")
        return self.began


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command; `verb` is its name in addresses and in JSON.

    `do` returns its events, from the table, the seat and the fields of the command. `limit` is how often one
    seat (or one address without a seat) may send it; None where the rules of the game are the only limit. A
    command that begins a game or a round also counts for the address. One that may begin a game needs a new
    secret for it.
    """

    verb: ClassVar[str]
    sender: ClassVar[SenderKind] = "seat"
    do: ClassVar[Callable[..., tuple[TableEvent, ...]]]
    limit: ClassVar[Limit | None] = CHANGES
    begins_round: ClassVar[bool] = False
    begins_game: ClassVar[bool] = False

    def __init_subclass__(cls, **values: Any) -> None:
        """Set the class variables where a class gives others."""
        for name, value in values.items():
            setattr(cls, name, value)

    def limit_at(self, table: Table, seat: int | None) -> Limit | None:
        """Return the limit that counts for this command now, from this seat."""
        del table, seat
        return self.limit

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of this command without those that are due after them; () if nothing changes.

        Raises:
            Refusal: the command is not allowed now, or not from this sender.
        """
        seat = seat_of_proof(table, context.proof)
        if seat is None:
            raise no_seat()
        if self.sender == "host":
            seating.check_host(table, seat)
        return self._events_at(table, seat, context)

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of this command from `seat`; subclasses do that, or give a function as `do`."""
        return type(self).do(table, seat, **{each.name: getattr(self, each.name) for each in fields(self)})


@dataclass(frozen=True, slots=True, kw_only=True)
class _InGame(Command):
    game: GameNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class _InTurn(_InGame, limit=None):
    """A command for one turn of one game, whose rules limit how often a seat may act."""

    round: Number
    turn: Number

    def _act(self, action: rules.Action, table: Table, seat: int) -> tuple[TableEvent, ...]:
        return gameplay.act_in_person(table, seat, action, game=self.game, round=self.round, turn=self.turn)


# ------------------------------------------------------------------ playing


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(_InTurn, verb="choose"):
    """Choose a card for the turn; until the reveal another choice replaces it."""

    card: CardNumber

    def limit_at(self, table: Table, seat: int | None) -> Limit | None:
        """Return the limit for a choice that replaces another, as the rules of the game set none."""
        before = None if seat is None else table.own_choice(seat)
        return None if before in (None, self.card) else CHANGES

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        return self._act(rules.Choose(self.card), table, seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick(_InTurn, verb="pick"):
    """Pick a card of the open deck."""

    card: CardNumber

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        return self._act(rules.Pick(self.card), table, seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Take(_InTurn, verb="take"):
    """Take a row; `end` says which end where two places are equally close."""

    row: RowNumber
    end: Side | None = None

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        return self._act(rules.Take(self.row, self.end), table, seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip(_InTurn, verb="flip", do=gameplay.flip):
    """Turn over the top card, in games without a choice of cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRound(_InGame, verb="next", limit=ROUNDS, begins_round=True, do=gameplay.next_round):
    """Be ready for the next round, which is dealt once everybody is."""

    round: Number


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOut(_InGame, verb="play-out", limit=ROUNDS, begins_round=True, do=gameplay.play_out):
    """Have the bots play the game to its end, when the only person at the table is out of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin(_InGame, verb="begin", limit=ROUNDS, begins_round=True, begins_game=True):
    """Begin the first game (the host), or be ready for the next; bots take the free seats."""

    bots: BotKind = seating.MIXED

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        if self.bots not in seating.MIXES:
            check_bot(self.bots, context.bots)
        bots = seating.fill(table, self.bots)
        return gameplay.begin(table, seat, game=self.game, bots=bots, began=context.new_game())


@dataclass(frozen=True, slots=True, kw_only=True)
class AskCoach(_InTurn, verb="coach", limit=CHANGES, do=gameplay.advise):
    """Ask the coach for its choice, where hints are on; everybody sees who asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeCoached(_InGame, verb="coached", do=gameplay.set_coached):
    """Have the coach comment on each turn, or stop that; everybody sees the request."""

    wished: bool


# ------------------------------------------------------------------ seats


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(Command, verb="sit", sender="guest"):
    """Take a free seat, or have a bot's once no round goes on; `text` goes into the next game's shuffles."""

    name: Name
    text: Text = ""

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of a guest who sits down."""
        name, text = clean_name(self.name), clean_text(self.text)
        kind, run_by, mark = context.kind, context.run_by, context.mark
        return seating.sit(table, name, context.proof, kind, run_by=run_by, mark=mark, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Command, verb="leave", sender="guest", do=seating.leave):
    """Leave: before the game the seat is free, in a game a bot plays on. Or give up a seat promised."""

    def events(self, table: Table, context: Context) -> tuple[TableEvent, ...]:
        """Return the events of a seat that leaves, or of a guest who gives up a claim."""
        if table.claim_of(context.proof) is not None:
            return seating.give_up(table, context.proof)
        return Command.events(self, table, context)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack(Command, verb="back", do=seating.come_back):
    """Take one's seat back from the stand-in bot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready(Command, verb="ready", do=seating.set_ready):
    """Be ready for the first game, or no longer ready."""

    ready: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AddText(Command, verb="text", do=gameplay.add_text):
    """Add a text of this seat to the shuffles of the next game; an empty text removes it."""

    text: Text = ""


# ------------------------------------------------------------------ for the host


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBot(Command, verb="bot", sender="host", do=seating.add_bot):
    """Put a bot on a free seat (the host)."""

    seat: SeatNumber
    bot: BotKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove(Command, verb="remove", sender="host"):
    """Remove a bot or a person from the table (the host)."""

    seat: SeatNumber
    name: Name

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        return seating.remove(table, seat, self.seat, self.name, now=context.now)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrange(Command, verb="config", sender="host"):
    """Change the settings of the table, or after a game its rules (the host).

    `config` holds the fields that change; `rules` is None to keep the rules.
    """

    config: dict[str, Any]
    rules: Rules | None = None

    def _events_at(self, table: Table, seat: int, context: Context) -> tuple[TableEvent, ...]:
        return seating.arrange(table, seat, replace(table.config, **self.config), self.rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreTime(_InTurn, verb="more", sender="host", do=clock.give_more_time):
    """Give everybody who must act the time of another turn, once a turn (the host)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Command, verb="say", limit=CHAT_LINES):
    """Send a chat message to everybody at the table; it is not kept, so it makes no event."""

    kind: TalkKind
    said: Annotated[str, MinLen(1), MaxLen(MAX_LINE_LENGTH)]

    def line(self, table: Table, seat: int) -> str:
        """Return the message as everybody at the table may read it.

        Raises:
            Refusal: this seat may not talk at this table, or the text cannot be shown.
        """
        sitter = table.seats[seat].sitter
        if sitter is not None and sitter.kind == OUTSIDE and not table.config.outside_talk:
            raise Forbidden("outside-silent", "Bots from outside do not talk at this table.")
        if self.kind != "text":
            return self.said
        if not table.config.chat:
            raise Forbidden("chat-off", "Free chat is off at this table; set phrases still work.")
        return clean_message(self.said, MAX_LINE_LENGTH)


COMMANDS: Final = (
    *(Choose, Pick, Take, Flip, NextRound, PlayOut, Begin, AskCoach, BeCoached, MoreTime),
    *(Sit, Leave, ComeBack, Ready, AddText),
    *(AddBot, Remove, Arrange, Say),
)
"""All commands that come from outside."""


# ------------------------------------------------------------------ deciding


def decide(table: Table, command: Command, context: Context) -> Sequence[TableStep]:
    """Return the events of `command`, with the table after each of them; () if nothing changes.

    What is due after them is among them, and how the clocks stand.

    Raises:
        Refusal: the command is not allowed now, or not from this sender, or the table has no room for it.
    """
    events = command.events(table, context)
    if not events:
        return ()
    check_bots(events, context.bots)
    check_room(table, events)
    check_only_game(table, events)
    return clock.timed_steps(table, events, context.now)


def no_seat() -> Refusal:
    """Return the refusal for a sender who holds no seat at the table."""
    return Forbidden("no-seat", "You have no seat at this table.")
