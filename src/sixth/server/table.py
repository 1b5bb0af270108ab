"""A table as a value: who sits there, the game being played, and the fold of everything that happened.

Pure: what may be done gives happenings or one refusal, as in `sixth.rules`. `look` is what somebody at the
table may see; there is no other way to show one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from sixth.rules.deal import Dealer, commitment
from sixth.rules.events import Action, Choose, Event, Flip, Flipped, Pick, Picked, Revealed, Step, Take, Took
from sixth.rules.fold import evolve, with_item
from sixth.rules.game import Refusal, decide
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.rules.state import State, before_deal, start
from sixth.rules.view import View, view

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


# ------------------------------------------------------------------ what happens at a table


@dataclass(frozen=True, slots=True)
class Opened:
    """The table was set up; `secret` (hexadecimal) is what its first game will be dealt from."""

    rules: Rules
    secret: str


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


Happening = Opened | Sat | Left | Texted | Began | Event


@dataclass(frozen=True)
class Table:
    """A table at one moment, secrets included. Show nobody this: see `look`.

    `version` counts the happenings. `tokens` are hashes. `secret` and `texts` are for the next game, `dealer`
    deals the current one. `games` counts those begun.
    """

    id: str
    version: int
    rules: Rules
    sitters: tuple[Sitter | None, ...]
    tokens: tuple[str | None, ...]
    secret: str
    texts: tuple[str, ...]
    games: int = 0
    game_id: str | None = None
    state: State | None = None
    dealer: Dealer | None = None

    @property
    def playing(self) -> bool:
        """Whether a game is going on."""
        return self.state is not None and not self.state.over

    @property
    def host(self) -> int | None:
        """The seat that may start the first game: the first with a person."""
        return next((seat for seat, who in enumerate(self.sitters) if who and who.human), None)

    @property
    def between_rounds(self) -> bool:
        """Whether a round has been counted and the next waits until somebody asks for it."""
        state = self.state
        return (
            state is not None
            and state.phase == before_deal(state.rules)
            and state.part == 0 < len(state.past)
        )


def fold(table_id: str, happenings: Iterable[Happening]) -> Table:
    """The table that `happenings`, of which the first is `Opened`, have led to."""
    found = iter(happenings)
    opened = next(found)
    if not isinstance(opened, Opened):
        raise TypeError(f"Table {table_id} does not begin with its opening.")
    seats = opened.rules.seats
    table = Table(table_id, 1, opened.rules, (None,) * seats, (None,) * seats, opened.secret, ("",) * seats)
    for happening in found:
        table = happen(table, happening)
    return table


def happen(table: Table, happening: Happening) -> Table:
    """The table after `happening`, which is taken as a fact."""
    version = table.version + 1
    match happening:
        case Sat(seat, name, kind, token):
            return replace(
                table,
                version=version,
                sitters=with_item(table.sitters, seat, Sitter(name, kind)),
                tokens=with_item(table.tokens, seat, token),
            )
        case Left(seat):
            return replace(
                table,
                version=version,
                sitters=with_item(table.sitters, seat, None),
                tokens=with_item(table.tokens, seat, None),
                texts=with_item(table.texts, seat, ""),
            )
        case Texted(seat, text):
            return replace(table, version=version, texts=with_item(table.texts, seat, text))
        case Began(game, _, next_secret):
            return replace(
                table,
                version=version,
                games=table.games + 1,
                game_id=game,
                state=start(table.rules),
                dealer=Dealer(bytes.fromhex(table.secret), table.texts),
                secret=next_secret,
                texts=("",) * table.rules.seats,
            )
        case Opened():
            raise TypeError(f"Table {table.id} was opened twice.")
        case event:
            return replace(table, version=version, state=evolve(_state(table), event))


def _state(table: Table) -> State:
    if table.state is None:
        raise Refusal("not-begun", "The game has not begun.")
    return table.state


# ------------------------------------------------------------------ what people may do


def sit(table: Table, name: str, token: str) -> tuple[Happening, ...]:
    """Somebody called `name`, who holds the token of this hash, takes the first free seat, once.

    Raises:
        Refusal: no seat is free, the game has begun, or the name is taken.
    """
    if token in table.tokens:
        return ()
    if table.games:
        raise Refusal("begun", "The game at this table has begun, so nobody can sit down any more.")
    free = [seat for seat, who in enumerate(table.sitters) if who is None]
    if not free:
        raise Refusal("full", "All seats at this table are taken.")
    if any(who and who.name.casefold() == name.casefold() for who in table.sitters):
        raise Refusal("name-taken", "Somebody here already has that name; choose another.")
    return (Sat(free[0], name, HUMAN, token),)


def leave(table: Table, seat: int) -> tuple[Happening, ...]:
    """A seat becomes free, before the game."""
    if table.games:
        raise Refusal("begun", "The game has begun, so this seat stays yours.")
    return (Left(seat),)


def add_text(table: Table, seat: int, text: str) -> tuple[Happening, ...]:
    """A seat's own text for the shuffles of the game to come."""
    return () if table.texts[seat] == text else (Texted(seat, text),)


