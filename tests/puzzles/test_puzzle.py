"""A puzzle as a value, and the puzzles that ship."""

from collections import Counter

import pytest

from sixth.puzzles import LEVELS, THEMES, Puzzle, shipped
from sixth.puzzles.making import GAMES_WITH_PUZZLES, LEAST_LEAD, puzzle_of
from sixth.rules.events import Choose, Pick, Take

SHIPPED = shipped()


def test_at_least_a_thousand_ship_of_each_game_and_nearly_every_theme() -> None:
    assert len(SHIPPED) >= 1_000
    assert len({each.name for each in SHIPPED}) == len(SHIPPED)
    assert set(Counter(each.game for each in SHIPPED)) == set(GAMES_WITH_PUZZLES)
    assert {*THEMES} - {"draft"} <= {each.theme for each in SHIPPED}
    assert {each.difficulty for each in SHIPPED} == {1, 2, 3, 4, 5}


def test_every_puzzle_has_one_answer_that_is_clearly_ahead_of_all_others() -> None:
    for puzzle in SHIPPED:
        others = [each for each in puzzle.answers if each.answer != puzzle.best]
        assert others
        assert all(each.ci[0] > LEAST_LEAD - 0.01 for each in others), puzzle.name
        assert puzzle.lead.loss == min(each.loss for each in others)
        assert puzzle.difficulty == 1 + len(set(LEVELS) - set(puzzle.found_by))


def test_the_theme_of_a_puzzle_fits_what_is_asked() -> None:
    for puzzle in SHIPPED:
        assert puzzle.theme in THEMES
        assert (puzzle.theme == "row") == isinstance(puzzle.best, Take)
        assert (puzzle.theme == "draft") == isinstance(puzzle.best, Pick)
        assert isinstance(puzzle.best, Choose | Take | Pick)


def test_every_puzzle_says_why() -> None:
    for puzzle in SHIPPED[::10]:
        for each in puzzle.answers:
            assert all(str(reason) for reason in puzzle.reasons(each.answer))
    assert sum(bool(puzzle.reasons()) for puzzle in SHIPPED) > 0.98 * len(SHIPPED)


@pytest.mark.parametrize("puzzle", SHIPPED[7::250], ids=lambda puzzle: puzzle.name)
def test_judged_again_in_other_worlds_a_shipped_puzzle_has_the_same_answer(puzzle: Puzzle) -> None:
    again = puzzle_of(puzzle.game, puzzle.view, seed=99)
    # One that leads by little may not be clear enough a second time, but never the other way round.
    assert again is None or again.best == puzzle.best
