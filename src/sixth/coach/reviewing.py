"""Reviews: the account of every round of a seat."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sixth.bots.bot import heads_hurt
from sixth.coach.account import (
    AnswerValue,
    Decision,
    Estimate,
    Interval,
    Review,
    RoundReview,
    around,
    stored,
    verdict_on,
)
from sixth.coach.baseline import baseline_of, is_measured
from sixth.coach.judgement import PLAYOUTS, Judgement, judge_once, judge_opened
from sixth.coach.lanes import outlooks_of
from sixth.coach.measuring import Baseline
from sixth.coach.odds import round_odds
from sixth.coach.positions import Position, Round, check, rounds_of
from sixth.coach.proofs import Proof, prove_once, proved
from sixth.coach.reasons import reasons_for
from sixth.coach.reference import one_round
from sixth.quantiles import Error, error_of, total
from sixth.rules.options import Rules
from sixth.rules.record import Record
from sixth.rules.view import View

Progress = Callable[[int, int], object]
"""A function that is called with the number of decisions that are done, and the number of all."""

_OUTLOOK_PLAYOUTS: Final = 512
"""Playouts of each of the two answers that are compared: enough to know shares to a few percent."""


def review(
    record: Record, seat: int, *, playouts: int = PLAYOUTS, seed: int = 0, progress: Progress | None = None
) -> Review:
    """Return the review of `seat` in a finished game: the value of each decision, and the share of luck.

    The same record, playouts and seed give the same review. `progress` is called after each decision.

    Raises:
        CannotReviewError: the game is not over or was abandoned, or there is no such seat.
    """
    rounds = review_rounds(record, seat, playouts=playouts, seed=seed, progress=progress)
    return Review(record.game, seat, playouts, seed, tuple(rounds))


def review_rounds(
    record: Record,
    seat: int,
    *,
    done: int = 0,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Iterator[RoundReview]:
    """Yield the rounds of a review except the first `done`, each as soon as it is reviewed.

    The review of a round does not depend on `done`.
    """
    check(record, seat)
    rounds = tuple(rounds_of(record, seat))
    steps = sum(len(each.positions) for each in rounds)
    step = sum(len(each.positions) for each in rounds[:done])
    for each in rounds[done:]:
        judgements: list[Judgement | None] = []
        for number, position in enumerate(each.positions):
            is_open = is_judged(position, first=number == 0)
            judgements.append(judge_once(position.view, playouts, seed) if is_open else None)
            step += 1
            if progress is not None:
                progress(step, steps)
        result = account(each, judgements, record.rules, playouts)
        decisions = []
        for position, judgement, own in zip(each.positions, judgements, result.decisions, strict=True):
            decision = proved(position.view, own, prove_once(position.view))
            if not decision.proved:
                decision = _hindsight(record, position, judgement, own, playouts=playouts, seed=seed)
                decision = _with_outlooks(position.view, decision, seed=seed)
            decisions.append(decision)
        odds = round_odds(record, seat, rounds=(each.number,), seed=seed)
        yield replace(result, decisions=tuple(decisions), odds=odds.get(each.number))


def _hindsight(
    record: Record,
    position: Position,
    judgement: Judgement | None,
    decision: Decision,
    *,
    playouts: int,
    seed: int,
) -> Decision:
    if judgement is None or decision.answer == decision.best:
        return decision
    index = position.view.legal.index(position.answer)
    hands = record.state(position.events).hands
    open_losses = judge_opened(position.view, hands, index, judgement.best, playouts=playouts // 4, seed=seed)
    if open_losses is None:
        return decision
    losses = judgement.heads[:, index] - judgement.heads[:, judgement.best]
    value = stored(float(open_losses.mean() - losses.mean()))
    error = total([error_of(open_losses), error_of(losses)])
    return replace(decision, hindsight=Estimate(value, around(value, error.margin)))


def _with_outlooks(view: View, decision: Decision, *, seed: int) -> Decision:
    """Return the decision with outlooks and their reasons, if it clearly cost something."""
    if not decision.is_loss:
        return decision
    answers = decision.answer, decision.best
    outlooks = outlooks_of(view, answers, playouts=_OUTLOOK_PLAYOUTS, seed=seed)
    if not outlooks:
        return decision
    both = outlooks[decision.answer], outlooks[decision.best]
    return replace(decision, outlooks=both, reasons=reasons_for(view, *answers, outlooks))


def is_judged(position: Position, *, first: bool) -> bool:
    """Return whether the coach judges a position: not a forced one, unless the round begins with it."""
    return not position.forced or (first and not position.view.rules.flips)


def worth(position: Position, judged: Judgement | None, proof: Proof | None) -> Decision:
    """Return the decision of `position` as it stands in the review of its round, exact if there is a proof.

    If there is no table of par for the rules, its cost assumes that the seat then follows the policy: an
    estimate of par takes too long during a game.
    """
    rules, seats = position.view.rules, len(position.view.seats_in)
    baseline = Baseline(0.0, Error(), 0.0)
    if is_measured(rules, seats):
        baseline = baseline_of(one_round(rules, seats), playouts=PLAYOUTS)
    decision = _node(position, judged, baseline, 1.0 if heads_hurt(rules) else -1.0).decision
    return proved(position.view, decision, proof)


@dataclass(frozen=True)
class _Node:
    """A decision, and the errors of the best answer, of the actual answer, and of their difference."""

    decision: Decision
    best: Error
    actual: Error
    loss: Error


def _node(position: Position, judgement: Judgement | None, baseline: Baseline, sign: float) -> _Node:
    answers, index = position.view.legal, position.view.legal.index(position.answer)
    if judgement is None:
        none = Decision(
            position.turn, position.kind, position.answer, position.answer, 0.0, (0.0, 0.0), "forced", ()
        )
        return _Node(none, Error(), Error(), Error())
    best = judgement.best
    rules = one_round(position.view.rules, len(position.view.seats_in))
    share = baseline.share(rules, position.kind, position.turn)
    seat = position.view.seat
    assert seat is not None
    heads_before = sign * position.view.round_heads[seat]
    heads = judgement.heads - share * (judgement.heads - heads_before)
    if position.kind == "take":
        # The cost of a row is paid at once, so all answers save the same.
        heads = judgement.heads - share * (judgement.heads[:, [best]].mean() - heads_before)
    values = [stored(float(mean)) for mean in heads.mean(axis=0)]
    errors = [error_of(column) for column in heads.T]
    gap = error_of(heads[:, index] - heads[:, best])
    loss = values[index] - values[best]
    interval = _interval(loss, gap)
    decision = Decision(
        turn=position.turn,
        kind=position.kind,
        answer=position.answer,
        best=answers[best],
        loss=loss,
        loss_ci=interval,
        verdict="forced" if position.forced else verdict_on(interval, same=index == best),
        answers=tuple(
            AnswerValue(answer, sign * value, _interval(sign * value, error))
            for answer, value, error in zip(answers, values, errors, strict=True)
        ),
        reasons=() if position.forced else reasons_for(position.view, position.answer, answers[best]),
    )
    return _Node(decision, errors[best], errors[index], gap)


def account(each: Round, judged: Sequence[Judgement | None], rules: Rules, playouts: int) -> RoundReview:
    """Return the account of a round; `judged` has a judgement (None: not judged) for each position."""
    sign = 1.0 if heads_hurt(rules) else -1.0
    baseline = baseline_of(one_round(rules, each.seats(rules)), playouts=playouts)
    nodes = [
        _node(position, judgement, baseline, sign)
        for position, judgement in zip(each.positions, judged, strict=True)
    ]
    decisions = tuple(node.decision for node in nodes)
    par = baseline.par
    deal, deal_error = 0.0, Error()
    after = [baseline.error, *(node.loss for node in nodes)]
    if nodes and not rules.flips:
        value = decisions[0].value
        assert value is not None
        deal, deal_error = sign * value - par, total([nodes[0].best, baseline.error])
        # The next term begins with the actual answer, which is measured in the same worlds as the best one.
        after = [nodes[0].actual, *(node.loss for node in nodes[1:])]
    own = sum(decision.loss for decision in decisions)
    others = sign * each.heads - par - deal - own
    return RoundReview(
        round=each.number,
        heads=each.heads,
        par=sign * par,
        par_ci=around(sign * par, baseline.error.margin),
        deal=deal,
        deal_ci=_interval(deal, deal_error),
        own=own,
        own_ci=_interval(own, total([node.loss for node in nodes])),
        others=others,
        others_ci=_interval(others, total(after)),
        decisions=decisions,
        par_estimated=baseline.estimated,
    )


def _interval(value: float, error: Error) -> Interval:
    return around(value, error.margin)
