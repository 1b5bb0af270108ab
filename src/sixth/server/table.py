"""A table as a value: who sits there, the game being played, and the fold of everything that happened.

Pure. `look` is what somebody at the table may see; there is no other way to show one. What may be done at it
is in `commands`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sixth.rules.deal import Dealer, commitment
from sixth.rules.fold import evolve, with_item
from sixth.rules.game import Refusal
from sixth.rules.options import Rules
from sixth.rules.state import State, before_deal, start
from sixth.rules.view import View, view
from sixth.server.happenings import Arranged, Began, Happening, Left, Opened, Sat, Sitter, Texted
from sixth.server.house import USUAL, House


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
    house: House = USUAL
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
    table = Table(
        id=table_id,
        version=1,
        rules=opened.rules,
        sitters=(None,) * seats,
        tokens=(None,) * seats,
        secret=opened.secret,
        texts=("",) * seats,
        house=opened.house,
    )
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
        case Arranged(house):
            return replace(table, version=version, house=house)
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
            return replace(table, version=version, state=evolve(begun(table), event))


def begun(table: Table) -> State:
    """The game of this table.

    Raises:
        Refusal: none has begun.
    """
    if table.state is None:
        raise Refusal("not-begun", "The game has not begun.")
    return table.state


@dataclass(frozen=True)
class Look:
    """A table as one seat, or a spectator (`seat` is None), may see it; no field could hold a secret.

    `promise` is the commitment to the secret of the game that goes on or is about to begin, `next_promise`
    that of the one after it.
    """

    id: str
    version: int
    rules: Rules
    house: House
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
        house=table.house,
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
