"""Reviewing: the account of every round that a seat took part in."""

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
from sixth.coach.intervals import Error, error_of, total
from sixth.coach.judgement import PLAYOUTS, Judgement, judge, judge_opened
from sixth.coach.lanes import outlooks_of
from sixth.coach.measuring import Baseline
from sixth.coach.odds import round_odds
from sixth.coach.positions import Position, Round, check, rounds_of
from sixth.coach.reasons import reasons_for
from sixth.coach.reference import one_round
from sixth.rules.options import Rules
from sixth.rules.record import Record
from sixth.rules.view import View

Progress = Callable[[int, int], None]
"""Is told how many decisions are done, and of how many."""

_OUTLOOK_PLAYOUTS: Final = 512
"""Playouts of each of the two answers that an outlook compares: shares are then sure to a few percent."""


def review(
    record: Record,
    seat: int,
    *,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Work out what each decision of `seat` was worth in a game that is over, and how much was luck.

    The same record, playouts and seed give the same. `progress` is called after each decision.

    Raises:
        CannotReviewError: the game is not over or was abandoned, or there is no such seat.
    """
    found = review_rounds(record, seat, playouts=playouts, seed=seed, progress=progress)
    return Review(record.game, seat, playouts, seed, tuple(found))


def review_rounds(
    record: Record,
    seat: int,
    *,
    done: int = 0,
    playouts: int = PLAYOUTS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Iterator[RoundReview]:
    """Yield the rounds of a review one by one, as soon as each is worked out, without the first `done`.

    A round says the same whether the rounds before it were worked out here or not.

    Raises:
        CannotReviewError: the game is not over or was abandoned, or there is no such seat.
    """
    check(record, seat)
    rounds = tuple(rounds_of(record, seat))
    steps = sum(len(each.positions) for each in rounds)
    step = sum(len(each.positions) for each in rounds[:done])
    for each in rounds[done:]:
        judged: list[Judgement | None] = []
        for number, position in enumerate(each.positions):
            known = is_judged(position, first=number == 0)
            judged.append(judge(position.view, playouts=playouts, seed=seed) if known else None)
            step += 1
            if progress is not None:
                progress(step, steps)
        found = account(each, judged, record.rules, playouts)
        opened = [
            _hindsight(record, position, known, decision, playouts=playouts, seed=seed)
            for position, known, decision in zip(each.positions, judged, found.decisions, strict=True)
        ]
        odds = round_odds(record, seat, rounds=(each.number,), seed=seed)
        explained = [
            _explained(position.view, decision, seed=seed)
            for position, decision in zip(each.positions, opened, strict=True)
        ]
        yield replace(found, decisions=tuple(explained), odds=odds.get(each.number))


def _hindsight(
    record: Record,
    position: Position,
    judged: Judgement | None,
    decision: Decision,
    *,
    playouts: int,
    seed: int,
) -> Decision:
    """Return the decision with what the hidden cards had to do with it, where there is that to say."""
    if judged is None or decision.answer == decision.best:
        return decision
    given = position.view.legal.index(position.answer)
    hands = record.state(position.events).hands
    opened = judge_opened(position.view, hands, given, judged.best, playouts=playouts // 4, seed=seed)
    if opened is None:
        return decision
    expected = judged.heads[:, given] - judged.heads[:, judged.best]
    value = stored(float(opened.mean() - expected.mean()))
    error = total([error_of(opened), error_of(expected)])
    return replace(decision, hindsight=Estimate(value, around(value, error.margin)))


def _explained(view: View, decision: Decision, *, seed: int) -> Decision:
    """Return a decision that clearly cost something with where it differs from the best one in the worlds."""
    if not decision.is_loss:
        return decision
    answers = decision.answer, decision.best
    found = outlooks_of(view, answers, playouts=_OUTLOOK_PLAYOUTS, seed=seed)
    if not found:
        return decision
    both = found[decision.answer], found[decision.best]
    return replace(decision, outlooks=both, reasons=reasons_for(view, *answers, found))


def is_judged(position: Position, *, first: bool) -> bool:
    """Return whether there is anything to say: not of a forced answer, unless the round begins with it."""
    return not position.forced or (first and not position.view.rules.flips)


def worth(position: Position, judged: Judgement | None) -> Decision:
    """Return what an answer was worth, as the account of its round says it.

    Where nobody has measured par it is what it would cost if the policy played on: an estimate takes too long
    for whoever waits for it during a game.
    """
    rules, seats = position.view.rules, len(position.view.seats_in)
    baseline = Baseline(0.0, Error(), 0.0)
    if is_measured(rules, seats):
        baseline = baseline_of(one_round(rules, seats), playouts=PLAYOUTS)
    return _node(position, judged, baseline, 1.0 if heads_hurt(rules) else -1.0).decision


@dataclass(frozen=True)
class _Node:
    """A decision, and how far its figures may be off: the best answer's, the given one's, and their gap."""

    decision: Decision
    best: Error
    given: Error
    loss: Error


def _node(position: Position, judged: Judgement | None, baseline: Baseline, sign: float) -> _Node:
    answers, given = position.view.legal, position.view.legal.index(position.answer)
    if judged is None:
        none = Decision(
            position.turn, position.kind, position.answer, position.answer, 0.0, (0.0, 0.0), "forced", ()
        )
        return _Node(none, Error(), Error(), Error())
    best = judged.best
    rules = one_round(position.view.rules, len(position.view.seats_in))
    share = baseline.share(rules, position.kind, position.turn)
    seat = position.view.seat
    assert seat is not None
    taken = sign * position.view.round_heads[seat]
    heads = judged.heads - share * (judged.heads - taken)
    if position.kind == "take":
        # What a row costs is paid at once, so all answers save the same.
        heads = judged.heads - share * (judged.heads[:, [best]].mean() - taken)
    values = [stored(float(mean)) for mean in heads.mean(axis=0)]
    errors = [error_of(column) for column in heads.T]
    gap = error_of(heads[:, given] - heads[:, best])
    loss = values[given] - values[best]
    interval = _interval(loss, gap)
    decision = Decision(
        turn=position.turn,
        kind=position.kind,
        answer=position.answer,
        best=answers[best],
        loss=loss,
        loss_ci=interval,
        verdict="forced" if position.forced else verdict_on(interval, same=given == best),
        answers=tuple(
            AnswerValue(answer, sign * value, _interval(sign * value, error))
            for answer, value, error in zip(answers, values, errors, strict=True)
        ),
        reasons=() if position.forced else reasons_for(position.view, position.answer, answers[best]),
    )
    return _Node(decision, errors[best], errors[given], gap)


def account(each: Round, judged: Sequence[Judgement | None], rules: Rules, playouts: int) -> RoundReview:
    """Add up a round: from par to the first decision, over each decision to the next, to the result."""
    sign = 1.0 if heads_hurt(rules) else -1.0
    baseline = baseline_of(one_round(rules, each.seats(rules)), playouts=playouts)
    nodes = [
        _node(position, found, baseline, sign) for position, found in zip(each.positions, judged, strict=True)
    ]
    decisions = tuple(node.decision for node in nodes)
    par = baseline.par
    deal, deal_error = 0.0, Error()
    after = [baseline.error, *(node.loss for node in nodes)]
    if nodes and not rules.flips:
        value = decisions[0].value
        assert value is not None
        deal, deal_error = sign * value - par, total([nodes[0].best, baseline.error])
        # What follows begins with the answer given, whose figure is of the same worlds as that of the best.
        after = [nodes[0].given, *(node.loss for node in nodes[1:])]
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
