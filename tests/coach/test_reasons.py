"""Reasons: each kind is given where it is true, and only there."""

from dataclasses import replace

import pytest

import sixth
from sixth.coach.reasons import chance_lowest, reasons_for
from sixth.rules.events import Action, Choose, Pick, Take
from sixth.rules.options import Rules
from sixth.rules.view import View, view
from tests.coach.test_row_reasons import low_card_view

CLASSIC = sixth.games["classic"].replace(seats=4)
BOTH = sixth.games["both-ends"].replace(seats=4)

Rows = tuple[tuple[int, ...], ...]


def seat_view(rows: Rows, *hand: int, rules: Rules = CLASSIC, others: tuple[int, ...] = ()) -> View:
    """Return the view of seat 0 with these rows, its hand, and cards that others have taken."""
    state = sixth.Game(rules, seed=1).state
    hands = (hand, *((0,) * len(hand) for _ in range(3)))
    piles = ((), others, (), ())
    return view(replace(state, rows=rows, hands=hands, piles=piles), 0)


def choice_reasons(
    rows: Rows, card: int, *, rules: Rules = CLASSIC, others: tuple[int, ...] = ()
) -> dict[str, str]:
    return reasons_by_kind(seat_view(rows, card, 104, rules=rules, others=others), Choose(card))


def reasons_by_kind(view: View, answer: Action, best: Action | None = None) -> dict[str, str]:
    """Return the reasons by their kind."""
    return {reason.code: str(reason) for reason in reasons_for(view, answer, best or answer)}


ROWS: Rows = ((41,), (20, 22), (60, 61, 62, 63), (80,))
KIND = {
    "takes-full": (
        (((41, 43, 44, 45, 46), (20,), (60,), (80,)), 47),
        (((41, 43, 44, 46), (20,), (60,), (80,)), 47),
    ),
    # 45 is meant for 41, and must go beside 42.
    "full-nearer": (
        (((41,), (30, 32, 33, 34, 42), (60,), (80,)), 45),
        (((20,), (30, 32, 33, 34, 42), (60,), (80,)), 45),
    ),
    # 62 is meant for 61. A card lower than every row takes that row, as it is the cheapest.
    "row-may-go": (
        (((61,), (33, 40, 44, 50, 55), (70, 75), (80, 85)), 62),
        (((61,), (33, 40, 44, 50), (70, 75), (80, 85)), 62),
    ),
    "next": ((((41,), (20,), (60,), (80,)), 42), (((41,), (20,), (60,), (80,)), 43)),
    "room": ((((41,), (20,), (60,), (80,)), 44), (((41, 42, 43, 44), (20,), (60,), (80,)), 47)),
    "gap": ((((41, 42, 43), (20,), (60,), (80,)), 47), (((41,), (20,), (60,), (80,)), 44)),
    "fills": ((((41, 42, 43, 44), (20,), (60,), (80,)), 45), (((41, 42, 43), (20,), (60,), (80,)), 45)),
    "cheap-row": ((((41,), (20,), (60,), (55,)), 3), (((55,), (20,), (60,), (80,)), 33)),
    "dear-rows": ((((55,), (40,), (60,), (80,)), 3), (((55,), (41,), (60,), (80,)), 3)),
    "lowest": ((((41,), (20,), (60,), (80,)), 1), (((41,), (40,), (60,), (80,)), 38)),
}


@pytest.mark.parametrize("kind", KIND)
def test_a_reason_for_a_card_is_given_where_it_is_true_and_nowhere_else(kind: str) -> None:
    (rows, card), (other_rows, other_card) = KIND[kind]
    assert kind in choice_reasons(rows, card)
    assert kind not in choice_reasons(other_rows, other_card)


def test_reasons_say_the_facts() -> None:
    reasons = choice_reasons(((41, 42, 43), (20,), (60,), (80,)), 47, others=(45,))
    assert reasons == {"gap": "The others hold 44 and 46 in 0 % of deals, and could push 47."}
    full = choice_reasons(((41,), (30, 32, 33, 34, 42), (60,), (80,)), 45)
    assert full == {
        "full-nearer": "45 goes beside 42 on a full row, not beside 41.",
        "takes-full": "45 goes to row 2, which is full, and takes 11 heads.",
        "taken-before": "Only a card between 42 and 45 would take it before; unseen ones: 2.",
    }
    assert choice_reasons(((61,), (33, 40, 44, 50, 55), (70, 75), (80, 85)), 62)["row-may-go"] == (
        "Row 1 is the cheapest: if it is taken first, 62 goes to the full row 2."
    )
    assert choice_reasons(((41, 42, 43, 44), (20,), (60,), (80,)), 45)["fills"] == (
        "45 fills row 1: the next card there takes 10 heads."
    )
    assert choice_reasons(((41,), (20,), (60,), (55,)), 3)["cheap-row"] == (
        "3 is too low: unless somebody plays lower you take a row, 1 head at least."
    )
    light = sixth.games["elimination"].replace(seats=4)
    assert choice_reasons(((41,), (20,), (60,), (55,)), 3, rules=light)["cheap-row"] == (
        "3 is too low, but row 1 costs nothing."
    )


