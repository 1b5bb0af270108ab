"""What the two pages of the lesson show: all steps for scripts, or one step as question and answer."""

from typing import Any, Final, NamedTuple

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.board import Row
from sixth.rules.codec import event_to_json
from sixth.rules.events import Action, Public
from sixth.rules.state import State
from sixth.server.features.reading.tutorial.positions import (
    LEARNER,
    POSITIONS,
    STEPS,
    Played,
    Position,
    begin,
    names_of,
    pages,
    play,
    table_view,
)
from sixth.server.features.reading.tutorial.text import StepText, step_texts, verdict_text, why_text
from sixth.server.web.wire.state import page_state
from sixth.text import card_text, heads_text

COVER: Final = 6
"""The step whose rows are shown on the first page."""


# ------------------------------------------------------------------ for scripts


def lesson_steps() -> list[dict[str, Any]]:
    """Return each step for scripts (`static/learn/picture.js`): what it says, the table, and all answers.

    The table is as `page_state` has it. An answer stands under what its address says behind the step; it has
    what happens after it and, where the card then lies, what is said of it.
    """
    texts = step_texts()
    return [_step(number, position, texts[number - 1]) for number, position in enumerate(POSITIONS, 1)]


def _step(number: int, position: Position, text: StepText) -> dict[str, Any]:
    answers = {
        where.partition("/")[2]: _answer(position, decisions)
        for where, (step, decisions) in pages().items()
        if step == number and decisions
    }
    return {
        "name": text.name,
        "know": text.know,
        "task": text.task,
        "learnt": text.learnt,
        "state": page_state(table_view(begin(position)), ""),
        "answers": answers,
    }


def _answer(position: Position, decisions: tuple[Action, ...]) -> dict[str, Any]:
    played = play(position, decisions)
    events = [event_to_json(event) for event in played.events[-1] if isinstance(event, Public)]
    found: dict[str, Any] = {"events": events}
    if outcome := played.outcome:
        found["verdict"] = verdict_text(position, outcome)
        found["why"] = why_text(position, outcome)
        found["good"] = outcome.heads <= position.least
    return found


# ------------------------------------------------------------------ as question and answer


class PlainRow(NamedTuple):
    """A row in words: its cards, and what it costs to take it."""

    cards: Row
    heads: int
    full: bool


class PlainAnswer(NamedTuple):
    """Something that may be decided, in words, and what the address says of it."""

    words: str
    where: str


class PlainStep(NamedTuple):
    """A step as question and answer: `answers` while something is to be decided, then what happened.

    `verdict` is "" until the learner's card lies, `good` whether it could cost no less.
    """

    number: int
    text: StepText
    question: str
    rows: tuple[PlainRow, ...]
    answers: tuple[PlainAnswer, ...]
    happened: tuple[str, ...]
    verdict: str
    why: str
    good: bool


def plain_step(where: str) -> PlainStep | None:
    """Return the step that an address names; None for the first page and the last."""
    number, decisions = pages()[where]
    if not 0 < number < STEPS:
        return None
    position, text = POSITIONS[number - 1], step_texts()[number - 1]
    played = play(position, decisions)
    state, outcome = played.state, played.outcome
    return PlainStep(
        number=number,
        text=text,
        question=_question(played) if decisions else text.task,
        rows=tuple(_plain_row(state, row) for row in state.rows),
        answers=() if outcome else _answers(state, where, decisions),
        happened=_happened(played),
        verdict=verdict_text(position, outcome) if outcome else "",
        why=why_text(position, outcome) if outcome else "",
        good=outcome is not None and outcome.heads <= position.least,
    )


def _plain_row(state: State, row: Row) -> PlainRow:
    return PlainRow(row, state.rules.heads_in(row), len(row) >= state.rules.row_limit)


def _answers(state: State, where: str, decisions: tuple[Action, ...]) -> tuple[PlainAnswer, ...]:
    if decisions:
        named = [_("Take row {number}").format(number=at + 1) for at in range(len(state.rows))]
        costs = [heads_text(_plain_row(state, row).heads) for row in state.rows]
        return tuple(
            PlainAnswer(f"{said}, {cost}", f"{where}/{at}")
            for at, (said, cost) in enumerate(zip(named, costs, strict=True))
        )
    return tuple(
        PlainAnswer(_("Play {card}").format(card=card_text(state.rules, card)), f"{where}/{card}")
        for card in state.hands[LEARNER]
    )


def _narrator(state: State) -> Narrator:
    return Narrator(state.rules, names_of(state), me=LEARNER)


def _happened(played: Played) -> tuple[str, ...]:
    narrator = _narrator(played.state)
    events = [event for each in played.events for event in each if isinstance(event, Public)]
    return tuple(line for event in events for line in narrator.lines(event))


def _question(played: Played) -> str:
    """Return where the learner's card has gone or, where it is too low, what is asked."""
    if played.outcome is None:
        card, _seat = played.state.pending[0]
        return _("Your {card} is too low: take a row.").format(card=card)
    return " ".join(_narrator(played.state).lines(played.outcome.placed))
