"""An ended game, moment by moment: what a replay shows at each. Nothing is hidden any more."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.events import Chose, Dealt, Event, Laid, Took
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


@dataclass(frozen=True, slots=True)
class Moment:
    """The game at one step.

    `said` tells what has just happened; `hands` are those to be seen, by name; `round` are the steps of this
    round, each with its words; `rounds` the first step of each round.
    """

    step: Step
    steps: int
    frame: Frame
    said: tuple[str, ...]
    hands: tuple[tuple[str, tuple[Card, ...]], ...]
    round: tuple[tuple[int, str], ...]
    rounds: tuple[tuple[int, int], ...]


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
    return Moment(
        step=step,
        steps=len(steps),
        frame=_frame(record, state, step),
        # Of a deal the first line tells the rows; the hands are there to be seen.
        said=tuple(narrator.lines(step.event)[: 1 if isinstance(step.event, Dealt) else None]),
        hands=_hands(state, names, seat),
        round=tuple(
            (each.number, narrator.lines(each.event)[0]) for each in steps if each.round == step.round
        ),
        rounds=tuple(sorted(rounds.items())),
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


def _hands(
    state: State, names: tuple[str, ...], seat: int | None
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    cards = cards_of(state.rules.heads_of)
    seen = range(len(names)) if seat is None else (seat,)
    title = _("{name}'s pile") if state.rules.flips else _("{name}'s hand")
    return tuple(
        (title.format(name=names[each]), tuple(cards[card] for card in state.hands[each]))
        for each in seen
        if state.hands[each]
    )
