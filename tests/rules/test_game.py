"""Actions, their events, and the invariants of every state of a game."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings, strategies as st

import sixth
from sixth.rules.board import places
from sixth.rules.events import (
    Abandon,
    Action,
    Choose,
    Chose,
    Deal,
    Dealt,
    Flip,
    GameEnded,
    Laid,
    Lay,
    Pick,
    Placed,
    Revealed,
    RoundEnded,
    Take,
    Took,
)
from sixth.rules.fold import evolve, fold
from sixth.rules.game import Refusal, advance, decide, due, legal
from sixth.rules.options import End, Rules
from sixth.rules.record import Record
from sixth.rules.state import State, start
from tests.rules.strategies import Move, any_move, combined_rules, games, moments, moves, random_game, seeds

EVERY_ACTION: tuple[Action, ...] = (
    *(Pick(card) for card in range(-1, 107)),
    *(Choose(card) for card in range(-1, 107)),
    *(Take(row) for row in range(-1, 12)),
    *(Take(row, "left") for row in range(-1, 12)),
    *(Take(row, "right") for row in range(-1, 12)),
)


def in_play(state: State) -> list[int]:
    """Every card that lies anywhere but in the stock."""
    lists = [*state.rows, *state.piles, *state.hands, state.open_deck, [card for card, _ in state.pending]]
    return [card for cards in lists for card in cards]


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
                with pytest.raises(Refusal):
                    decide(state, seat, action)


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


# ------------------------------------------------------------------ cards, rows and heads


@settings(max_examples=200)
@given(state=moments())
def test_every_card_of_the_deck_is_in_at_most_one_place(state: State) -> None:
    cards = in_play(state)
    assert max(Counter(cards).values(), default=1) == 1
    # Cards of the round before may still lie there until the next is dealt.
    players = len(state.seats_in) if state.part else state.rules.seats
    assert set(cards) <= set(range(1, state.rules.deck_size(players) + 1))


@given(record=games())
def test_no_card_comes_or_goes_within_a_round(record: Record) -> None:
    state = start(record.rules)
    cards: list[int] = []
    for event in record.events:
        state = evolve(state, event)
        if isinstance(event, Laid) or (isinstance(event, Dealt) and event.part == 1):
            cards = sorted(in_play(state))
        elif isinstance(event, Dealt):
            new = sorted(card for hand in event.hands for card in hand)
            assert not set(new) & set(cards)
            cards = sorted(cards + new)
        assert sorted(in_play(state)) == cards


@given(record=games())
def test_a_round_is_dealt_as_many_cards_as_the_options_say(record: Record) -> None:
    state = start(record.rules)
    rules = record.rules
    for event in record.events:
        if isinstance(event, Dealt):
            players = state.seats_in
            each = rules.parts(len(players))[event.part - 1]
            assert [len(hand) for hand in event.hands] == [
                each if seat in players else 0 for seat in range(rules.seats)
            ]
            if event.part == 1:
                assert [len(row) for row in event.rows] == [1] * rules.rows
            else:
                assert event.rows == state.rows
        state = evolve(state, event)


@settings(max_examples=200)
@given(state=moments())
def test_rows_ascend_and_never_hold_more_than_they_may(state: State) -> None:
    for row in state.rows:
        assert list(row) == sorted(set(row))
        assert 1 <= len(row) <= state.rules.row_limit


@given(record=games())
def test_each_card_is_placed_where_the_rules_say(record: Record) -> None:
    state = start(record.rules)
    rules = record.rules
    choice: Took | None = None
    for event in record.events:
        if isinstance(event, Took):
            choice = event
        if isinstance(event, Placed):
            row = state.rows[event.row]
            candidates = places(state.rows, event.card, both=rules.both_ends)
            full = len(row) == rules.row_limit
            place_counts = {"fits": (1, False), "full": (1, True), "low": (0, True), "choice": (2, full)}
            assert (len(candidates), bool(event.taken)) == place_counts[event.why]
            assert event.taken in ((), row)
            assert ((event.row, event.end) in candidates) == (event.why != "low")
            if event.why in ("low", "choice"):
                assert choice == Took(event.seat, event.row, event.end if event.why == "choice" else None)
            else:
                assert choice is None
            choice = None
        state = evolve(state, event)


@given(record=games())
def test_the_cards_of_a_turn_are_placed_from_the_lowest_to_the_highest(record: Record) -> None:
    turn: list[tuple[int, int]] = []
    for event in record.events:
        if isinstance(event, Revealed):
            assert turn == []
            turn = sorted((card, seat) for seat, card in enumerate(event.cards) if card is not None)
        if isinstance(event, Placed) and not record.rules.flips:
            assert (event.card, event.seat) == turn.pop(0)


@given(record=games())
def test_totals_are_the_sums_of_the_heads_taken(record: Record) -> None:
    rules = record.rules
    heads = [0] * rules.seats
    totals = [0] * rules.seats
    for event in record.events:
        if isinstance(event, Placed):
            heads[event.seat] += sum(rules.heads_of[card] for card in event.taken)
        if isinstance(event, RoundEnded):
            totals = [total + now for total, now in zip(totals, heads, strict=True)]
            assert (event.heads, event.totals) == (tuple(heads), tuple(totals))
            heads = [0] * rules.seats
        if isinstance(event, GameEnded):
            assert event.totals == tuple(totals)


@given(record=games())
def test_turns_are_counted_through_the_round_and_hands_are_played_out(record: Record) -> None:
    assume(not record.rules.flips)
    state = start(record.rules)
    turn = 0
    for event in record.events:
        if isinstance(event, Dealt) and event.part == 1:
            turn = 0
        if isinstance(event, Revealed):
            turn += 1
            assert event.turn == turn
            assert [seat for seat, card in enumerate(event.cards) if card is not None] == list(state.seats_in)
        if isinstance(event, RoundEnded):
            assert turn == sum(record.rules.parts(len(state.seats_in)))
            assert not any(state.hands)
        state = evolve(state, event)


# ------------------------------------------------------------------ the end of a game


@settings(max_examples=200)
@given(record=games())
def test_a_game_ends_exactly_when_it_must(record: Record) -> None:
    rules, end = record.rules, record.rules.end
    players = set(range(rules.seats))
    for number, event in enumerate(record.events):
        if not isinstance(event, RoundEnded):
            continue
        over_limit = {seat for seat in players if event.totals[seat] > end.count}
        if end.kind == "elimination":
            assert set(event.out) == over_limit
            last = players - over_limit or players
            players = players - over_limit
        else:
            assert event.out == ()
            last = players
        must_end = {
            "score": max(event.totals) >= end.count,
            "rounds": event.round == end.count,
            "elimination": len(players) <= 1,
        }[end.kind]
        follows = record.events[number + 1]
        assert isinstance(follows, GameEnded) == must_end
        if isinstance(follows, GameEnded):
            best = (min if rules.goal == "fewest" else max)(event.totals[seat] for seat in last)
            assert set(follows.winners) == {seat for seat in last if event.totals[seat] == best}
            assert follows.winners


def elimination(*, seats: int, limit: int) -> Rules:
    return Rules(seats=seats, deck="tactical", hand=3, end=End("elimination", limit))


@given(seed=seeds(), seats=st.integers(3, 10), limit=st.integers(1, 20))
def test_a_tactical_deck_shrinks_as_seats_drop_out(seed: int, seats: int, limit: int) -> None:
    rules = elimination(seats=seats, limit=limit)
    state = start(rules)
    for event in random_game(rules, seed).events:
        if isinstance(event, Dealt):
            players = len(state.seats_in)
            cards = sorted(card for cards in (*event.hands, *event.rows) for card in cards)
            assert cards == list(range(1, 3 * players + 5))
        state = evolve(state, event)


def test_seats_drop_out_one_after_another_in_some_game() -> None:
    record = random_game(elimination(seats=6, limit=10), 1)
    rounds = [event for event in record.events if isinstance(event, RoundEnded)]
    assert sum(bool(event.out) for event in rounds) >= 3
    last = record.events[-1]
    assert isinstance(last, GameEnded)


def test_if_all_who_were_left_go_out_together_the_fewest_heads_among_them_win() -> None:
    rules = Rules(seats=3, hand=1, rows=1, row_limit=1, end=End("elimination", 1))
    # Every card takes the single card before it: 10 (3 heads), then 20 (3), then 30 (3).
    state = decide_all(rules, Deal((20, 30, 40, 10)), (0, Choose(20)), (1, Choose(30)))
    events, state = advance(state, 2, Choose(40))
    assert events[-2:] == (RoundEnded(1, (3, 3, 3), (3, 3, 3), (0, 1, 2)), GameEnded((3, 3, 3), (0, 1, 2)))
    state = decide_all(rules, Deal((20, 33, 45, 10)), (0, Choose(20)), (1, Choose(33)))
    events, state = advance(state, 2, Choose(45))
    assert events[-1] == GameEnded((3, 3, 5), (0, 1))


def test_who_was_out_before_does_not_win_when_the_last_go_out_together() -> None:
    rules = Rules(seats=3, hand=1, rows=1, row_limit=1, end=End("elimination", 4))
    state = decide_all(rules, Deal((12, 23, 34, 11)), (0, Choose(12)), (1, Choose(23)), (2, Choose(34)))
    assert (state.totals, state.seats_in) == ((5, 1, 1), (1, 2))
    state = advance(state, None, Deal((45, 60, 55)))[1]
    assert state.hands == ((), (45,), (60,))
    state = advance(state, 2, Choose(60))[1]
    with pytest.raises(Refusal, match="out of the game"):
        advance(state, 0, Choose(45))
    # 45 is lower than 55 and takes it (7); 60 takes the 45 (2).
    events, state = advance(state, 1, Choose(45))
    assert state.to_act == (1,)
    events, state = advance(state, 1, Take(0))
    assert events[-1].winners == (2,) if isinstance(events[-1], GameEnded) else state.seats_in == (2,)
    assert state.winners == (2,)


# ------------------------------------------------------------------ both ends


def at_both_ends(rows: list[list[int]], hand: list[int], *, row_limit: int = 5) -> State:
    """Two seats at rows of several cards; seat 0 has `hand`, seat 1 high cards that fit somewhere."""
    rules = Rules(seats=2, hand=len(hand), rows=len(rows), ends="both", row_limit=row_limit)
    others = tuple(range(104, 104 - len(hand), -1))
    state = decide_all(rules, Deal((*hand, *others, *(row[0] for row in rows))))
    return replace(state, rows=tuple(map(tuple, rows)))


def test_between_two_equally_close_places_its_player_chooses() -> None:
    state = at_both_ends([[10], [20], [90]], [15, 1])
    state = advance(state, 1, Choose(104))[1]
    state = advance(state, 0, Choose(15))[1]
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


def test_a_full_row_that_is_chosen_is_taken() -> None:
    state = at_both_ends([[6, 7, 8, 9, 10], [20], [90]], [15, 1])
    state = advance(state, 1, Choose(104))[1]
    state = advance(state, 0, Choose(15))[1]
    events, after = advance(state, 0, Take(0, "right"))
    assert events[1] == Placed(0, 15, 0, "right", (6, 7, 8, 9, 10), "choice")
    assert after.rows[0] == (15,)
    assert after.piles[0] == (6, 7, 8, 9, 10)


def test_a_full_row_is_taken_at_its_left_end_too() -> None:
    state = at_both_ends([[16, 17, 18, 19, 20], [90]], [15, 1])
    state = advance(state, 1, Choose(104))[1]
    events, after = advance(state, 0, Choose(15))
    assert Placed(0, 15, 0, "left", (16, 17, 18, 19, 20), "full") in events
    assert after.rows[0] == (15,)


def test_a_card_inside_every_rows_span_takes_a_row_of_choice() -> None:
    state = at_both_ends([[10, 30], [5, 90]], [20, 1])
    state = advance(state, 1, Choose(104))[1]
    state = advance(state, 0, Choose(20))[1]
    assert legal(state, 0) == (Take(0), Take(1))
    events, after = advance(state, 0, Take(1))
    assert events[:2] == (Took(0, 1), Placed(0, 20, 1, "right", (5, 90), "low"))
    assert after.rows[1] == (20,)


# ------------------------------------------------------------------ other goals and other deals


def test_the_most_heads_win_where_that_is_the_goal() -> None:
    rules = Rules(seats=2, hand=1, rows=1, row_limit=1, goal="most", end=End("rounds", 1))
    state = decide_all(rules, Deal((11, 12, 10)), (0, Choose(11)), (1, Choose(12)))
    assert (state.totals, state.winners) == ((3, 5), (1,))


def test_rows_and_piles_stay_between_the_halves() -> None:
    rules = sixth.games["halves"].replace(seats=4)
    for move in moves(rules, 3):
        deal = move.events[0]
        if isinstance(deal, Dealt) and deal.part == 2:
            assert move.before.rows == move.after.rows == deal.rows
            assert move.before.piles == move.after.piles
            assert sum(map(len, deal.rows)) + sum(map(len, move.after.piles)) == 4 * 12 + 4
            assert move.after.turn == 13
            return
    raise AssertionError("no second half")


def test_a_draft_goes_clockwise_from_its_first_seat_past_seats_that_are_out() -> None:
    rules = Rules(seats=4, deck="tactical", deal="draft", hand=2, end=End("elimination", 5))
    state = replace(start(rules), seats_in=(0, 1, 3))
    state = advance(state, None, Lay(3))[1]
    order = []
    while state.to_act:
        (seat,) = state.to_act
        order.append(seat)
        state = advance(state, seat, legal(state, seat)[0])[1]
    assert order == [3, 0, 1, 3, 0, 1]
    state = advance(state, None, Deal(()))[1]
    assert state.rows == ((7,), (8,), (9,), (10,))
    assert state.hands == ((2, 5), (3, 6), (), (1, 4))


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


def test_a_flip_game_turns_over_the_top_card_seat_by_seat() -> None:
    rules = Rules(seats=2, hand=2, rows=1, play="flip", end=End("rounds", 1))
    state = decide_all(rules, Deal((50, 20, 60, 30, 10)))
    assert state.hands == ((50, 20), (60, 30))
    order = []
    while not state.over:
        step: tuple[int | None, Action | Flip] = (None, Flip())
        if state.to_act:
            step = state.to_act[0], Take(0)
        events, state = advance(state, *step)
        order += [(event.seat, event.card) for event in events if isinstance(event, Placed)]
    assert order == [(0, 50), (1, 60), (0, 20), (1, 30)]
    assert state.totals == (9, 0)


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
            repeat = move.before.rows[0][0]
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
