"""The steps of the tutorial: all of them for scripts, or one as a page of text."""

from typing import Any, Final

from sixth.i18n import gettext as _
from sixth.narration import Narrator
from sixth.rules.codec import event_to_json
from sixth.rules.events import Action, Public
from sixth.rules.state import State
from sixth.server.features.guide.tutorial import positions
from sixth.server.features.guide.tutorial.positions import LEARNER, POSITIONS, ExercisePosition, PlayResult
from sixth.server.features.guide.tutorial.text import StepText, step_texts, verdict_text, why_text
from sixth.server.protocol.state import page_state
from sixth.text import card_text, heads_text

COVER: Final = 6
"""The step whose rows the first page shows."""


def lesson_steps() -> list[dict[str, Any]]:
    """Return each step for scripts (`static/learn/picture.js`): its texts, the table, and all answers.

    The table is a `page_state`. The key of an answer is the end of its address, behind the step; its value
    has the events after it and, once the card is placed, the verdict.
    """
    texts = step_texts()
    return [_step(number, position, texts[number - 1]) for number, position in enumerate(POSITIONS, 1)]


def _step(number: int, position: ExercisePosition, text: StepText) -> dict[str, Any]:
    answers = {
        where.partition("/")[2]: _answer(position, decisions)
        for where, (step, decisions) in positions.pages().items()
        if step == number and decisions
    }
    return {
        "name": text.name,
        "know": text.know,
        "task": text.task,
        "learnt": text.learnt,
        "state": page_state(positions.table_view(positions.begin(position)), ""),
        "answers": answers,
    }


def _answer(position: ExercisePosition, decisions: tuple[Action, ...]) -> dict[str, Any]:
    result = positions.play(position, decisions)
    events = [event_to_json(event) for event in result.events[-1] if isinstance(event, Public)]
    answer: dict[str, Any] = {"events": events}
    if outcome := result.outcome:
        answer["verdict"] = verdict_text(position, outcome)
        answer["why"] = why_text(position, outcome)
        answer["good"] = outcome.heads <= position.least
    return answer


def plain_step(where: str) -> dict[str, Any] | None:
    """Return the step at an address for a page of text; None for the first page and the last.

    It has `answers` while the learner must decide, then what `happened`. `verdict` is "" until the learner's
    card is placed; `good` is whether no other choice costs less.
    """
    number, decisions = positions.pages()[where]
    if not 0 < number < positions.STEPS:
        return None
    position, text = POSITIONS[number - 1], step_texts()[number - 1]
    result = positions.play(position, decisions)
    state, outcome, limit = result.state, result.outcome, result.state.rules.row_limit
    heads = state.rules.heads_in
    return {
        "number": number,
        "text": text,
        "question": _question(result) if decisions else text.task,
        "rows": [{"cards": row, "heads": heads(row), "full": len(row) >= limit} for row in state.rows],
        "answers": () if outcome else _answers(state, where, decisions),
        "happened": _happened(result),
        "verdict": verdict_text(position, outcome) if outcome else "",
        "why": why_text(position, outcome) if outcome else "",
        "good": outcome is not None and outcome.heads <= position.least,
    }


def _answers(state: State, where: str, decisions: tuple[Action, ...]) -> list[dict[str, str]]:
    """Return the possible decisions: the words of each, and the end of its address."""
    if decisions:
        take, costs = _("Take row {number}"), [heads_text(state.rules.heads_in(row)) for row in state.rows]
        return [
            {"words": f"{take.format(number=at + 1)}, {cost}", "where": f"{where}/{at}"}
            for at, cost in enumerate(costs)
        ]
    cards = [(card, card_text(state.rules, card)) for card in state.hands[LEARNER]]
    return [{"words": _("Play {card}").format(card=text), "where": f"{where}/{card}"} for card, text in cards]


def _narrator(state: State) -> Narrator:
    return Narrator(state.rules, positions.names_of(state), me=LEARNER)


def _happened(result: PlayResult) -> tuple[str, ...]:
    narrator = _narrator(result.state)
    events = [event for each in result.events for event in each if isinstance(event, Public)]
    return tuple(line for event in events for line in narrator.lines(event))


def _question(result: PlayResult) -> str:
    """Return where the learner's card went or, if it is too low, the question which row to take."""
    if result.outcome is None:
        card, _seat = result.state.pending[0]
        return _("Your {card} is too low: take a row.").format(card=card)
    return " ".join(_narrator(result.state).lines(result.outcome.placed))