def begin(table: Table, seat: int, *, game: int, bots: Iterable[Sat], began: Began) -> tuple[Happening, ...]:
    """Begin game number `game` (from 1); `bots` take the seats still free. Asking twice begins once.

    Raises:
        Refusal: another game goes on, or this seat is not the one to begin.
    """
    if game <= table.games:
        return ()
    if table.playing:
        raise Refusal("not-now", "The game at this table still goes on.")
    if game != table.games + 1:
        raise Refusal("not-now", "That game is not the next one at this table.")
    if table.games == 0 and seat != table.host:
        raise Refusal("host-only", "The first game is begun by whoever sat down first.")
    return (*bots, began)


def act(table: Table, seat: int, action: Action, *, round: int, turn: int) -> tuple[Happening, ...]:
    """Let `seat` do `action`, meant for that round and turn; asking again changes nothing.

    Raises:
        Refusal: the moment has passed, or the rules do not allow it.
    """
    state = _state(table)
    if _done_already(state, seat, action, round, turn):
        return ()
    if (round, turn) != (state.round, state.turn) and not state.over:
        raise Refusal("too-late", "That was for another turn; the table has moved on.")
    return decide(state, seat, action)


def _done_already(state: State, seat: int, action: Action, round: int, turn: int) -> bool:
    """Whether the same request was carried out before (the same form sent twice)."""
    if round != state.round:
        return False
    now = 0
    for event in state.history:
        match event:
            case Revealed(now, _):
                pass
            case Flipped(by, _) if by == seat:
                now += 1
        match event, action:
            case Picked(by, card), Pick(wanted) if by == seat and card == wanted:
                return True
            case Revealed(_, cards), Choose(wanted) if now == turn and cards[seat] == wanted:
                return True
            case Took(by, row, end), Take(wanted, side) if by == seat and now == turn:
                return (row, end) == (wanted, side)
    return False


def flip(table: Table, seat: int, *, round: int, turn: int) -> tuple[Happening, ...]:
    """Let `seat` turn over its card of that round and turn; asking again changes nothing.

    Raises:
        Refusal: it is not this seat's turn, or nothing is turned over now.
    """
    state = _state(table)
    flips = sum(isinstance(event, Flipped) and event.seat == seat for event in state.history)
    if round == state.round and turn <= flips:
        return ()
    if (round, turn) != (state.round, state.turn) or (state.phase == "flip" and state.actor != seat):
        raise Refusal("not-your-turn", "It is not your turn to turn over a card.")
    return decide(state, None, Flip())


def next_round(table: Table, *, round: int) -> tuple[Happening, ...]:
    """Deal round number `round`, once the one before it is counted; asking again changes nothing."""
    state = _state(table)
    if round <= state.round:
        return ()
    if not table.between_rounds or round != state.round + 1:
        raise Refusal("not-now", "The round still goes on.")
    return decide(state, None, _dealer_step(table))


def _dealer_step(table: Table) -> Step:
    step = table.dealer.step(_state(table)) if table.dealer else None
    if step is None:
        raise Refusal("not-now", "There is nothing to deal now.")
    return step


def dealers_turn(table: Table) -> tuple[Happening, ...]:
    """What the dealer does without being asked: deal, and turn over the cards of bots."""
    state = table.state
    if state is None or table.dealer is None or table.between_rounds:
        return ()
    step = table.dealer.step(state)
    if step is None or (isinstance(step, Flip) and _human(table, state.actor)):
        return ()
    return decide(state, None, step)


def _human(table: Table, seat: int | None) -> bool:
    who = table.sitters[seat] if seat is not None else None
    return who is not None and who.human


def bots_to_act(table: Table) -> tuple[tuple[int, str], ...]:
    """The seats of bots that the game waits for, each with the kind of its bot."""
    if table.state is None:
        return ()
    waiting = ((seat, table.sitters[seat]) for seat in table.state.to_act)
    return tuple((seat, who.kind) for seat, who in waiting if who is not None and not who.human)


# ------------------------------------------------------------------ what may be seen


@dataclass(frozen=True)
class Look:
    """A table as one seat, or a spectator (`seat` is None), may see it; no field could hold a secret.

    `promise` is the commitment to the secret of the game that goes on or is about to begin, `next_promise`
    that of the one after it.
    """

    id: str
    version: int
    rules: Rules
    seat: int | None
    sitters: tuple[Sitter | None, ...]
    host: int | None
    games: int
    game_id: str | None
    between_rounds: bool
    promise: str
    next_promise: str
    text: str
    view: View | None


def look(table: Table, seat: int | None) -> Look:
    """What `seat`, or a spectator, may see of the table."""
    promised = commitment(bytes.fromhex(table.secret))
    return Look(
        id=table.id,
        version=table.version,
        rules=table.rules,
        seat=seat,
        sitters=table.sitters,
        host=table.host,
        games=table.games,
        game_id=table.game_id,
        between_rounds=table.between_rounds,
        promise=table.dealer.proof.commitment if table.dealer else promised,
        next_promise=promised,
        text=table.texts[seat] if seat is not None else "",
        view=view(table.state, seat) if table.state is not None else None,
    )
