"""The positions of the tutorial, played by the rules themselves, so that no answer can be wrong."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

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
from sixth.server.features.guide.rules.examples import NAMES
from sixth.server.table import view as table_views
from sixth.server.table.events import Sitter
from sixth.server.table.seats import SeatState
from sixth.server.table.state import Table
from sixth.server.table.view import TableView

LEARNER: Final = 0
"""The seat of the learner."""

_HAND: Final = 3


class ExercisePosition(NamedTuple):
    """A turn to try: rows, the learner's hand, the cards of the others, the row that one of them takes.

    `least` is the number of heads that the best choice costs.
    """

    rows: tuple[Row, ...]
    hand: tuple[int, int, int]
    others: tuple[int, int, int]
    take: int | None = None
    least: int = 0


class PlayResult(NamedTuple):
    """The result of a learner's decisions: the state, the events after each decision, and the outcome.

    `outcome` is None while the learner's card is not placed.
    """

    state: State
    events: tuple[tuple[Event, ...], ...]
    outcome: "CardOutcome | None"


class CardOutcome(NamedTuple):
    """The place of the learner's card; `behind` is the last card of its row before it came.

    `expected_row` (from 0) is where the card would have gone first of all, None if it was too low; `heads` is
    what it cost.
    """

    placed: Placed
    behind: int
    expected_row: int | None
    heads: int


POSITIONS: Final = (
    ExercisePosition(((12,), (37,), (43,), (58,)), (15, 40, 72), (17, 47, 90)),
    ExercisePosition(((12,), (37,), (43,), (58,)), (15, 45, 60), (14, 44, 59)),
    ExercisePosition(((12, 14, 15, 21, 26), (37,), (43, 44), (58, 61)), (30, 39, 63), (40, 70, 88)),
    ExercisePosition(((30, 36), (37,), (43, 44), (58, 61)), (3, 7, 20), (25, 68, 83), least=1),
    ExercisePosition(((38, 41), (31, 33, 36, 39, 42), (57,), (80,)), (45, 59, 83), (66, 84, 90)),
    ExercisePosition(((61,), (44, 46, 51, 53, 57), (70, 72), (88,)), (62, 75, 90), (29, 84, 95), take=0),
    ExercisePosition(((8,), (24,), (60, 63, 66, 69), (81,)), (5, 70, 74), (72, 12, 35)),
)
"""A position for each step: first cards, order, the full row, too low, both traps, what to look for."""


STEPS: Final = len(POSITIONS) + 1
"""The positions and the last page."""


def begin(position: ExercisePosition) -> State:
    """Return the state at this position, after everybody else has chosen."""
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


def play(position: ExercisePosition, decisions: tuple[Action, ...]) -> PlayResult:
    """Return the result of the learner's decisions.

    Raises:
        Refusal: the rules do not allow a decision.
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
    return PlayResult(state, tuple(happened), outcome)


@cache
def pages() -> Mapping[str, tuple[int, tuple[Action, ...]]]:
    """Return the step and the decisions of every page of the tutorial, by the end of its address.

    "" is the first page, "3" a step, "3/45" a card played in it, "4/7/0" the first row taken with the 7.
    """
    by_address: dict[str, tuple[int, tuple[Action, ...]]] = {"": (0, ()), str(STEPS): (STEPS, ())}
    for step, position in enumerate(POSITIONS, 1):
        by_address[f"{step}"] = step, ()
        for card in position.hand:
            decisions = (Choose(card),)
            by_address[f"{step}/{card}"] = step, decisions
            if play(position, decisions).outcome is None:
                by_address |= {
                    f"{step}/{card}/{row}": (step, (*decisions, Take(row)))
                    for row in range(len(position.rows))
                }
    return by_address


def _events(state: State, position: ExercisePosition, action: Action) -> Iterator[tuple[State, Event]]:
    """Yield the events until the learner must decide again, each with the state before it."""
    seat: int | None = LEARNER
    while seat is not None:
        for event in advance(state, seat, action)[0]:
            yield state, event
            state = evolve(state, event)
        seat = state.actor if state.phase == "take" and state.actor != LEARNER else None
        if position.take is not None:
            action = Take(position.take)


def _outcome(position: ExercisePosition, before: State, placed: Placed) -> CardOutcome:
    fits = places(position.rows, placed.card, both=False)
    return CardOutcome(
        placed=placed,
        behind=before.rows[placed.row][-1],
        expected_row=fits[0][0] if fits else None,
        heads=before.rules.heads_in(placed.taken),
    )


def names_of(state: State) -> tuple[str, ...]:
    """Return the names of the players; the learner is "You"."""
    return (_("You"), *NAMES[: state.rules.seats - 1])


def table_view(state: State) -> TableView:
    """Return the table as the learner sees it."""
    seats = tuple(SeatState(Sitter(name, HUMAN)) for name in names_of(state))
    table = Table(id="", version=0, rules=state.rules, seats=seats, secret="", games=1, state=state)
    return replace(table_views.table_view(table, LEARNER), promise="", next_promise="")
