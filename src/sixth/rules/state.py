"""The whole state of a game, hidden cards included."""

from dataclasses import dataclass
from typing import Literal

from sixth.rules.board import Place, Row, places
from sixth.rules.display.text import standing, title
from sixth.rules.events import Public
from sixth.rules.options import Rules

Phase = Literal["lay", "pick", "deal", "choose", "flip", "take", "place", "score", "end", "over"]
"""The phase of a game. In `lay`, `deal` and `flip` it waits for the dealer, in `pick`, `choose` and `take`
for seats; in `place`, `score` and `end` the next event is due."""


@dataclass(frozen=True)
class State:
    """The whole state of a game, hidden cards included. Players and spectators get a `View` of it instead.

    By seat: `hands`, `chosen` (None before a choice), `piles` (cards taken this round, in the order taken),
    `totals` (of the rounds that ended). `pending` has the (card, seat) pairs of this turn that are not
    placed yet, lowest card first. `history` holds this round's public events, `past` the heads of each ended
    round by seat.
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
        """Return the public state of the game, since hidden cards must not get into logs and tracebacks."""
        return f"<State: {title(self.rules)}, {standing(self)}>"

    @property
    def over(self) -> bool:
        """Whether the game has ended or was abandoned."""
        return self.phase == "over"

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that the game waits for; a seat that has chosen may still change its choice."""
        if self.phase == "choose":
            return tuple(seat for seat in self.seats_in if self.chosen[seat] is None)
        if self.phase in ("pick", "take") and self.actor is not None:
            return (self.actor,)
        return ()

    def places(self) -> tuple[Place, ...]:
        """Return the places where the first of the `pending` cards may go."""
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
