"""Views: what each seat may know, and nothing else."""

from dataclasses import fields, replace
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

import sixth
from sixth.rules.events import Picked
from sixth.rules.options import Rules
from sixth.rules.state import State
from sixth.rules.view import View, sample, view
from tests.rules.strategies import audiences, cards_in_play, combined_rules, moments, moves, seeds, swap_cards


def deck_size(state: State) -> int:
    return state.rules.deck_size(len(state.seats_in))


@settings(max_examples=200)
@given(state=moments(), rng=seeds())
def test_a_sampled_state_looks_the_same_to_every_audience_and_has_each_card_once(
    state: State, rng: int
) -> None:
    for seat in audiences(state):
        board = view(state, seat)
        other = sample(board, Random(rng))
        assert view(other, seat) == board
        cards = cards_in_play(other)
        assert len(cards) == len(set(cards))


def stock(state: State) -> list[int]:
    """The cards that were not dealt."""
    dealt = cards_in_play(state)
    return [card for card in range(1, deck_size(state) + 1) if card not in dealt]


def holders(state: State) -> list[int]:
    return [seat for seat, hand in enumerate(state.hands) if hand]


def two_have_hidden_cards(state: State) -> bool:
    return not state.rules.drafts and len(holders(state)) >= 2


def has_stock(state: State) -> bool:
    return not state.rules.drafts and bool(holders(state) and stock(state))


def has_choice(state: State) -> bool:
    return any(card is not None for card in state.chosen)


@given(state=moments(condition=two_have_hidden_cards), data=st.data())
def test_nobody_sees_two_others_exchange_hidden_cards(state: State, data: st.DataObject) -> None:
    one, other = data.draw(st.permutations(holders(state)))[:2]
    own = data.draw(st.integers(0, len(state.hands[one]) - 1))
    opposite = data.draw(st.integers(0, len(state.hands[other]) - 1))
    new = swap_cards(state, (one, own), (other, opposite))
    assert new != state
    for seat in audiences(state):
        blind = state.rules.flips or seat not in (one, other)
        assert (view(new, seat) == view(state, seat)) == blind


@given(state=moments(condition=has_stock), data=st.data())
def test_nobody_sees_another_exchange_a_card_with_the_undealt_ones(state: State, data: st.DataObject) -> None:
    one = data.draw(st.sampled_from(holders(state)))
    index = data.draw(st.integers(0, len(state.hands[one]) - 1))
    new = swap_cards(state, (one, index), data.draw(st.sampled_from(stock(state))))
    for seat in audiences(state):
        blind = state.rules.flips or seat != one
        assert (view(new, seat) == view(state, seat)) == blind


@given(state=moments(condition=has_choice), data=st.data())
def test_nobody_sees_which_card_another_has_chosen(state: State, data: st.DataObject) -> None:
    chooser = data.draw(st.sampled_from([seat for seat in state.seats_in if state.chosen[seat] is not None]))
    card = data.draw(st.sampled_from(state.hands[chooser]))
    choices = tuple(card if seat == chooser else choice for seat, choice in enumerate(state.chosen))
    new = replace(state, chosen=choices)
    for seat in audiences(state):
        assert view(new, seat).chosen == (choices[seat] if seat is not None else None)
        if seat != chooser:
            assert view(new, seat) == view(state, seat)


FLIPPED = combined_rules(play="flip")
DRAFTED = combined_rules(deal="draft")


@given(state=moments(FLIPPED), data=st.data())
def test_a_flip_pile_is_known_to_nobody_its_owner_included(state: State, data: st.DataObject) -> None:
    hands = tuple(tuple(data.draw(st.permutations(hand))) for hand in state.hands)
    new = replace(state, hands=hands)
    for seat in audiences(state):
        board = view(state, seat)
        assert board.hand == ()
        assert board.open_hands == ()
        assert board.counts == tuple(map(len, state.hands))
        assert board == view(new, seat)


@given(state=moments(DRAFTED))
def test_a_draft_shows_every_hand_and_the_open_deck_to_everybody(state: State) -> None:
    for seat in audiences(state):
        board = view(state, seat)
        assert board.open_hands == state.hands
        assert board.open_deck == state.open_deck


def nothing_is_placed(state: State) -> bool:
    return state.phase == "pick" or (state.phase, state.turn) == ("choose", 1)


@given(state=moments(DRAFTED, nothing_is_placed))
def test_a_drafts_picks_are_in_everybodys_history(state: State) -> None:
    for seat in audiences(state):
        history = view(state, seat).history
        picks = {(event.seat, event.card) for event in history if isinstance(event, Picked)}
        assert picks == {(owner, card) for owner, hand in enumerate(state.hands) for card in hand}


@given(state=moments(condition=lambda state: state.part > 0))
def test_unseen_cards_are_exactly_those_somewhere_hidden(state: State) -> None:
    deck = set(range(1, deck_size(state) + 1))
    for seat in audiences(state):
        board = view(state, seat)
        visible = set(cards_in_play(state)) - {card for hand in state.hands for card in hand} | set(
            state.open_deck
        )
        if state.rules.drafts:
            visible |= {card for hand in state.hands for card in hand}
        elif seat is not None and not state.rules.flips:
            visible |= set(state.hands[seat])
        assert set(board.unseen()) == deck - visible


@given(state=moments())
def test_a_view_says_who_must_act_and_what_was_taken(state: State) -> None:
    for seat in audiences(state):
        board = view(state, seat)
        assert board.to_act == state.to_act
        assert board.over == state.over
        heads_of = state.rules.heads_of
        assert board.round_heads == tuple(sum(heads_of[card] for card in pile) for pile in state.piles)


def test_a_sample_draws_every_hand_that_fits_about_equally_often() -> None:
    state = next(moves(Rules(seats=2, hand=1, rows=1, deck=6), 1)).after
    board = view(state, 0)
    rng = Random(1)
    hands = [sample(board, rng).hands[1] for _ in range(4000)]
    counts = [hands.count((card,)) for card in board.unseen()]
    assert sum(counts) == 4000
    assert len(counts) == 4
    assert all(900 < count < 1100 for count in counts)


def test_a_view_has_no_field_for_what_must_stay_hidden() -> None:
    hidden = {"hands", "pile", "deck", "stock", "secret", "proof", "events", "state"}
    assert not hidden & {field.name for field in fields(View)}


@pytest.mark.parametrize("seat", [-1, 4, 10])
def test_there_is_no_view_of_a_seat_that_does_not_exist(seat: int) -> None:
    game = sixth.Game(sixth.games["classic"].replace(seats=4), seed=1)
    with pytest.raises(sixth.Refusal, match=f"There is no seat {seat}"):
        game.view(seat)
