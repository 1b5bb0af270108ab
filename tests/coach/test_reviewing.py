"""The account adds up, is the same each time, and knows nothing that the seat did not know."""

import json
from dataclasses import replace
from fractions import Fraction
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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
    """Whether the terms make the result: as floating point, and as the decimals that JSON says."""
    terms = (each.deal, each.own, each.others)
    said = [Fraction(json.dumps(term)) for term in terms]
    result = sign * (each.heads - each.par)
    return sum(terms) == result and sum(said) == sign * (each.heads - Fraction(json.dumps(each.par)))


def luck_after(each: RoundReview) -> float:
    """The luck after each decision, from the values of the answers alone."""
    found, value = 0.0, None
    for decision in each.decisions:
        if decision.value is None:
            continue
        found += 0.0 if value is None else decision.value - value
        value = next(one.value for one in decision.answers if one.answer == decision.answer)
    assert value is not None
    return found + each.heads - value


@pytest.fixture(scope="module")
def found() -> Review:
    return review(recorded(rounds=2), 0, playouts=FEW)


def test_the_terms_make_the_result_to_the_last_digit(found: Review) -> None:
    assert len(found.rounds) == 2
    assert all(adds_up(each) for each in found.rounds)


@given(st.sampled_from(sorted(sixth.games)), st.integers(0, 99), st.integers(0, 3))
@settings(max_examples=10, deadline=None)
def test_in_every_named_game_the_terms_make_the_result(name: str, seed: int, seat: int) -> None:
    record = recorded(name, seats=4, seed=seed)
    found = review(record, seat, playouts=1).rounds
    assert len(found) == sum(seat in each for each in taking_part(record))
    for each in found:
        assert adds_up(each, sign=-1 if record.rules.goal == "most" else 1)
        shown = shown_terms(each)
        result = round(each.sign * (each.heads - shown[0]) * 10)
        assert sum(round(10 * term) for term in shown[1:]) == result
        if record.rules.flips:
            assert each.deal == 0
        assert all(decision.loss == 0 for decision in each.decisions if decision.verdict == "forced")


def taking_part(record: Record) -> list[tuple[int, ...]]:
    """The seats that are in, by round."""
    ended = [event for event in record.events if isinstance(event, RoundEnded)]
    found, seats = [], set(range(record.rules.seats))
    for event in ended:
        found.append(tuple(seats))
        seats -= {*event.out}
    return found


def test_the_account_of_a_game_is_that_of_its_rounds(found: Review) -> None:
    whole, (one, two) = found.total, found.rounds
    for term in ("heads", "par", "deal", "own", "others"):
        assert getattr(whole, term) == getattr(one, term) + getattr(two, term)

    def margin(each: Account, term: str) -> float:
        low, high = getattr(each, f"{term}_ci")
        return float(high - low) / 2

    # What was measured for each round alone grows as the root of how many there are, par with their number.
    assert margin(whole, "par") == pytest.approx(2 * margin(one, "par"), abs=0.01)
    assert margin(whole, "own") == pytest.approx(hypot(margin(one, "own"), margin(two, "own")), abs=0.01)
    assert margin(whole, "deal") >= margin(whole, "par")


def test_what_is_stored_at_a_decision_ends_one_term_and_begins_the_next(found: Review) -> None:
    for each in found.rounds:
        assert each.others == luck_after(each)
        assert each.own == sum(decision.loss for decision in each.decisions)
        assert each.decisions[0].value is not None
        assert each.deal == each.decisions[0].value - each.par


def test_a_review_is_the_same_for_the_same_seed(found: Review) -> None:
    assert review(recorded(rounds=2), 0, playouts=FEW) == found
    assert review(recorded(rounds=2), 0, playouts=FEW, seed=1) != found


def test_a_review_comes_back_from_its_json(found: Review) -> None:
    told = json.loads(json.dumps(review_to_json(found)))
    assert review_to_json(review_from_json(told)) == told


def test_a_decision_that_cost_something_says_where_it_differs_from_the_best_one() -> None:
    found = review(recorded(rounds=2), 0, playouts=1_024)
    decisions = [decision for each in found.rounds for decision in each.decisions]
    assert all((decision.outlooks is not None) == decision.is_loss for decision in decisions)
    costly = max(decisions, key=lambda decision: decision.loss)
    assert costly.outlooks is not None
    ours, best = costly.outlooks
    assert [each.card for each in ours] == [each.card for each in best]
    assert costly.reasons[0].code in {"now-or-later", "of-another-card"}


def test_progress_is_told_after_each_decision() -> None:
    told: list[tuple[int, int]] = []
    review(recorded(), 1, playouts=FEW, progress=lambda done, steps: told.append((done, steps)))
    assert told == [(done, len(told)) for done in range(1, len(told) + 1)]
    assert len(told) >= 10


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
