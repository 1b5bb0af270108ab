"""Actions, their events, and the invariants of every state of a game.

What the events of a whole game must be, the independent referee says: see `test_record.py`.
"""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

import sixth
from sixth.rules.events import (
    Abandon,
    Action,
    Choose,
    Chose,
    Deal,
    Flip,
    Lay,
    Pick,
    Placed,
    Revealed,
    Take,
    Took,
)
from sixth.rules.fold import evolve, fold
from sixth.rules.game import Refusal, advance, decide, due, legal
from sixth.rules.options import End, Rules
from sixth.rules.state import State, start
from tests.rules.strategies import Move, any_move, cards_in_play, combined_rules, moments, moves

EVERY_ACTION: tuple[Action, ...] = (
    *(Pick(card) for card in range(-1, 107)),
    *(Choose(card) for card in range(-1, 107)),
    *(Take(row) for row in range(-1, 12)),
    *(Take(row, "left") for row in range(-1, 12)),
    *(Take(row, "right") for row in range(-1, 12)),
)


# ------------------------------------------------------------------ legal, decide, evolve


@settings(max_examples=60)
@given(move=any_move())
def test_each_legal_action_is_accepted_and_every_other_is_refused(move: Move) -> None:
    state = move.before
    for seat in range(state.rules.seats):
        allowed = legal(state, seat)
        assert len(set(allowed)) == len(allowed)
        for action in allowed:
            decide(state, seat, action)
        for action in EVERY_ACTION:
            if action not in allowed:
                with pytest.raises(Refusal) as refusal:
                    decide(state, seat, action)
                assert (refusal.value.code == "out") == (seat not in state.seats_in)


@given(move=any_move())
def test_a_seat_may_act_exactly_when_the_game_waits_for_it_or_it_has_chosen(move: Move) -> None:
    state = move.before
    for seat in range(state.rules.seats):
        waits = seat in state.to_act
        has_chosen = state.chosen[seat] is not None
        assert bool(legal(state, seat)) == (waits or has_chosen)


@given(move=any_move())
def test_a_refused_action_changes_nothing(move: Move) -> None:
    state = move.before
    before = replace(state)
    for seat in range(state.rules.seats):
        with pytest.raises(Refusal):
            advance(state, seat, Choose(0))
    assert state == before


@given(move=any_move())
def test_folding_the_events_gives_the_state_that_advance_gives(move: Move) -> None:
    assert fold(move.before, move.events) == move.after
    assert decide(move.before, move.seat, move.action) == move.events


@given(move=any_move())
def test_nothing_is_due_in_a_settled_state(move: Move) -> None:
    assert due(move.before) is None
    assert due(move.after) is None


@given(move=any_move())
def test_every_event_but_the_first_was_due(move: Move) -> None:
    state = move.before
    for number, event in enumerate(move.events):
        if number:
            assert due(state) == event
        state = evolve(state, event)


@given(move=any_move())
def test_seats_may_not_do_what_the_dealer_does_nor_the_dealer_what_seats_do(move: Move) -> None:
    state = move.before
    for step in (Lay(0), Deal(()), Flip(), Abandon("no")):
        for seat in range(state.rules.seats):
            with pytest.raises(Refusal):
                decide(state, seat, step)
    for action in (Choose(1), Pick(1), Take(0)):
        with pytest.raises(Refusal):
            decide(state, None, action)


@given(move=any_move(), seat=st.one_of(st.integers(max_value=-1), st.integers(min_value=10)))
def test_a_seat_that_does_not_exist_may_do_nothing(move: Move, seat: int) -> None:
    for action in (Choose(1), Pick(1), Take(0)):
        with pytest.raises(Refusal, match="There is no seat") as refusal:
            decide(move.before, seat, action)
        assert refusal.value.code == "no-such-seat"


# ------------------------------------------------------------------ choosing


def is_choosing(state: State) -> bool:
    return state.phase == "choose" and state.to_act != ()


def has_chosen(state: State) -> bool:
    return is_choosing(state) and len(state.to_act) < len(state.seats_in)


@given(state=moments(condition=has_chosen), data=st.data())
def test_the_same_choice_again_changes_nothing(state: State, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([seat for seat in state.seats_in if seat not in state.to_act]))
    card = state.chosen[seat]
    assert card is not None
    assert advance(state, seat, Choose(card)) == ((), state)


@given(state=moments(condition=has_chosen), data=st.data())
def test_a_new_choice_replaces_the_old_one_until_the_last_has_chosen(
    state: State, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from([seat for seat in state.seats_in if seat not in state.to_act]))
    card = data.draw(st.sampled_from(state.hands[seat]))
    assume(card != state.chosen[seat])
    events, after = advance(state, seat, Choose(card))
    assert events == (Chose(seat, card),)
    assert after.chosen[seat] == card
    assert after == replace(state, chosen=after.chosen)


@given(move=any_move(combined_rules(play="simultaneous")))
def test_after_the_last_choice_nothing_can_be_taken_back(move: Move) -> None:
    assume(any(isinstance(event, Revealed) for event in move.events))
    before, after = move.before, move.after
    for seat in range(after.rules.seats):
        card = before.chosen[seat] if seat != move.seat else None
        if card is not None:
            assert card not in after.hands[seat]
            with pytest.raises(Refusal):
                decide(after, seat, Choose(card))


