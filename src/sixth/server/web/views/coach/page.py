"""The page of a review: the account of the game and of its rounds, and its decisions by what they cost."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from sixth.coach.account import Decision, Review
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reasons import reasons_for
from sixth.coach.text import (
    DIGITS,
    answer_text,
    hindsight_text,
    interval_text,
    moment_text,
    odds_text,
    summary,
    verdict_text,
    where_text,
)
from sixth.i18n import and_list, ngettext, number_text, translate
from sixth.i18n import gettext as _
from sixth.rules.events import Action, Chose, Take, Took
from sixth.rules.record import Record
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.server.web.views.cards import Card, ShownRow, cards_of, shown_row
from sixth.server.web.views.coach.drawing import (
    Bars,
    Course,
    Whisker,
    account_bars,
    course_of,
    whiskers,
)

_MOST_DECISIONS: Final = 8
"""Decisions that are shown: those that cost most."""


class ShownAnswer(NamedTuple):
    """An answer with its value: the `card` that it plays, or else its `words`."""

    card: Card | None
    words: str
    value: str
    interval: str
    whisker: Whisker
    given: bool
    best: bool
    picked: bool


class ShownDecision(NamedTuple):
    """A decision as it was: what lay on the table, what was played, and what each answer was worth.

    `step` is the step of the replay in which one sees what came of it; before it there were `events`. What
    each answer was worth is folded until the reader has picked one: `picked` says what that was worth.
    """

    round: int
    moment: str
    played: str
    picked: str
    verdict: str
    kind: str
    loss: str
    interval: str
    rows: tuple[ShownRow, ...]
    answers: tuple[ShownAnswer, ...]
    reasons: tuple[str, ...]
    step: int
    events: int


class Hindsight(NamedTuple):
    """What the hidden cards had to do with a choice: no judgement of it."""

    where: str
    title: str
    text: str


class ShownRound(NamedTuple):
    """The account of a round; `odds` says what it did to those of winning the game."""

    number: int
    sentence: str
    odds: str
    bars: Bars
    course: Course | None
    estimated: bool


class ReviewPage(NamedTuple):
    """All that the page of a review shows."""

    sentence: str
    bars: Bars
    clear: str
    rounds: tuple[ShownRound, ...]
    decisions: tuple[ShownDecision, ...]
    hindsights: tuple[Hindsight, ...]


class Pick(NamedTuple):
    """An answer that a reader picked, by its index, of the decision that came after so many events."""

    events: int
    answer: int


def review_page(record: Record, review: Review, pick: Pick | None = None) -> ReviewPage:
    """Return what the page of a review shows; `record` is that of its game, `pick` what the reader picked."""
    whole = review.total
    found = [
        (played.number, position, decision)
        for played, judged in zip(rounds_of(record, review.seat), review.rounds, strict=True)
        for position, decision in zip(played.positions, judged.decisions, strict=True)
        if decision.verdict not in ("forced", "best")
    ]
    clear = sum(decision.is_loss for _round, _position, decision in found)
    found.sort(key=lambda each: (not each[2].is_loss, -each[2].loss))
    return ReviewPage(
        sentence=summary(whole),
        bars=account_bars(whole),
        clear=_clear_losses(clear),
        rounds=tuple(
            ShownRound(
                each.round,
                summary(each),
                odds_text(each.odds) if each.odds else "",
                account_bars(each),
                course_of(each),
                each.par_estimated,
            )
            for each in review.rounds
        ),
        decisions=tuple(_decision(record, *each, pick) for each in found[:_MOST_DECISIONS]),
        hindsights=tuple(
            Hindsight(where_text(each, decision), _title(decision), hindsight_text(decision.hindsight))
            for each in review.rounds
            for decision in each.decisions
            if decision.hindsight and decision.is_loss
        ),
    )


def _clear_losses(count: int) -> str:
    """Say how many decisions clearly cost something."""
    if not count:
        return _("No choice clearly cost anything.")
    return ngettext(
        "{count} choice clearly cost something.", "{count} choices clearly cost something.", count
    ).format(count=count)


def _decision(
    record: Record, round: int, position: Position, decision: Decision, pick: Pick | None
) -> ShownDecision:
    view = position.view
    picked = pick.answer if pick and pick.events == position.events else None
    cards = cards_of(view.rules.heads_of)
    drawn = zip(decision.answers, whiskers(decision.answers), strict=True)
    answers = [
        ShownAnswer(
            card=_card(each.answer, cards),
            words=answer_text(each.answer),
            value=number_text(each.value, digits=DIGITS),
            interval=interval_text(each.ci),
            whisker=whisker,
            given=each.answer == decision.answer,
            best=each.answer == decision.best,
            picked=at == picked,
        )
        for at, (each, whisker) in enumerate(drawn)
    ]
    return ShownDecision(
        round=round,
        moment=moment_text(decision),
        played=_("Played: {answer}").format(answer=answer_text(decision.answer)),
        picked=_picked(answers),
        verdict=verdict_text(decision.verdict),
        kind=decision.verdict,
        loss=number_text(decision.loss, digits=DIGITS),
        interval=interval_text(decision.loss_ci),
        rows=tuple(shown_row(view.rules, at, row, cards, {}) for at, row in enumerate(view.rows)),
        answers=tuple(answers),
        # Kept are sentences in English; made anew they can be said in any language.
        reasons=tuple(map(translate, _reasons(view, decision))),
        step=1 + sum(not isinstance(event, Chose | Took) for event in record.events[: position.events]),
        events=position.events,
    )


def _reasons(view: View, decision: Decision) -> tuple[Sentence, ...]:
    answers = decision.answer, decision.best
    outlooks = dict(zip(answers, decision.outlooks, strict=True)) if decision.outlooks else None
    return reasons_for(view, *answers, outlooks)


def _picked(answers: Sequence[ShownAnswer]) -> str:
    """Say what the picked answer was worth beside what was played and what the coach would have played."""
    pick = next((each for each in answers if each.picked), None)
    if pick is None:
        return ""
    given, best = (next(each for each in answers if getattr(each, name)) for name in ("given", "best"))
    parts = [
        _("your pick {answer}: {heads}").format(answer=pick.words, heads=pick.value),
        _("played {answer}: {heads}").format(answer=given.words, heads=given.value),
        _("coach {answer}: {heads}").format(answer=best.words, heads=best.value),
    ]
    said = _("Heads to be expected: {parts}.").format(parts=and_list(parts))
    agrees = _("The coach would choose it, too.")
    return f"{agrees} {said}" if pick.best else said


def _title(decision: Decision) -> str:
    """What was answered, and what the coach would have answered."""
    given, best = answer_text(decision.answer), answer_text(decision.best)
    return _("{given} instead of {best}").format(given=given, best=best)


def _card(answer: Action, cards: tuple[Card, ...]) -> Card | None:
    return None if isinstance(answer, Take) else cards[answer.card]
