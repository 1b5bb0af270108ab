"""Ratings and streaks of players with puzzles."""

from hypothesis import given, strategies as st

from sixth.puzzles.rating import BEGIN, PuzzleStanding, next_one, puzzle_rating

tries = st.lists(st.tuples(st.integers(1, 5), st.booleans()), max_size=40)


@given(tries)
def test_a_streak_is_as_long_as_nothing_was_missed(attempts: list[tuple[int, bool]]) -> None:
    standing = PuzzleStanding()
    for difficulty, solved in attempts:
        after = standing.after(difficulty, solved=solved)
        assert (after.rating > standing.rating) == solved or after.rating == standing.rating
        assert after.streak == (standing.streak + 1 if solved else 0)
        standing = after
    assert standing.tried == len(attempts)
    assert standing.longest >= standing.streak


def test_who_solves_what_is_as_hard_as_they_are_good_gains_half_of_the_most() -> None:
    assert PuzzleStanding(rating=puzzle_rating(3)).after(3, solved=True).rating == puzzle_rating(3) + 16
    assert PuzzleStanding(rating=puzzle_rating(3)).after(3, solved=False).rating == puzzle_rating(3) - 16


def test_the_next_puzzle_is_the_first_of_those_nearest_to_the_rating() -> None:
    assert next_one([5, 2, 1, 2], set(), BEGIN) == 1
    assert next_one([5, 2, 1, 2], {1}, BEGIN) == 3
    assert next_one([5, 2, 1, 2], {1, 3}, 2_000) == 0
    assert next_one([1], {0}, BEGIN) is None
