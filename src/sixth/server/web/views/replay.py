"""An ended game, moment by moment: what a replay shows at each. Nothing is hidden any more."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Chose, Dealt, Event, Flipped, Laid, Picked, Placed, Revealed, Took
from sixth.rules.record import Record
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.server.table.config import USUAL
from sixth.server.table.events import Sitter
from sixth.server.table.view import TableView
from sixth.server.web.views.cards import Card, cards_of
from sixth.server.web.views.table import Frame

_KEPT_STATUS: Final = ("out", "won")


@dataclass(frozen=True, slots=True)
class Step:
    """Something worth a moment of its own: step `number` (from 1) is the game after `version` events."""

    number: int
    version: int
    round: int
    event: Event

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here: cards are shown together, or one is turned over."""
        return isinstance(self.event, Revealed | Flipped)

    @property
    def takes(self) -> bool:
        """Whether somebody takes a row here."""
        return isinstance(self.event, Placed) and bool(self.event.taken)


class Jumps(NamedTuple):
    """The steps to go to from here by turns and by rows taken; a turn that has begun begins anew first.

    None where there is nowhere to go.
    """

    turn_back: int | None
    turn_on: int | None
    take_back: int | None
    take_on: int | None


class Marks(NamedTuple):
    """What is marked beside the slider, as paths in a drawing as wide as there are steps, and 10 high.

    `takes` stand the taller the more heads they cost; `own` are those of the seat that is looked from.
    """

    width: int
    rounds: str
    takes: str
    own: str


class Line(NamedTuple):
    """A step in the list of those of a round; `heads` is what a row cost, if one was taken.

    `seat` is whose doing it was, if it was that of one of them.
    """

    number: int
    words: str
    begins_turn: bool
    heads: int | None
    seat: int | None


class Hand(NamedTuple):
    """Somebody's hand, by its name."""

    name: str
    cards: tuple[Card, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class Moment:
    """The game at one step.

    `said` tells what has just happened; `hands` are those to be seen; `round` are the steps of this
    round; `rounds` the first step of each round.
    """

    step: Step
    steps: int
    frame: Frame
    said: tuple[str, ...]
    hands: tuple[Hand, ...]
    round: tuple[Line, ...]
    rounds: tuple[tuple[int, int], ...]
    jumps: Jumps
    marks: Marks


def steps_of(record: Record) -> tuple[Step, ...]:
    """Return the steps of a game: choices are seen when they are revealed, decisions when the card lies."""
    return tuple(_steps(record))


def _steps(record: Record) -> Iterator[Step]:
    number = round = 0
    for version, event in enumerate(record.events, 1):
        if isinstance(event, Laid | Dealt):
            round = event.round
        if not isinstance(event, Chose | Took):
            number += 1
            yield Step(number, version, round, event)


def step_of_card(record: Record, round: int, card: int) -> int:
    """Return the step in which a card came to lie in a round, or else that round's first; 1 if neither is."""
    of_round = [step for step in _steps(record) if step.round == round]
    placed = (step.number for step in of_round if isinstance(step.event, Placed) and step.event.card == card)
    return next(placed, of_round[0].number if of_round else 1)


def replay_moment(
    record: Record, at: int, seat: int | None, state_at: Callable[[int], State] | None = None
) -> Moment:
    """Return the game at step `at` (the nearest there is), with the hand of `seat`, or with all hands.

    `state_at` knows the state after so many events, if somebody does without playing the game again.
    """
    steps = steps_of(record)
    step = steps[min(max(at, 1), len(steps)) - 1]
    state = (state_at or record.state)(step.version)
    names = tuple(each.name for each in record.seats)
    narrator = Narrator(record.rules, names, knows=range(len(names)) if seat is None else (seat,))
    rounds = {each.round: each.number for each in reversed(steps)}
    costs = {
        each.number: narrator.heads(each.event.taken)
        for each in steps
        if isinstance(each.event, Placed) and each.event.taken
    }
    return Moment(
        step=step,
        steps=len(steps),
        frame=_frame(record, state, step),
        # Of a deal the first line tells the rows; the hands are there to be seen.
        said=tuple(narrator.lines(step.event)[: 1 if isinstance(step.event, Dealt) else None]),
        hands=_hands(state, names, seat),
        round=tuple(
            Line(
                each.number,
                narrator.lines(each.event)[0],
                each.begins_turn,
                heads=costs.get(each.number),
                seat=each.event.seat if isinstance(each.event, Flipped | Picked | Placed) else None,
            )
            for each in steps
            if each.round == step.round
        ),
        rounds=tuple(sorted(rounds.items())),
        jumps=_jumps(steps, step.number),
        marks=_marks(steps, costs, rounds.values(), seat),
    )


def _jumps(steps: Sequence[Step], at: int) -> Jumps:
    turns = [each.number for each in steps if each.begins_turn]
    takes = [each.number for each in steps if each.takes]
    return Jumps(
        turn_back=max((each for each in turns if each < at), default=None),
        turn_on=min((each for each in turns if each > at), default=None),
        take_back=max((each for each in takes if each < at), default=None),
        take_on=min((each for each in takes if each > at), default=None),
    )


def _marks(steps: Sequence[Step], costs: Mapping[int, int], rounds: Iterable[int], seat: int | None) -> Marks:
    most = max(costs.values(), default=0) or 1
    own = {each.number for each in steps if isinstance(each.event, Placed) and each.event.seat == seat}

    def tick(step: int) -> str:
        return f"M{step - 1} 10V{7 - 7 * costs[step] / most:.1f}"

    return Marks(
        width=max(len(steps) - 1, 1),
        rounds="".join(f"M{first - 1} 10V8" for first in rounds),
        takes="".join(tick(step) for step in costs if step not in own),
        own="".join(tick(step) for step in costs if step in own),
    )


def _frame(record: Record, state: State, step: Step) -> Frame:
    """Return the picture that a table would show to a spectator, who is asked for nothing."""
    seats = len(record.seats)
    seen = TableView(
        id="",
        version=step.number,
        rules=record.rules,
        config=USUAL,
        seat=None,
        sitters=tuple(Sitter(each.name, each.kind) for each in record.seats),
        ready=(False,) * seats,
        stand_ins=(None,) * seats,
        host=None,
        games=1,
        game_id=record.game,
        between_rounds=state.part == 0 < len(state.past) and not state.over and not state.open_deck,
        promise="",
        next_promise="",
        text="",
        view=view(state, None),
        barred=False,
        clock=None,
        missed=0,
    )
    shown = Frame(seen)
    players = tuple(
        player if player.status in _KEPT_STATUS else player._replace(status="", status_text="")
        for player in shown.players
    )
    return shown.replace(asks="wait", players=players)


def _hands(state: State, names: tuple[str, ...], seat: int | None) -> tuple[Hand, ...]:
    cards = cards_of(state.rules.heads_of)
    seen = range(len(names)) if seat is None else (seat,)
    title = _("{name}'s pile") if state.rules.flips else _("{name}'s hand")
    return tuple(
        Hand(title.format(name=names[each]), tuple(cards[card] for card in state.hands[each]), each)
        for each in seen
        if state.hands[each]
    )
