"""The check of deals, from a record alone."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

import sixth
from sixth.rules.deal import Dealer, commitment, secret_from_seed
from sixth.rules.events import Deal, Dealt, Event, Lay, Proof
from sixth.rules.game import advance, legal
from sixth.rules.options import End, Rules
from sixth.rules.record import Record, Seat, read
from sixth.rules.state import start
from sixth.rules.verify import verify
from tests.rules.strategies import games, random_game

TwoRounds = Rules(seats=4, end=End("rounds", 2))
Halves = sixth.games["halves"].replace(seats=4)
Draft = Rules(seats=3, deck="tactical", deal="draft", hand=2, end=End("rounds", 3))


@settings(max_examples=60)
@given(record=games())
def test_every_game_that_our_dealer_dealt_is_fair(record: Record) -> None:
    verdict = verify(record)
    if verdict.deals:
        assert verdict.fair
        assert verdict.unfair is None
    assert verdict.deals == sum(isinstance(event, Dealt) for event in record.events)
    assert verdict.game == record.game


def game_with_deals(rules: Rules, change: Callable[[int, Deal | Lay], Deal | Lay]) -> Record:
    """A whole game whose dealer deals as `change` says; `change` gets the number of the deal."""
    dealer = Dealer(secret_from_seed(1), tuple(f"text {seat}" for seat in range(rules.seats)))
    state = start(rules)
    events: list[Event] = []
    deals = 0
    while not state.over:
        step = dealer.step(state)
        if isinstance(step, Deal | Lay):
            deals += 1
            step = change(deals, step)
        if step is not None:
            new, state = advance(state, None, step)
        else:
            seat = state.to_act[0]
            new, state = advance(state, seat, legal(state, seat)[0])
        events += new
    seats = tuple(Seat(f"Seat {number}") for number in range(rules.seats))
    record = Record("g", rules, seats, None, tuple(events))
    # By the rules alone nothing is wrong with it.
    assert list(read(record.lines())) == [record]
    return record


def swap(cards: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
    new = list(cards)
    new[one], new[other] = new[other], new[one]
    return tuple(new)


@pytest.mark.parametrize(
    ("rules", "number", "places", "where"),
    [
        *(
            (TwoRounds, number, places, f"round {number}")
            for number in (1, 2)
            for places in ((0, 10), (39, 40), (40, 43))
        ),
        (Halves, 2, (0, 20), "round 1, second half,"),
    ],
)
def test_two_cards_exchanged_are_found_in_the_deal_where_it_happened(
    rules: Rules, number: int, places: tuple[int, int], where: str
) -> None:
    def change(deal: int, step: Deal | Lay) -> Deal | Lay:
        assert isinstance(step, Deal)
        return replace(step, cards=swap(step.cards, *places)) if deal == number else step

    verdict = verify(game_with_deals(rules, change))
    assert not verdict.fair
    assert verdict.unfair == (
        f"the deal of {where} does not follow: these are not the cards that the secret and the texts give"
    )
    assert verdict.deals == 2


def test_a_card_from_the_stock_is_found_and_the_first_unfair_deal_named() -> None:
    def change(deal: int, step: Deal | Lay) -> Deal | Lay:
        assert isinstance(step, Deal)
        other = next(card for card in range(1, 105) if card not in step.cards)
        return replace(step, cards=(other, *step.cards[1:]))

    assert "round 1 does not follow" in str(verify(game_with_deals(TwoRounds, change)).unfair)


@pytest.mark.parametrize("round", [1, 2, 3])
def test_another_first_pick_in_a_draft_is_found(round: int) -> None:
    def change(deal: int, step: Deal | Lay) -> Deal | Lay:
        # Each round of a draft lays the deck, then deals.
        return Lay((step.first + 1) % 3) if isinstance(step, Lay) and deal == 2 * round - 1 else step

    assert verify(game_with_deals(Draft, change)).unfair == (
        f"the deal of round {round} does not follow: another seat should have picked first"
    )


def proofs(**changes: Any) -> Callable[[Proof], Proof | None]:
    return lambda proof: replace(proof, **changes)


OTHER = secret_from_seed("other")
WRONG_PROOFS: dict[str, tuple[Callable[[Proof], Proof | None], str]] = {
    "no proof": (lambda proof: None, "it carries no proof"),
    "another secret": (proofs(secret=OTHER.hex()), "its secret is not the one that was promised"),
    "another promise": (proofs(commitment=commitment(OTHER)), "its secret is not the one that was promised"),
    "no hexadecimal": (proofs(secret="xyz"), "its secret is not hexadecimal"),
    "half a byte": (proofs(secret="abc"), "its secret is not hexadecimal"),
    "no secret": (proofs(secret=""), "its secret is not the one that was promised"),
    "another text": (proofs(texts=("x", "text 1", "text 2", "text 3")), "not the cards"),
    "a text less": (proofs(texts=("text 0", "text 1", "text 2")), "not the cards"),
    "a text more": (proofs(texts=("text 0", "text 1", "text 2", "text 3", "")), "not the cards"),
    "no texts": (proofs(texts=()), "not the cards"),
    "another game's proof": (proofs(secret=OTHER.hex(), commitment=commitment(OTHER)), "not the cards"),
}


def with_proof(record: Record, number: int, change: Callable[[Proof], Proof | None]) -> Record:
    """The record with the proof of one deal (from 1) changed; the rules do not mind."""
    events: list[Event] = []
    deals = 0
    for event in record.events:
        new = event
        if isinstance(event, Dealt):
            deals += 1
            assert event.proof is not None
            if deals == number:
                new = replace(event, proof=change(event.proof))
        events.append(new)
    copy = replace(record, events=tuple(events))
    assert list(read(copy.lines())) == [copy]
    return copy


@pytest.mark.parametrize("case", WRONG_PROOFS)
def test_a_deal_is_unfair_with(case: str) -> None:
    change, text = WRONG_PROOFS[case]
    first, later = (verify(with_proof(random_game(TwoRounds, 1), deal, change)).unfair for deal in (1, 2))
    assert first is not None
    assert first.startswith("the deal of round 1 does not follow: ")
    assert text in first
    assert later is not None
    assert later.startswith("the deal of round 2 does not follow: ")


def test_texts_may_not_change_from_deal_to_deal_though_the_cards_follow_from_them() -> None:
    other = Dealer(secret_from_seed(1), ("chosen", "after", "the", "first"))

    def change(deal: int, step: Deal | Lay) -> Deal | Lay:
        assert isinstance(step, Deal)
        return step if deal == 1 else Deal(other.shuffled(104, 2)[:44], other.proof)

    assert verify(game_with_deals(TwoRounds, change)).unfair == (
        "the deal of round 2 does not follow: its promise or its texts are not those of the deals before it"
    )


def test_a_game_without_a_deal_has_nothing_to_check() -> None:
    rules = sixth.games["classic"].replace(seats=2)
    verdict = verify(Record("g", rules, (Seat("a"), Seat("b")), None, ()))
    assert (verdict.deals, verdict.fair, verdict.unfair) == (0, False, "it has no deal to check")
