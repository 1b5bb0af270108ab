"""The actions of seats, the steps of the dealer, and the events of a game."""

from dataclasses import dataclass
from typing import Final, Literal

from sixth.rules.board import Row, Side
from sixth.rules.cards import FULL_DECK

Why = Literal["fits", "full", "low", "choice"]


# ------------------------------------------------------------------ actions of seats


@dataclass(frozen=True, slots=True)
class Pick:
    """Take `card` from the open deck of a draft."""

    card: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Play `card` this turn; it may be replaced until the last seat has chosen."""

    card: int


@dataclass(frozen=True, slots=True)
class Take:
    """Decide a row: the one to take (the card is too low) or, with `end`, one of two equally close places."""

    row: int
    end: Side | None = None


Action = Pick | Choose | Take

CHOOSE: Final = tuple(Choose(card) for card in range(FULL_DECK + 1))
"""One `Choose` for each card, made once."""


# ------------------------------------------------------------------ steps of the dealer


@dataclass(frozen=True, slots=True)
class Proof:
    """The commitment, the texts and the secret that verify the shuffles of a game; see docs/fair-deals.md."""

    commitment: str
    texts: tuple[str, ...]
    secret: str


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay the whole deck open for a draft; seat `first` picks first."""

    first: int


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal `cards` in this order: each seat's hand, seat by seat, then one card a row.

    `cards` is empty in a draft, where the picks are the hands and the rest of the cards are the rows. In the
    second half of `halves` it has hands only.
    """

    cards: tuple[int, ...]
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn over the top card of the seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """End the game without a result."""

    why: str


Step = Lay | Deal | Flip | Abandon


# ------------------------------------------------------------------ events


@dataclass(frozen=True, slots=True)
class Laid:
    """The whole deck was laid open: `cards`, ascending. Seat `first` picks first."""

    round: int
    cards: tuple[int, ...]
    first: int


@dataclass(frozen=True, slots=True)
class Picked:
    """A seat picked a card of the open deck."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards were dealt: `hands` by seat, and the rows as they lie.

    A hand is ascending; where cards are flipped, the top card comes first.
    """

    round: int
    part: int
    hands: tuple[tuple[int, ...], ...]
    rows: tuple[Row, ...]
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Chose:
    """A seat chose a card, which stays hidden; another choice in the same turn replaces it."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The cards of the turn were turned over: `cards` by seat, None where a seat plays none."""

    turn: int
    cards: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Flipped:
    """A seat turned over its top card."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Took:
    """A seat decided its row (and the end, where two places were equally close)."""

    seat: int
    row: int
    end: Side | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """A card was laid at an `end` of `row`; `taken` are the cards that its seat took there, in row order."""

    seat: int
    card: int
    row: int
    end: Side
    taken: tuple[int, ...]
    why: Why


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round ended: its `heads` and the `totals` by seat, and the seats that went `out` with it."""

    round: int
    heads: tuple[int, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game ended: `totals` by seat, and the seats that won."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The game was abandoned; nothing follows."""

    why: str


Event = (
    Laid | Picked | Dealt | Chose | Revealed | Flipped | Took | Placed | RoundEnded | GameEnded | Abandoned
)

Public = Laid | Picked | Revealed | Flipped | Took | Placed
"""Events within a round that everybody at the table sees whole."""