@given(state=moments(condition=is_choosing), data=st.data())
def test_the_order_of_choosing_makes_no_difference(state: State, data: st.DataObject) -> None:
    cards = {seat: data.draw(st.sampled_from(state.hands[seat])) for seat in state.to_act}
    ends = []
    for order in (sorted(cards), data.draw(st.permutations(sorted(cards)))):
        after = state
        for seat in order:
            after = advance(after, seat, Choose(cards[seat]))[1]
        ends.append(after)
    assert ends[0] == ends[1]


@pytest.mark.parametrize("equal", [7.0, True])
def test_an_action_that_only_equals_a_legal_one_is_kept_as_the_legal_one(equal: object) -> None:
    state = decide_all(Rules(seats=2, hand=2), Deal((1, 7, 3, 4, 20, 30, 40, 50)))
    (event,) = decide(state, 0, Choose(equal))  # type: ignore[arg-type]
    assert isinstance(event, Chose)
    assert type(event.card) is int


def decide_all(rules: Rules, *steps: tuple[int, Action] | Deal | Lay | Flip) -> State:
    """The state after these steps of the dealer and (seat, action) of the seats."""
    state = start(rules)
    for step in steps:
        seat, action = step if isinstance(step, tuple) else (None, step)
        state = advance(state, seat, action)[1]
    return state


# ------------------------------------------------------------------ cards


@settings(max_examples=200)
@given(state=moments())
def test_every_card_of_the_deck_is_in_at_most_one_place(state: State) -> None:
    cards = cards_in_play(state)
    assert max(Counter(cards).values(), default=1) == 1
    # Cards of the round before may still lie there until the next is dealt.
    players = len(state.seats_in) if state.part else state.rules.seats
    assert set(cards) <= set(range(1, state.rules.deck_size(players) + 1))


# ------------------------------------------------------------------ both ends


def test_between_two_equally_close_places_its_player_chooses() -> None:
    rules = Rules(seats=2, hand=2, rows=3, ends="both")
    state = decide_all(rules, Deal((15, 1, 104, 103, 10, 20, 90)), (1, Choose(104)), (0, Choose(15)))
    assert state.to_act == (0,)
    assert legal(state, 0) == (Take(0, "right"), Take(1, "left"))
    assert legal(state, 1) == ()
    for wrong in (Take(0), Take(1), Take(0, "left"), Take(1, "right"), Take(2, "right")):
        with pytest.raises(Refusal) as refusal:
            advance(state, 0, wrong)
        assert refusal.value.code == "no-such-row"
    events, after = advance(state, 0, Take(1, "left"))
    assert events[:2] == (Took(0, 1, "left"), Placed(0, 15, 1, "left", (), "choice"))
    assert after.rows[1] == (15, 20)


# ------------------------------------------------------------------ drafts


def test_in_a_draft_no_cards_are_dealt_but_those_that_were_picked() -> None:
    for move in moves(Rules(seats=2, deck="tactical", deal="draft", hand=2, end=End("rounds", 1)), 1):
        if isinstance(move.action, Deal):
            with pytest.raises(Refusal, match="the picks are the hands"):
                decide(move.before, None, Deal((1, 2, 3, 4, 5, 6, 7, 8)))
            return
    raise AssertionError("no deal")


def test_no_turn_is_counted_while_a_draft_goes_on() -> None:
    for move in moves(Rules(seats=2, deck="tactical", deal="draft", hand=2, end=End("rounds", 2)), 1):
        if move.after.phase == "pick":
            assert (move.after.turn, move.after.part) == (0, 0)


def test_the_first_of_a_draft_is_a_seat_that_is_in() -> None:
    rules = sixth.games["logic"].replace(seats=3)
    with pytest.raises(Refusal, match="cannot pick first"):
        decide(start(rules), None, Lay(3))


# ------------------------------------------------------------------ dealing


DEALS = {
    "too few cards": ((1, 2, 3), "takes 8 cards, not 3"),
    "too many cards": (tuple(range(1, 10)), "takes 8 cards, not 9"),
    "a card twice": ((1, 1, 2, 3, 4, 5, 6, 7), "there once"),
    "a card that is not in the deck": ((1, 2, 3, 4, 5, 6, 7, 105), "in the deck"),
    "card 0": ((0, 1, 2, 3, 4, 5, 6, 7), "in the deck"),
}


@pytest.mark.parametrize("why", DEALS)
def test_a_deal_is_refused_with(why: str) -> None:
    cards, text = DEALS[why]
    with pytest.raises(Refusal, match=text):
        decide(start(Rules(seats=2, hand=2)), None, Deal(cards))


def test_a_second_half_may_not_deal_a_card_again() -> None:
    for move in moves(sixth.games["halves"].replace(seats=7), 3):
        if move.before.part == 1 and isinstance(move.action, Deal):
            taken = [card for pile in move.before.piles for card in pile]
            for repeat in (move.before.rows[0][0], taken[0]):
                with pytest.raises(Refusal, match="not dealt before"):
                    decide(move.before, None, Deal((repeat, *move.action.cards[1:])))
            return
    raise AssertionError("no second half")


def test_an_abandoned_game_has_no_winners_and_takes_nothing_more() -> None:
    state = decide_all(Rules(seats=2, hand=1), Deal((1, 2, 10, 20, 30, 40)))
    events, state = advance(state, None, Abandon("they left"))
    assert len(events) == 1
    assert state.over
    assert state.winners == ()
    assert state.to_act == ()
    for seat in (0, 1):
        assert legal(state, seat) == ()
        with pytest.raises(Refusal, match="The game is over"):
            decide(state, seat, Choose(1))
    for step in (Deal(()), Lay(0), Flip(), Abandon("again")):
        with pytest.raises(Refusal, match="The game is over"):
            decide(state, None, step)
