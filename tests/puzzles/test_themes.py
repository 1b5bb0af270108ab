"""Themes: each fits a position of its kind, and none that only looks like it; their costs add up to all."""

from math import hypot

import pytest

from sixth.coach import review
from sixth.puzzles import THEMES, Theme
from sixth.puzzles.themes import theme_costs, theme_of
from sixth.rules.events import Choose, Pick, Take
from tests.coach.games import FEW, recorded
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


@pytest.mark.parametrize("name", ["classic", "logic", "both-ends"])
def test_what_choices_cost_by_theme_adds_up_to_what_they_cost(name: str) -> None:
    record = recorded(name)
    # Seat 1 plays at random.
    game_review = review(record, 1, playouts=FEW)
    costs = theme_costs(record, game_review)
    assert costs.keys() <= {*THEMES}
    decisions = [each for round_review in game_review.rounds for each in round_review.decisions]
    # Unclear losses, and those below 0 by chance, count, too.
    assert sum(each.value for each in costs.values()) == pytest.approx(sum(each.loss for each in decisions))
    margins = [(each.ci[1] - each.ci[0]) / 2 for each in costs.values()]
    loss_margins = [(each.loss_ci[1] - each.loss_ci[0]) / 2 for each in decisions]
    assert hypot(*margins) == pytest.approx(hypot(*loss_margins), abs=0.05)
