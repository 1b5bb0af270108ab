"""The coach's page of any game: the bars add up as they are drawn, and every decision is as it was."""

import pytest

from sixth.coach import review
from sixth.rules.record import Record
from sixth.server.features.reviews.view import ReviewPage, review_page
from sixth.server.web.templating.environment import render
from tests.coach.games import FEW, recorded
from tests.server.support.pages import Page


@pytest.fixture(scope="module", params=["classic", "tactical", "logic", "both-ends", "elimination", "kids"])
def game(request: pytest.FixtureRequest) -> tuple[Record, ReviewPage]:
    """A game that is over, and what the page of its first seat shows."""
    record = recorded(request.param, rounds=2)
    return record, review_page(record, review(record, 0, playouts=FEW))


def test_the_bars_add_up_as_they_are_drawn(game: tuple[Record, ReviewPage]) -> None:
    _record, shown = game
    for bars in (shown.exact.bars, *(each.exact.bars for each in shown.rounds)):
        par, *changes, result = bars.bars
        end = par.joint
        for bar in changes:
            assert end in (bar.x, round(bar.x + bar.width, 1))
            end = bar.joint
        assert end == pytest.approx(result.joint, abs=0.2)


def test_every_decision_shows_what_was_played_and_what_the_coach_would_play(
    game: tuple[Record, ReviewPage],
) -> None:
    _record, shown = game
    for each in (*shown.decisions, *shown.close):
        assert len(each.answers) > 1
        assert [answer.given for answer in each.answers].count(True) == 1
        assert [answer.best for answer in each.answers].count(True) == 1
        assert all(0 <= answer.whisker.low <= answer.whisker.high <= 100 for answer in each.answers)


def test_luck_and_choices_are_bars_of_one_scale_on_either_side_of_nothing(
    game: tuple[Record, ReviewPage],
) -> None:
    _record, shown = game
    assert len({each.bars.zero for each in shown.rounds}) == 1
    for bars in (shown.bars, *(each.bars for each in shown.rounds)):
        assert [each.kind for each in bars.bars] == ["luck", "own"]
        for bar in bars.bars:
            assert 0 <= bar.x <= bar.x + bar.width <= bars.scale + 0.1
            if bar.worse:
                assert bar.x == bars.zero
            else:
                assert bar.x + bar.width == pytest.approx(bars.zero, abs=0.2)


def test_the_better_card_is_named_only_where_one_is_clearly_better(game: tuple[Record, ReviewPage]) -> None:
    _record, shown = game
    for each in shown.decisions:
        assert each.better is not None
        assert each.better.best
        assert each.better != each.given
    assert all(each.better is None for each in shown.close)


def test_the_page_says_all_of_it(game: tuple[Record, ReviewPage]) -> None:
    record, shown = game
    page = Page(
        render(
            "reviews/templates/coach.html",
            record=record,
            game="",
            people=[0, 1],
            seat=0,
            name=record.seats[0].name,
            progress=None,
            shown=shown,
        )
    )
    assert shown.result in page.root.text
    assert shown.rounds[0].exact.sentence in page.root.text
    assert all(each.exact.odds in page.root.text for each in shown.rounds)
    assert all(each.text in page.root.text for each in shown.hindsights)
    assert all(each.moment in page.root.text for each in shown.decisions)