def test_a_row_that_nobody_can_take_first_does_not_go() -> None:
    """No unseen card is lower than every row, so none is placed before and takes the cheapest one."""
    rows: Rows = ((61,), (33, 40, 44, 50, 55), (1, 2), (80, 85))
    assert "row-may-go" not in choice_reasons(rows, 62)
    assert "row-may-go" in choice_reasons((*rows[:2], (2, 3), rows[3]), 62)


def test_how_likely_the_others_hold_what_could_push_a_card_is_counted() -> None:
    rows: Rows = ((41, 42, 43, 44), (20,), (60,), (80,))
    # Six cards of the 95 that are unseen are with the others: a card is held in 6 of 95 deals.
    one = choice_reasons(rows, 46)["gap"]
    assert one == "Somebody holds 45 in 6 % of deals, and could push 46."
    assert choice_reasons(rows, 47)["gap"] == "Somebody holds 45 or 46 in 12 % of deals, and could push 47."


def test_who_else_may_play_lower_is_counted() -> None:
    board = seat_view(((41,), (20,), (60,), (80,)), 1, 90)
    assert chance_lowest(board, 1) == 1.0
    assert chance_lowest(board, 104) == 0.0
    lower, higher = chance_lowest(board, 30), chance_lowest(board, 15)
    assert 0 < lower < higher < 1
    logic = sixth.Game(sixth.games["logic"].replace(seats=2), seed=1)
    while logic.view(0).phase == "pick":
        logic.act(logic.to_act[0], logic.view(logic.to_act[0]).legal[0])
    view = logic.view(0)
    lowest = min(view.open_hands[1])
    assert chance_lowest(view, lowest - 1) == 1.0
    assert chance_lowest(view, lowest) == 0.9


def test_the_left_end_of_a_row_counts_where_cards_may_go_there() -> None:
    rows: Rows = ((41, 45), (60, 65), (80, 82), (90, 95))
    assert choice_reasons(rows, 38, rules=BOTH) == {"room": "38 goes before 41 on row 1, with room for 3."}
    assert "dear-rows" in choice_reasons(((10, 80), (20, 90), (30, 85), (40, 95)), 50, rules=BOTH)


# ------------------------------------------------------------------ rows


def test_a_row_and_the_best_one_both_have_their_reasons() -> None:
    dear: Rows = ((55,), (20,), (61,), (83,))
    assert reasons_by_kind(low_card_view(90, rows=dear), Take(0), Take(3)) == {
        "dearer-row": "Row 1 costs 7 heads, 6 heads more than the cheapest.",
        "then-fit": "Then 90 of your hand would fit on a row.",
        "cheap-as-another": "Row 4 costs 1 head, and no row costs less.",
    }


# ------------------------------------------------------------------ picks


def test_a_reason_for_a_pick_counts_the_open_cards() -> None:
    draft = sixth.Game(sixth.games["logic"].replace(seats=2), seed=1)
    view = draft.view(draft.to_act[0])
    reasons = reasons_for(view, Pick(1), Pick(20))
    assert [str(reason) for reason in reasons] == [
        "Open cards lower than 1: 0; higher: 23.",
        "Open cards lower than 20: 19; higher: 4.",
    ]
    assert reasons_for(view, Pick(20), Pick(20)) == reasons[1:]
    assert not reasons_by_kind(seat_view(ROWS, 45, 50), Choose(45)).keys() & {"open-cards"}


def test_an_answer_and_the_best_one_both_have_their_reasons() -> None:
    rows: Rows = ((41, 43, 44, 45, 46), (20,), (60,), (80,))
    reasons = reasons_by_kind(seat_view(rows, 47, 21), Choose(47), Choose(21))
    assert [*reasons] == ["takes-full", "next"]
