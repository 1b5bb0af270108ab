"""The account adds up, is the same each time, and knows nothing that the seat did not know."""

import json
from dataclasses import replace
from fractions import Fraction
from math import hypot

import pytest

import sixth
from sixth.coach import (
    Account,
    CannotReviewError,
    Review,
    RoundReview,
    review,
    review_from_json,
    review_to_json,
)
from sixth.coach.positions import check
from sixth.coach.text import shown_terms
from sixth.rules.events import RoundEnded
from sixth.rules.record import Record
from tests.coach.games import FEW, recorded


def adds_up(each: RoundReview, *, sign: int = 1) -> bool:
    """Return whether the terms add up to the result, as floats and as the decimals of JSON."""
    terms = (each.deal, each.own, each.others)
    decimals = [Fraction(json.dumps(term)) for term in terms]
    result = sign * (each.heads - each.par)
    return sum(terms) == result and sum(decimals) == sign * (each.heads - Fraction(json.dumps(each.par)))


def luck_after(each: RoundReview) -> float:
    """Return the luck after all decisions, from the values of the answers alone."""
    luck, value = 0.0, None
    for decision in each.decisions:
        if decision.value is None:
            continue
        luck += 0.0 if value is None else decision.value - value
        value = next(one.value for one in decision.answers if one.answer == decision.answer)
    assert value is not None
    return luck + each.heads - value


@pytest.fixture(scope="module")
def game_review() -> Review:
    return review(recorded(rounds=2), 0, playouts=FEW)


def test_the_terms_make_the_result_to_the_last_digit(game_review: Review) -> None:
    assert len(game_review.rounds) == 2
    assert all(adds_up(each) for each in game_review.rounds)


@pytest.mark.parametrize(("seed", "name"), list(enumerate(sorted(sixth.games))))
def test_in_every_named_game_the_terms_make_the_result(seed: int, name: str) -> None:
    # All the cards are dealt in halves, so that few seats have many turns.
    record, seat = recorded(name, seats=6 if name == "halves" else 3, seed=seed), seed % 3
    rounds = review(record, seat, playouts=1).rounds
    assert len(rounds) == sum(seat in each for each in seats_by_round(record))
    for each in rounds:
        assert adds_up(each, sign=-1 if record.rules.goal == "most" else 1)
        terms = shown_terms(each)
        result = round(each.sign * (each.heads - terms[0]) * 10)
        assert sum(round(10 * term) for term in terms[1:]) == result
        if record.rules.flips:
            assert each.deal == 0
        assert all(decision.loss == 0 for decision in each.decisions if decision.verdict == "forced")


def seats_by_round(record: Record) -> list[tuple[int, ...]]:
    """Return the seats that are in, by round."""
    ends = [event for event in record.events if isinstance(event, RoundEnded)]
    result, seats = [], set(range(record.rules.seats))
    for event in ends:
        result.append(tuple(seats))
        seats -= {*event.out}
    return result


def test_the_account_of_a_game_is_that_of_its_rounds(game_review: Review) -> None:
    whole, (one, two) = game_review.total, game_review.rounds
    for term in ("heads", "par", "deal", "own", "others"):
        assert getattr(whole, term) == getattr(one, term) + getattr(two, term)

    def margin(each: Account, term: str) -> float:
        low, high = getattr(each, f"{term}_ci")
        return float(high - low) / 2

    # What was measured for each round alone grows as the root of how many there are, par with their number.
    assert margin(whole, "par") == pytest.approx(2 * margin(one, "par"), abs=0.01)
    assert margin(whole, "own") == pytest.approx(hypot(margin(one, "own"), margin(two, "own")), abs=0.01)
    assert margin(whole, "deal") >= margin(whole, "par")


def test_what_is_stored_at_a_decision_ends_one_term_and_begins_the_next(game_review: Review) -> None:
    for each in game_review.rounds:
        assert each.others == luck_after(each)
        assert each.own == sum(decision.loss for decision in each.decisions)
        assert each.decisions[0].value is not None
        assert each.deal == each.decisions[0].value - each.par


def test_a_review_is_the_same_for_the_same_seed(game_review: Review) -> None:
    assert review(recorded(rounds=2), 0, playouts=FEW) == game_review
    assert review(recorded(rounds=2), 0, playouts=FEW, seed=1) != game_review


def test_a_review_comes_back_from_its_json(game_review: Review) -> None:
    document = json.loads(json.dumps(review_to_json(game_review)))
    assert review_to_json(review_from_json(document)) == document


def test_a_decision_that_cost_something_says_where_it_differs_from_the_best_one() -> None:
    game_review = review(recorded(rounds=2), 0, playouts=1_024)
    decisions = [decision for each in game_review.rounds for decision in each.decisions]
    assert all((decision.outlooks is not None) == decision.is_loss for decision in decisions)
    costly = max(decisions, key=lambda decision: decision.loss)
    assert costly.outlooks is not None
    ours, best = costly.outlooks
    assert [each.card for each in ours] == [each.card for each in best]
    assert costly.reasons[0].code in {"now-or-later", "of-another-card"}


def test_progress_is_told_after_each_decision() -> None:
    calls: list[tuple[int, int]] = []
    review(recorded(), 1, playouts=FEW, progress=lambda *numbers: calls.append(numbers))
    assert calls == [(number, len(calls)) for number in range(1, len(calls) + 1)]
    assert len(calls) >= 10


def test_what_cannot_be_reviewed_is_refused_in_a_sentence() -> None:
    record = recorded()
    for wrong in (3, -1):
        with pytest.raises(CannotReviewError, match="There is no seat"):
            review(record, wrong)
    with pytest.raises(CannotReviewError, match="not over"):
        review(replace(record, events=record.events[:-1]), 0)
    game = sixth.Game(record.rules, seed=1)
    game.abandon("Everybody left.")
    with pytest.raises(CannotReviewError, match="abandoned"):
        review(game.as_record(), 0)
    with pytest.raises(CannotReviewError, match="bot careful"):
        check(record, 0, bots=False)
