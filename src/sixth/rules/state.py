"""Everything about a game at one moment."""

from dataclasses import dataclass
from typing import Literal

from sixth.rules.board import Place, Row, places
from sixth.rules.display.text import standing, title
from sixth.rules.events import Public
from sixth.rules.options import Rules

Phase = Literal["lay", "pick", "deal", "choose", "flip", "take", "place", "score", "end", "over"]
"""What the game waits for. `lay`, `deal` and `flip` wait for the dealer, `pick`, `choose` and `take` for
seats; `place`, `score` and `end` wait for nobody: the next event is due."""


@dataclass(frozen=True)
class State:
    """Everything about a game at one moment, hidden cards included. Show nobody this: see `view`.

    By seat: `hands`, `chosen` (None before a choice), `piles` (cards taken this round, in the order taken),
    `totals` (of the rounds that ended). `pending` are the (card, seat) of this turn still to be placed,
    lowest first. `history` holds this round's public events, `past` each ended round's heads by seat.
    """

    rules: Rules
    seats_in: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]
    piles: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    phase: Phase
    rows: tuple[Row, ...] = ()
    round: int = 0
    part: int = 0
    turn: int = 0
    actor: int | None = None
    pending: tuple[tuple[int, int], ...] = ()
    taking: Place | None = None
    open_deck: tuple[int, ...] = ()
    history: tuple[Public, ...] = ()
    past: tuple[tuple[int, ...], ...] = ()
    out_now: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """Return where the game stands; what is hidden is not for logs and tracebacks."""
        return f"<State: {title(self.rules)}, {standing(self)}>"

    @property
    def over(self) -> bool:
        """Whether the game has ended or was abandoned."""
        return self.phase == "over"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats the game waits for; those that have chosen may still change their choice."""
        if self.phase == "choose":
            return tuple(seat for seat in self.seats_in if self.chosen[seat] is None)
        if self.phase in ("pick", "take") and self.actor is not None:
            return (self.actor,)
        return ()

    def places(self) -> tuple[Place, ...]:
        """Return where the lowest card still to be placed may go."""
        return places(self.rows, self.pending[0][0], both=self.rules.both_ends)


def start(rules: Rules) -> State:
    """Return the state before the first deal."""
    seats = rules.seats
    return State(
        rules=rules,
        seats_in=tuple(range(seats)),
        hands=((),) * seats,
        chosen=(None,) * seats,
        piles=((),) * seats,
        totals=(0,) * seats,
        phase=before_deal(rules),
    )


def before_deal(rules: Rules) -> Phase:
    """Return the phase in which a round begins."""
    return "lay" if rules.drafts else "deal"
