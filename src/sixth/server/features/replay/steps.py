"""The steps of an ended game, and the game as text for browsers without scripts."""

from collections.abc import Iterator
from typing import NamedTuple

from sixth.i18n import gettext as _
from sixth.narration import Narrator, bots_among
from sixth.rules.events import Chose, Dealt, Event, Flipped, Laid, Revealed, Took
from sixth.rules.record import Record


class ReplayStep(NamedTuple):
    """A step of a replay: after step `number` (from 1), `version` events have happened."""

    number: int
    version: int
    round: int
    event: Event

    @property
    def begins_turn(self) -> bool:
        """Whether a turn begins here: the chosen cards are revealed, or the top card is turned over."""
        return isinstance(self.event, Revealed | Flipped)


class NarratedStep(NamedTuple):
    """A step in sentences; those of a deal name the cards of all hands."""

    step: ReplayStep
    lines: tuple[str, ...]


def steps_of(record: Record) -> Iterator[ReplayStep]:
    """Yield the steps of a game: all events but choices and taken rows, which later events show.

    The scripts of the page number steps in the same way (`static/replay/record.js`).
    """
    number = round = 0
    for version, event in enumerate(record.events, 1):
        if isinstance(event, Laid | Dealt):
            round = event.round
        if not isinstance(event, Chose | Took):
            number += 1
            yield ReplayStep(number, version, round, event)


def round_of_step(record: Record, number: int) -> int:
    """Return the round of a step; the last one where there is no such step."""
    return next((step.round for step in steps_of(record) if step.number >= number), count_rounds(record))


def count_rounds(record: Record) -> int:
    """Return how many rounds a game has begun."""
    return max((event.round for event in record.events if isinstance(event, Laid | Dealt)), default=0)


def narrate_round(record: Record, round: int, own: int | None = None) -> tuple[NarratedStep, ...]:
    """Return the steps of one round in sentences to a reader who had the seat `own`; rounds count from 1."""
    names = [_("You") if seat == own else each.name for seat, each in enumerate(record.seats)]
    bots = bots_among(record.seats)
    narrator = Narrator(record.rules, names, me=own, knows=range(len(names)), bots=bots)
    return tuple(
        NarratedStep(step, tuple(narrator.lines(step.event)))
        for step in steps_of(record)
        if step.round == round
    )
