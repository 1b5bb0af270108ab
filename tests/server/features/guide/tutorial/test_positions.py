"""The positions of the lesson: each shows what its sentences say, as the rules play it."""

import pytest

from sixth.rules.board import places
from sixth.rules.events import Choose, Take
from sixth.server.features.guide.tutorial.positions import (
    POSITIONS,
    CardOutcome,
    ExercisePosition,
    pages,
    play,
)

FIRST, ORDER, FULL, LOW, CLOSER, EARLIER, LAST = POSITIONS


def outcome(position: ExercisePosition, card: int, row: int | None = None) -> CardOutcome:
    """Return the outcome of a card, and of a row where the card is too low."""
    result = play(position, (Choose(card), *([] if row is None else [Take(row)]))).outcome
    assert result is not None
    return result


def all_outcomes(position: ExercisePosition) -> list[CardOutcome]:
    """Return the outcomes of all cards of the hand, and of all rows for cards that are too low."""
    outcomes = []
    for card in position.hand:
        only = play(position, (Choose(card),)).outcome
        outcomes += [only] if only else [outcome(position, card, row) for row in range(len(position.rows))]
    return outcomes


@pytest.mark.parametrize("position", POSITIONS)
def test_the_least_heads_of_a_position_are_those_of_its_best_card(position: ExercisePosition) -> None:
    assert min(each.heads for each in all_outcomes(position)) == position.least


def test_the_first_cards_and_those_that_show_the_order_cost_nothing() -> None:
    assert all(each.heads == 0 for position in (FIRST, ORDER) for each in all_outcomes(position))


def test_each_card_of_the_second_position_goes_behind_one_of_the_same_turn() -> None:
    assert [each.behind for each in all_outcomes(ORDER)] == [14, 44, 59]


def test_the_full_row_is_the_first_and_one_card_takes_it() -> None:
    assert [len(row) for row in FULL.rows] == [5, 1, 2, 2]
    assert [each.placed.why for each in all_outcomes(FULL)] == ["full", "fits", "fits"]
    assert outcome(FULL, 30).heads == 6


def test_all_cards_of_the_position_about_low_cards_are_too_low() -> None:
    assert all(not places(LOW.rows, card, both=False) for card in LOW.hand)
    assert {each.placed.why for each in all_outcomes(LOW)} == {"low"}


def test_the_first_trap_is_the_45_that_must_go_behind_the_42_which_is_full() -> None:
    trap = outcome(CLOSER, 45)
    assert (trap.behind, trap.placed.why, trap.placed.row) == (42, "full", trap.expected_row)
    assert any(row[-1] == 41 and len(row) < 5 for row in CLOSER.rows)


def test_the_second_trap_is_the_62_whose_row_a_29_takes_before() -> None:
    trap = outcome(EARLIER, 62)
    assert trap.expected_row is not None
    assert EARLIER.rows[trap.expected_row] == (61,)
    assert play(EARLIER, (Choose(62),)).state.rows[trap.expected_row] == (29,)
    assert (trap.behind, trap.placed.why) == (57, "full")
    heads_of = play(EARLIER, ()).state.rules.heads_of
    costs = [sum(heads_of[card] for card in row) for row in EARLIER.rows]
    assert costs[trap.expected_row] == min(costs) == 1


def test_only_the_70_of_the_last_position_is_sure_of_the_last_place_in_its_row() -> None:
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
