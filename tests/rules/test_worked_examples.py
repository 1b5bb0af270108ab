"""The worked examples of the printed sheets, each named after its rule, numbered as the rules number them."""

from dataclasses import replace

import pytest

from sixth.rules.board import places
from sixth.rules.cards import HEADS
from sixth.rules.events import Action, Choose, Deal, Event, Placed, Take, Took
from sixth.rules.game import Refusal, advance, legal
from sixth.rules.options import Ends, Rules
from sixth.rules.state import State, start

Rows = tuple[tuple[int, ...], ...]


def table(rows: list[list[int]], *hands: list[int], ends: Ends = "right") -> State:
    """A game in which these rows lie and these hands are held (the first turn, as far as it knows)."""
    rules = Rules(seats=len(hands), hand=len(hands[0]), rows=len(rows), ends=ends)
    cards = {card for cards in (*rows, *hands) for card in cards}
    firsts = tuple(row[-1] for row in rows)
    assert len(cards) == sum(map(len, (*rows, *hands)))
    order = tuple(card for hand in hands for card in hand)
    state = advance(start(rules), None, Deal(order + firsts))[1]
    return replace(state, rows=tuple(map(tuple, rows)))


def play(state: State, *cards: int) -> tuple[tuple[Event, ...], State]:
    """Each seat plays its card; all are revealed with the last."""
    events: tuple[Event, ...] = ()
    for seat, card in enumerate(cards):
        events, state = advance(state, seat, Choose(card))
    return events, state


def placements(events: tuple[Event, ...]) -> list[Placed]:
    return [event for event in events if isinstance(event, Placed)]


FIRST = [[12], [37], [43], [58]]
HANDS = [[14, 21, 3], [15, 26, 9], [44, 30, 68], [61, 36, 83]]


def after_first_turn() -> State:
    return play(table(FIRST, *HANDS), 14, 15, 44, 61)[1]


def after_second_turn() -> State:
    return play(after_first_turn(), 21, 26, 30, 36)[1]


def test_1_ascending_and_closest() -> None:
    events, state = play(table(FIRST, *HANDS), 14, 15, 44, 61)
    assert [(event.card, event.row, event.why) for event in placements(events)] == [
        (14, 0, "fits"),
        (15, 0, "fits"),
        (44, 2, "fits"),
        (61, 3, "fits"),
    ]
    assert state.rows == ((12, 14, 15), (37,), (43, 44), (58, 61))


def test_2_full_row_takes_five_and_starts_anew() -> None:
    events, state = play(after_first_turn(), 21, 26, 30, 36)
    assert placements(events)[2] == Placed(2, 30, 0, "right", (12, 14, 15, 21, 26), "full")
    assert [HEADS["classic"][card] for card in (12, 14, 15, 21, 26)] == [1, 1, 2, 1, 1]
    assert sum(HEADS["classic"][card] for card in state.piles[2]) == 6
    assert state.rows == ((30, 36), (37,), (43, 44), (58, 61))


@pytest.mark.parametrize("highest", [83, 93])
def test_3_too_low_takes_a_row_of_choice_while_the_others_wait(highest: int) -> None:
    state = after_second_turn()
    state = replace(state, hands=((3,), (9,), (68,), (highest,)))
    events, state = play(state, 3, 9, 68, highest)
    assert placements(events) == []
    assert state.to_act == (0,)
    assert legal(state, 0) == tuple(Take(row) for row in range(4))
    for seat in (1, 2, 3):
        assert legal(state, seat) == ()
        with pytest.raises(Refusal):
            advance(state, seat, Take(1))
    events, state = advance(state, 0, Take(1))
    assert events[0] == Took(0, 1)
    assert placements(events) == [
        Placed(0, 3, 1, "right", (37,), "low"),
        Placed(1, 9, 1, "right", (), "fits"),
        Placed(2, 68, 3, "right", (), "fits"),
        Placed(3, highest, 3, "right", (), "fits"),
    ]
    assert HEADS["classic"][37] == 1


def test_4_closest_and_too_low() -> None:
    rows: Rows = ((8,), (24,), (69,), (81,))
    assert places(rows, 29, both=False) == ((1, "right"),)
    assert places(rows, 3, both=False) == ()


def test_5_light_heads() -> None:
    assert sum(HEADS["light"][card] for card in (33, 42, 50, 57, 64)) == 8
    assert sum(HEADS["light"][card] for card in (69, 72, 81)) == 0
    assert HEADS["light"][55] == 7


def test_6_both_ends() -> None:
    state = table([[11], [15], [90], [91]], [10, 1, 2], [104, 102, 103], ends="both")
    events, state = play(state, 10, 104)
    assert placements(events)[0] == Placed(0, 10, 0, "left", (), "fits")
    assert state.rows[0] == (10, 11)


def test_7a_the_card_meant_for_another_row_must_go_to_the_closest_which_is_full() -> None:
    state = table([[41], [36, 38, 39, 40, 42], [80], [90]], [45], [104])
    events, state = play(state, 45, 104)
    assert placements(events)[0] == Placed(0, 45, 1, "right", (36, 38, 39, 40, 42), "full")


def test_7b_a_lower_card_takes_the_row_that_a_card_was_meant_for() -> None:
    rows = [[61], [50, 51, 52, 53, 54], [70], [80]]
    events, state = play(table(rows, [62], [29]), 62, 29)
    assert state.to_act == (1,)
    choice: Action = Take(0)
    events, state = advance(state, 1, choice)
    assert placements(events) == [
        Placed(1, 29, 0, "right", (61,), "low"),
        Placed(0, 62, 1, "right", (50, 51, 52, 53, 54), "full"),
    ]
