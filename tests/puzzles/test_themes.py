"""Themes: each fits a position of its kind, and none that only looks like it."""

import pytest

from sixth.puzzles import Theme
from sixth.puzzles.themes import theme_of
from sixth.rules.events import Choose, Pick, Take
from tests.coach.test_reasons import seat_view

ROWS = ((41, 43, 44, 45, 46), (20,), (60, 61), (80,))


@pytest.mark.parametrize(
    ("best", "tempting", "theme"),
    [
        # Lower than every row, while a card that fits tempts.
        (3, 47, "too-low"),
        # It takes a full row, or the one that tempts does.
        (47, 3, "sixth-card"),
        # No card fits between 60, 61 and 62.
        (62, 47, "close-gap"),
        # 64 leaves room for 63.
        (64, 47, "count"),
        # 62 is safe; the better one is bolder.
        (90, 62, "hold-back"),
    ],
)
def test_a_theme_follows_from_what_the_table_says_of_both_answers(
    best: int, tempting: int, theme: Theme
) -> None:
    view = seat_view(ROWS, 3, 47, 62, 64, 90)
    assert theme_of(view, Choose(best), Choose(tempting)) == theme


def test_rows_and_picks_are_themes_of_their_own() -> None:
    view = seat_view(ROWS, 3, 47)
    assert theme_of(view, Take(1), Take(0)) == "row"
    assert theme_of(view, Pick(3), Pick(4)) == "draft"
