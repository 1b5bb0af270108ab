"""The page of a review: the account of the game and of its rounds, and its decisions by what they cost."""

from typing import Final, NamedTuple

from sixth.coach.account import Account, Decision, Review, RoundOdds
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reasons import reasons_for
from sixth.coach.text import (
    DIGITS,
    answer_text,
    hindsight_text,
    interval_text,
    loss_text,
    moment_text,
    odds_text,
    par_text,
    summary,
    verdict_text,
    where_text,
)
from sixth.i18n import gettext as _
from sixth.i18n import ngettext, number_text, translate
from sixth.rules.events import Action, Chose, Take, Took
from sixth.rules.record import Record
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.server.features.reviews.drawing import (
    Bars,
    Course,
    Term,
    WholeBars,
    account_bars,
    course_of,
    exact_terms,
    whole_bars,
)
from sixth.server.web.views.axes import Whisker, whiskers
from sixth.server.web.views.cards import Card, RowPicture, cards_of, row_picture

_MOST_DECISIONS: Final = 8
"""Decisions of one kind that are shown: those that cost most."""


class ShownAnswer(NamedTuple):
    """An answer with its value: the `card` that it plays, or else its `words`."""

    card: Card | None
    words: str
    value: str
    interval: str
    whisker: Whisker
    given: bool
    best: bool


class ShownDecision(NamedTuple):
    """A decision as it was: what lay on the table, what was played, and what each answer was worth.

    `better` is the best answer where it is clearly better than `given`, which cost `cost`, in whole heads.
    `step` is the step of the replay in which one sees what came of it; before it there were `events`.
    """

    round: int
    moment: str
    given: ShownAnswer
    better: ShownAnswer | None
    cost: str
    verdict: str
    kind: str
    loss: str
    interval: str
    rows: tuple[RowPicture, ...]
    answers: tuple[ShownAnswer, ...]
    reasons: tuple[str, ...]
    step: int
    events: int


class Hindsight(NamedTuple):
    """What the hidden cards had to do with a choice: no judgement of it."""

    where: str
    title: str
    text: str


class Exact(NamedTuple):
    """An account to a tenth of a head; `odds` says what a round did to those of winning the game."""

    sentence: str
    bars: Bars
    terms: tuple[Term, ...]
    odds: str
    estimated: bool


class ShownRound(NamedTuple):
    """The account of a round, in whole heads and exactly, and how its expected result changed."""

    number: int
    result: str
    bars: WholeBars
    course: Course | None
    exact: Exact


class ReviewPage(NamedTuple):
    """All that the page of a review shows.

    `decisions` are those that clearly cost something, `close` those of which no answer is clearly best.
    """

    result: str
    bars: WholeBars
    clear: str
    exact: Exact
    rounds: tuple[ShownRound, ...]
    decisions: tuple[ShownDecision, ...]
    close: tuple[ShownDecision, ...]
    hindsights: tuple[Hindsight, ...]


def review_page(record: Record, review: Review) -> ReviewPage:
    """Return what the page of a review shows; `record` is that of its game."""
    whole = review.total
    found = [
        (played.number, position, decision)
        for played, judged in zip(rounds_of(record, review.seat), review.rounds, strict=True)
        for position, decision in zip(played.positions, judged.decisions, strict=True)
        if decision.verdict not in ("forced", "best")
    ]
    found.sort(key=lambda each: -each[2].loss)
    clear = [each for each in found if each[2].is_loss]
    close = [each for each in found if not each[2].is_loss]
    return ReviewPage(
        result=par_text(whole),
        bars=whole_bars(whole, [whole]),
        clear=_clear_losses(len(clear)),
        exact=_exact(whole, estimated=any(each.par_estimated for each in review.rounds)),
        rounds=tuple(
            ShownRound(
                each.round,
                par_text(each),
                whole_bars(each, review.rounds),
                course_of(each),
                _exact(each, odds=each.odds, estimated=each.par_estimated),
            )
            for each in review.rounds
        ),
        decisions=tuple(_decision(record, *each) for each in clear[:_MOST_DECISIONS]),
        close=tuple(_decision(record, *each) for each in close[:_MOST_DECISIONS]),
        hindsights=tuple(
            Hindsight(where_text(each, decision), _title(decision), hindsight_text(decision.hindsight))
            for each in review.rounds
            for decision in each.decisions
            if decision.hindsight and decision.is_loss
        ),
    )


def _exact(each: Account, *, odds: RoundOdds | None = None, estimated: bool) -> Exact:
    said = odds_text(odds) if odds else ""
    return Exact(summary(each), account_bars(each), exact_terms(each), said, estimated)


def _clear_losses(count: int) -> str:
    """Say how many decisions clearly cost something."""
    if not count:
        return _("No choice clearly cost anything.")
    return ngettext(
        "{count} choice clearly cost something.", "{count} choices clearly cost something.", count
    ).format(count=count)


def _decision(record: Record, round: int, position: Position, decision: Decision) -> ShownDecision:
    view = position.view
    cards = cards_of(view.rules.heads_of)
    drawn = zip(decision.answers, whiskers([(each.value, each.ci) for each in decision.answers]), strict=True)
    answers = [
        ShownAnswer(
            card=_card(each.answer, cards),
            words=answer_text(each.answer),
            value=number_text(each.value, digits=DIGITS),
            interval=interval_text(each.ci),
            whisker=whisker,
            given=each.answer == decision.answer,
            best=each.answer == decision.best,
        )
        for each, whisker in drawn
    ]
    return ShownDecision(
        round=round,
        moment=moment_text(decision),
        given=next(each for each in answers if each.given),
        better=next(each for each in answers if each.best) if decision.is_loss else None,
        cost=loss_text(decision),
        verdict=verdict_text(decision.verdict),
        kind=decision.verdict,
        loss=number_text(decision.loss, digits=DIGITS),
        interval=interval_text(decision.loss_ci),
        rows=tuple(row_picture(view.rules, at, row, cards, {}) for at, row in enumerate(view.rows)),
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


def _title(decision: Decision) -> str:
    """What was answered, and what the coach would have answered."""
    given, best = answer_text(decision.answer), answer_text(decision.best)
    return _("{given} instead of {best}").format(given=given, best=best)


def _card(answer: Action, cards: tuple[Card, ...]) -> Card | None:
    return None if isinstance(answer, Take) else cards[answer.card]
