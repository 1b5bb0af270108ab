"""The steps of an ended game, and the game as text for browsers without scripts."""

from collections.abc import Iterator
from dataclasses import dataclass

from sixth.narration import Narrator
from sixth.rules.events import Chose, Dealt, Event, Flipped, Laid, Revealed, Took
from sixth.rules.record import Record


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A step of a replay: step `number` (from 1) is the game after `version` events."""

    number: int
    version: int
    round: int
    event: Event

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here: cards are shown together, or one is turned over."""
        return isinstance(self.event, Revealed | Flipped)


@dataclass(frozen=True, slots=True)
class NarratedStep:
    """A step in sentences; those of a deal name the cards of all hands."""

    step: ReplayStep
    lines: tuple[str, ...]


def steps_of(record: Record) -> tuple[ReplayStep, ...]:
    """Return the steps of a game: choices are seen when they are revealed, decisions when the card lies.

    The scripts of the page number them alike (`static/replay/record.js`).
    """
    return tuple(_steps(record))


def _steps(record: Record) -> Iterator[ReplayStep]:
    number = round = 0
    for version, event in enumerate(record.events, 1):
        if isinstance(event, Laid | Dealt):
            round = event.round
        if not isinstance(event, Chose | Took):
            number += 1
            yield ReplayStep(number, version, round, event)


def round_of_step(record: Record, number: int) -> int:
    """Return the round of a step; the last one where there is no such step."""
    return next((step.round for step in _steps(record) if step.number >= number), count_rounds(record))


def count_rounds(record: Record) -> int:
    """Return how many rounds have begun in a game."""
    return max((event.round for event in record.events if isinstance(event, Laid | Dealt)), default=0)


def narrate_round(record: Record, round: int) -> tuple[NarratedStep, ...]:
    """Return the steps of one round in sentences; rounds count from 1."""
    names = tuple(each.name for each in record.seats)
    narrator = Narrator(record.rules, names, knows=range(len(names)))
    return tuple(
        NarratedStep(step, tuple(narrator.lines(step.event)))
        for step in _steps(record)
        if step.round == round
    )
