"""Reasons for a row to take: its cost, the rows that others take next, and the places of the hand."""

from dataclasses import replace

import sixth
from sixth.coach.row_reasons import placed_after, row_reasons
from sixth.rules.events import Take
from sixth.rules.view import View, view

ROWS = ((55,), (20,), (61, 62, 63, 64, 65), (88,))


def low_card_view(
    *hand: int, rows: tuple[tuple[int, ...], ...] = ROWS, pending: tuple[int, ...] = (1,)
) -> View:
    """Return the view of seat 0 whose card, the first of `pending`, is too low."""
    state = sixth.Game(sixth.games["classic"].replace(seats=4), seed=1).state
    hands = (hand, *((0,) * len(hand) for _ in range(3)))
    pairs = tuple((card, seat) for seat, card in enumerate(pending))
    return view(replace(state, rows=rows, hands=hands, pending=pairs, phase="take", actor=0), 0)


def reasons_by_kind(board: View, row: int) -> dict[str, str]:
    return {reason.code: str(reason) for reason in row_reasons(board, Take(row))}


def test_a_row_costs_more_than_the_cheapest_or_is_it() -> None:
    assert reasons_by_kind(low_card_view(90), 1)["cheapest-row"] == "Row 2 is the cheapest, with 3 heads."
    dearer = reasons_by_kind(low_card_view(90), 0)["dearer-row"]
    assert dearer == "Row 1 costs 7 heads, 4 heads more than the cheapest."
    twice = low_card_view(90, rows=((55,), (20,), (60,), (88,)))
    assert reasons_by_kind(twice, 1)["cheap-as-another"] == "Row 2 costs 3 heads, and no row costs less."


def test_cards_that_come_next_are_placed_up_to_the_next_choice() -> None:
    board = low_card_view(90, pending=(1, 7, 66))
    assert [each.card for each in placed_after(board, Take(1))] == [1, 7, 66]
    assert reasons_by_kind(board, 1)["other-takes"] == "Then 66 takes row 3: somebody else has 6 heads."
    # Once the full row is gone, nobody takes it.
    assert "other-takes" not in reasons_by_kind(board, 2)


def test_the_own_hand_is_looked_at_on_the_rows_as_they_lie_then() -> None:
    reasons = reasons_by_kind(low_card_view(2, 19, 66, 90), 1)
    assert reasons["then-fit"] == "Then 2, 19 and 90 of your hand would fit on a row."
    assert reasons["then-full"] == "Then 66 of your hand would take a row."
    assert "then-low" not in reasons
    low = reasons_by_kind(low_card_view(2, 9, pending=(5,)), 1)["then-low"]
    assert low == "Then 2 of your hand would be too low."


def test_an_end_of_a_row_with_room_costs_nothing() -> None:
    rules = sixth.games["both-ends"].replace(seats=2)
    state = sixth.Game(rules, seed=1).state
    rows = ((40, 45), (55, 60), (70, 71), (90, 95))
    board = view(replace(state, rows=rows, hands=((1,), (0,)), pending=((50, 0),), phase="take", actor=0), 0)
    reasons = [str(reason) for reason in row_reasons(board, Take(0, "right"))]
    assert reasons[0] == "Row 1 has room, so it costs nothing."
