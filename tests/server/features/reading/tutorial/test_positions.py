"""The lesson: each prepared position is what its words say it is, as the rules play it."""

import pytest

from sixth.rules.board import places
from sixth.rules.events import Choose, Take
from sixth.server.features.reading.tutorial.positions import POSITIONS, Outcome, Position, pages, play

FIRST, ORDER, FULL, LOW, CLOSER, GONE, LAST = POSITIONS


def outcome(position: Position, card: int, row: int | None = None) -> Outcome:
    """Where the card comes to lie."""
    found = play(position, (Choose(card), *([] if row is None else [Take(row)]))).outcome
    assert found is not None
    return found


def all_outcomes(position: Position) -> list[Outcome]:
    """Where each card of the hand may come to lie."""
    found = []
    for card in position.hand:
        lies = play(position, (Choose(card),)).outcome
        found += [lies] if lies else [outcome(position, card, row) for row in range(len(position.rows))]
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_called_best_is_the_best_there_is(position: Position) -> None:
    assert min(each.heads for each in all_outcomes(position)) == position.least


def test_the_first_cards_and_those_that_show_the_order_cost_nothing() -> None:
    assert all(each.heads == 0 for position in (FIRST, ORDER) for each in all_outcomes(position))


def test_where_the_order_is_shown_every_card_goes_behind_one_placed_in_the_same_turn() -> None:
    assert [each.behind for each in all_outcomes(ORDER)] == [14, 44, 59]


def test_the_full_row_is_the_first_and_one_card_takes_it() -> None:
    assert [len(row) for row in FULL.rows] == [5, 1, 2, 2]
    assert [each.placed.why for each in all_outcomes(FULL)] == ["full", "fits", "fits"]
    assert outcome(FULL, 30).heads == 6


def test_all_cards_are_too_low_where_that_is_learnt() -> None:
    assert all(not places(LOW.rows, card, both=False) for card in LOW.hand)
    assert {each.placed.why for each in all_outcomes(LOW)} == {"low"}


def test_the_first_trap_is_the_45_that_must_go_behind_the_42_which_is_full() -> None:
    fallen = outcome(CLOSER, 45)
    assert (fallen.behind, fallen.placed.why, fallen.placed.row) == (42, "full", fallen.expected_row)
    assert any(row[-1] == 41 and len(row) < 5 for row in CLOSER.rows)


def test_the_second_trap_is_the_62_whose_row_a_29_takes_before() -> None:
    fallen = outcome(GONE, 62)
    assert fallen.expected_row is not None
    assert GONE.rows[fallen.expected_row] == (61,)
    assert play(GONE, (Choose(62),)).state.rows[fallen.expected_row] == (29,)
    assert (fallen.behind, fallen.placed.why) == (57, "full")
    heads_of = play(GONE, ()).state.rules.heads_of
    costs = [sum(heads_of[card] for card in row) for row in GONE.rows]
    assert costs[fallen.expected_row] == min(costs) == 1


def test_at_last_only_the_70_is_sure_of_the_last_place_in_the_third_row() -> None:
    assert len(LAST.rows[2]) == 4
    assert LAST.rows[2][-1] == 69
    assert (outcome(LAST, 70).heads, outcome(LAST, 74).behind) == (0, 72)
    assert outcome(LAST, 74).heads > 0


def test_every_position_can_be_answered_by_each_card_of_the_hand() -> None:
    for number, position in enumerate(POSITIONS, 1):
        assert {f"{number}/{card}" for card in position.hand} <= set(pages())
        assert pages()[f"{number}"] == (number, ())
    assert pages()["4/7/0"] == (4, (Choose(7), Take(0)))
    assert "1/15/0" not in pages()
