"""The page of a review: the account of the game and of its rounds, and its decisions by what they cost."""

from collections.abc import Mapping
from typing import Any, Final

from sixth.coach import text
from sixth.coach.account import Account, Decision, Review, RoundOdds
from sixth.coach.positions import Position, rounds_of
from sixth.coach.reasons import reasons_for
from sixth.i18n import gettext as _, ngettext, number_text, percent_text, translate
from sixth.rules.events import Action, Chose, Take, Took
from sixth.rules.record import Record
from sixth.rules.sentence import Sentence
from sixth.rules.view import View
from sixth.server.features.reviews import drawing
from sixth.server.web.views.axes import whiskers
from sixth.server.web.views.cards import CardPicture, cards_of, row_pictures

_MAX_DECISIONS: Final = 8
"""Decisions of one kind on the page: those that cost most."""


Part = Mapping[str, Any]
"""The values of a part of the page, by the names that its template has for them."""


def review_page(record: Record, review: Review) -> Part:
    """Return the page of a review; `record` is that of its game.

    `decisions` are those that clearly cost something, `close` those without a clearly best answer.
    `hindsights` are the effects of hidden cards on choices, which are no judgement of them.
    """
    whole = review.total
    decisions = [
        (round.number, position, decision)
        for round, account in zip(rounds_of(record, review.seat), review.rounds, strict=True)
        for position, decision in zip(round.positions, account.decisions, strict=True)
        if decision.verdict not in ("forced", "best")
    ]
    decisions.sort(key=lambda each: -each[2].loss)
    clear = [each for each in decisions if each[2].is_loss]
    close = [each for each in decisions if not each[2].is_loss and not each[2].proved]
    return {
        "result": text.par_text(whole),
        "bars": drawing.whole_bars(whole, [whole]),
        "losses": _clear_losses(len(clear)),
        "exact": _exact(whole, estimated=any(each.par_estimated for each in review.rounds)),
        "rounds": [
            {
                "number": each.round,
                "result": text.par_text(each),
                "bars": drawing.whole_bars(each, review.rounds),
                "course": drawing.course_of(each),
                "exact": _exact(each, odds=each.odds, estimated=each.par_estimated),
            }
            for each in review.rounds
        ],
        "decisions": [_decision(record, *each) for each in clear[:_MAX_DECISIONS]],
        "close": [_decision(record, *each) for each in close[:_MAX_DECISIONS]],
        "hindsights": [
            {
                "where": text.where_text(each, one),
                "title": _("{given} instead of {best}").format(
                    given=text.answer_text(one.answer), best=text.answer_text(one.best)
                ),
                "text": text.hindsight_text(one.hindsight),
            }
            for each in review.rounds
            for one in each.decisions
            if one.hindsight and one.is_loss
        ],
    }


def _exact(each: Account, *, odds: RoundOdds | None = None, estimated: bool) -> Part:
    """Return an account to a tenth of a head; `odds` says how a round changed those of winning the game."""
    return {
        "sentence": text.summary(each),
        "bars": drawing.account_bars(each),
        "terms": drawing.exact_terms(each),
        "odds": text.odds_text(odds) if odds else "",
        "estimated": estimated,
    }


def _clear_losses(count: int) -> str:
    if not count:
        return _("No choice clearly cost anything.")
    return ngettext(
        "{count} choice clearly cost something.", "{count} choices clearly cost something.", count
    ).format(count=count)


def _decision(record: Record, round: int, position: Position, decision: Decision) -> Part:
    """Return a decision: the rows on the table, the answer `played`, and the value of each answer.

    An answer has the `card` that it plays, or its `text`. `better` is the best answer if it is clearly better
    than `played`, which cost `cost`, in whole heads. Where the loss is proved, `proof` says what is best, and
    `exact` has the loss of each answer. `step` is the step of the replay that follows on it,
    `events` are how many came before it.
    """
    view = position.view
    cards = cards_of(view.rules.heads_of)
    pairs = zip(decision.answers, whiskers([(each.value, each.ci) for each in decision.answers]), strict=True)
    answers = [
        {
            **_face(cards, each.answer),
            "value": number_text(each.value, digits=text.DIGITS),
            "interval": text.interval_text(each.ci),
            "whisker": whisker,
            "is_played": each.answer == decision.answer,
            "is_best": each.answer == decision.best,
        }
        for each, whisker in pairs
    ]
    return {
        "round": round,
        "moment": text.moment_text(decision),
        "played": next(each for each in answers if each["is_played"]),
        "better": next(each for each in answers if each["is_best"]) if decision.is_loss else None,
        "cost": text.loss_text(decision),
        "verdict": text.verdict_text(decision.verdict),
        "kind": decision.verdict,
        "loss": number_text(decision.loss, digits=text.DIGITS),
        "interval": text.interval_text(decision.loss_ci),
        "proof": text.proof_text(decision.exact) if decision.proved else "",
        "exact": [
            {
                **_face(cards, each.answer),
                "loss": number_text(each.loss, digits=text.EXACT_DIGITS),
                "often": percent_text(each.chance, digits=0),
                "is_played": each.answer == decision.answer,
                "is_best": each.is_best,
            }
            for each in sorted(decision.exact, key=lambda each: (each.loss, -each.chance))
        ],
        "rows": row_pictures(view.rules, view.rows),
        "answers": answers,
        # Reviews are kept with reasons in English, so reasons for the page are made again.
        "reasons": [translate(each) for each in _reasons(view, decision)],
        "step": 1 + sum(not isinstance(event, Chose | Took) for event in record.events[: position.events]),
        "events": position.events,
    }


def _face(cards: tuple[CardPicture, ...], answer: Action) -> Part:
    """Return an answer as the card that it plays, or as its text."""
    return {
        "card": None if isinstance(answer, Take) else cards[answer.card],
        "text": text.answer_text(answer),
    }


def _reasons(view: View, decision: Decision) -> tuple[Sentence, ...]:
    answers = decision.answer, decision.best
    outlooks = dict(zip(answers, decision.outlooks, strict=True)) if decision.outlooks else None
    return reasons_for(view, *answers, outlooks)
