"""The five puzzles of a day: one of each difficulty, and others on another day."""

from datetime import date, timedelta

from sixth.puzzles import shipped
from sixth.puzzles.daily import five_of

DAY = date(2026, 11, 25)


def test_a_day_has_one_puzzle_of_each_difficulty_the_easiest_first() -> None:
    numbers = five_of(DAY, shipped())
    assert [shipped()[number - 1].difficulty for number in numbers] == [1, 2, 3, 4, 5]
    assert numbers == five_of(DAY, shipped())


def test_other_days_have_other_puzzles() -> None:
    year = {five_of(DAY + timedelta(days=each), shipped()) for each in range(365)}
    assert len(year) == 365


def test_a_difficulty_that_no_puzzle_has_is_left_out() -> None:
    hard = [each for each in shipped() if each.difficulty == 5]
    assert len(five_of(DAY, hard)) == 1
    assert five_of(DAY, []) == ()
