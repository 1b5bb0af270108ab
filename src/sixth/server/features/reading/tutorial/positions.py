"""The positions of the lesson, played by the rules themselves, so that no answer can be wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from sixth.i18n import gettext as _
from sixth.rules.board import Row, places
from sixth.rules.cards import FULL_DECK
from sixth.rules.events import Action, Choose, Deal, Event, Placed, Take
from sixth.rules.fold import evolve
from sixth.rules.game import advance
from sixth.rules.games import GAMES
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.rules.state import State, start
from sixth.server.features.reading.rules.examples import NAMES
from sixth.server.table import view as table_views
from sixth.server.table.events import Sitter
from sixth.server.table.seats import SeatState
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

LEARNER: Final = 0
"""The seat of whoever learns."""

_HAND: Final = 3


@dataclass(frozen=True, slots=True)
class Position:
    """A turn to be tried: rows, the learner's hand, what the others play, the row that one of them takes.

    `least` are the heads that the best choice costs.
    """

    rows: tuple[Row, ...]
    hand: tuple[int, int, int]
    others: tuple[int, int, int]
    take: int | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """What a learner's decisions led to: the game now, and where the card lies; None while it lies nowhere.

    `events` are what happened after each of the decisions, until the learner was asked again.
    """

    state: State
    events: tuple[tuple[Event, ...], ...]
    outcome: "Outcome | None"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the learner's card came to lie; `behind` is the last card of that row as it came.

    `meant` is the row (from 0) that the card would have gone to at once, None if it was too low, and `heads`
    what it cost.
    """

    placed: Placed
    behind: int
    meant: int | None
    heads: int


POSITIONS: Final = (
    Position(((12,), (37,), (43,), (58,)), (15, 40, 72), (17, 47, 90)),
    Position(((12,), (37,), (43,), (58,)), (15, 45, 60), (14, 44, 59)),
    Position(((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61)), (30, 39, 63), (40, 70, 88)),
    Position(((30, 36), (37,), (43, 44), (58, 61)), (3, 7, 20), (25, 68, 83), least=1),
    Position(((38, 41), (31, 33, 36, 39, 42), (57,), (80,)), (45, 59, 83), (66, 84, 90)),
    Position(((61,), (44, 46, 51, 53, 57), (70, 72), (88,)), (62, 75, 90), (29, 84, 95), take=0),
    Position(((8,), (24,), (60, 63, 66, 69), (81,)), (5, 70, 74), (72, 12, 35)),
)
"""One for each step: first cards, order, the full row, too low, both traps, what to look for."""


STEPS: Final = len(POSITIONS) + 1
"""The positions, and the end."""


def begin(position: Position) -> State:
    """Return the game at this position, where everybody else has chosen."""
    rules = GAMES["classic"].replace(seats=1 + len(position.others), hand=_HAND, end=End("rounds", 1))
    used = {*position.hand, *position.others, *(card for row in position.rows for card in row)}
    spare = (card for card in range(1, FULL_DECK + 1) if card not in used)
    hands = [position.hand, *((card, next(spare), next(spare)) for card in position.others)]
    cards = [card for hand in hands for card in hand]
    state = advance(start(rules), None, Deal((*cards, *(row[-1] for row in position.rows))))[1]
    state = replace(state, rows=position.rows)
    for seat, card in enumerate(position.others, 1):
        state = advance(state, seat, Choose(card))[1]
    return state


def play(position: Position, decisions: tuple[Action, ...]) -> Played:
    """Return what the learner's decisions lead to.

    Raises:
        Refusal: the rules do not allow it.
    """
    state, outcome = begin(position), None
    happened: list[tuple[Event, ...]] = []
    for action in decisions:
        events: list[Event] = []
        for before, event in _events(state, position, action):
            events.append(event)
            state = evolve(before, event)
            if isinstance(event, Placed) and event.seat == LEARNER:
                outcome = _outcome(position, before, event)
        happened.append(tuple(events))
    return Played(state, tuple(happened), outcome)


@cache
def pages() -> Mapping[str, tuple[int, tuple[Action, ...]]]:
    """Return the step and the decisions of every page of the lesson, by what its address says.

    "" is the first page, "3" a step, "3/45" what becomes of a card, "4/7/0" of the first row taken with one.
    """
    found: dict[str, tuple[int, tuple[Action, ...]]] = {"": (0, ()), str(STEPS): (STEPS, ())}
    for step, position in enumerate(POSITIONS, 1):
        found[f"{step}"] = step, ()
        for card in position.hand:
            played = (Choose(card),)
            found[f"{step}/{card}"] = step, played
            if play(position, played).outcome is None:
                found |= {
                    f"{step}/{card}/{row}": (step, (*played, Take(row))) for row in range(len(position.rows))
                }
    return found


def _events(state: State, position: Position, action: Action) -> Iterator[tuple[State, Event]]:
    """Yield what follows until the learner is asked again, each event with the game before it."""
    seat: int | None = LEARNER
    while seat is not None:
        for event in advance(state, seat, action)[0]:
            yield state, event
            state = evolve(state, event)
        seat = state.actor if state.phase == "take" and state.actor != LEARNER else None
        if position.take is not None:
            action = Take(position.take)


def _outcome(position: Position, before: State, placed: Placed) -> Outcome:
    found = places(position.rows, placed.card, both=False)
    return Outcome(
        placed=placed,
        behind=before.rows[placed.row][-1],
        meant=found[0][0] if found else None,
        heads=before.rules.heads_in(placed.taken),
    )


def names_of(state: State) -> tuple[str, ...]:
    """Return who plays; the learner is called "You", so that no verb of others fits."""
    return (_("You"), *NAMES[: state.rules.seats - 1])


def table_view(state: State) -> TableView:
    """Return the table as the learner sees it."""
    seats = tuple(SeatState(Sitter(name, HUMAN)) for name in names_of(state))
    table = Table(id="", version=0, rules=state.rules, seats=seats, secret="", games=1, state=state)
    return replace(table_views.table_view(table, LEARNER), promise="", next_promise="")
