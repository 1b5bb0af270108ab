"""The coach's page of any game: the bars add up as they are drawn, and every decision is as it was."""

import pytest

from sixth.coach import review
from sixth.rules.record import Record
from sixth.server.web.templating.environment import render
from sixth.server.web.views.coach.page import ReviewPage, review_page
from tests.coach.games import FEW, recorded
from tests.server.support.pages import Page


@pytest.fixture(scope="module", params=["classic", "tactical", "logic", "both-ends", "elimination", "kids"])
def game(request: pytest.FixtureRequest) -> tuple[Record, ReviewPage]:
    """A game that is over, and what the page of its first seat shows."""
    record = recorded(request.param, rounds=2)
    return record, review_page(record, review(record, 0, playouts=FEW))


def test_the_bars_add_up_as_they_are_drawn(game: tuple[Record, ReviewPage]) -> None:
    _record, shown = game
    for bars in (shown.bars, *(each.bars for each in shown.rounds)):
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
    for each in shown.decisions:
        assert len(each.answers) > 1
        assert [answer.given for answer in each.answers].count(True) == 1
        assert [answer.best for answer in each.answers].count(True) == 1
        assert all(0 <= answer.whisker.low <= answer.whisker.high <= 100 for answer in each.answers)


def test_the_page_says_all_of_it(game: tuple[Record, ReviewPage]) -> None:
    record, shown = game
    page = Page(
        render(
            "pages/coach.html",
            record=record,
            game="",
            people=[0, 1],
            seat=0,
            name=record.seats[0].name,
            asked=None,
            shown=shown,
            pick=None,
        )
    )
    assert shown.sentence in page.root.text
    assert all(each.odds in page.root.text for each in shown.rounds)
    assert all(each.text in page.root.text for each in shown.hindsights)
    assert all(each.played in page.root.text for each in shown.decisions)
