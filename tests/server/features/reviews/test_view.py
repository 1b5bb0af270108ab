"""The parts of the coach's page for any game: its bars, its decisions, and their answers."""

import pytest

from sixth.coach import review
from sixth.rules.record import Record
from sixth.server.features.reviews.view import Part, review_page
from sixth.server.web.templating.environment import render
from tests.coach.games import FEW, recorded
from tests.server.support.pages import Page


@pytest.fixture(scope="module", params=["classic", "logic", "both-ends", "kids"])
def game(request: pytest.FixtureRequest) -> tuple[Record, Part]:
    """An ended game, and the page of the review of its first seat."""
    record = recorded(request.param, rounds=2)
    return record, review_page(record, review(record, 0, playouts=FEW))


def test_each_bar_begins_where_the_last_one_ends(game: tuple[Record, Part]) -> None:
    _record, page = game
    for bars in (page["exact"]["bars"], *(each["exact"]["bars"] for each in page["rounds"])):
        par, *changes, result = bars["bars"]
        end = par["joint"]
        for bar in changes:
            assert end in (bar["x"], round(bar["x"] + bar["width"], 1))
            end = bar["joint"]
        assert end == pytest.approx(result["joint"], abs=0.2)


def test_every_decision_shows_the_answer_of_the_player_and_of_the_coach(
    game: tuple[Record, Part],
) -> None:
    _record, page = game
    for each in (*page["decisions"], *page["close"]):
        assert len(each["answers"]) > 1
        assert [answer["is_played"] for answer in each["answers"]].count(True) == 1
        assert [answer["is_best"] for answer in each["answers"]].count(True) == 1
        assert all(0 <= answer["whisker"].low <= answer["whisker"].high <= 100 for answer in each["answers"])


def test_luck_and_choices_are_bars_of_one_scale_on_both_sides_of_zero(
    game: tuple[Record, Part],
) -> None:
    _record, page = game
    assert len({each["bars"]["zero"] for each in page["rounds"]}) == 1
    for bars in (page["bars"], *(each["bars"] for each in page["rounds"])):
        assert [each["kind"] for each in bars["bars"]] == ["luck", "own"]
        for bar in bars["bars"]:
            assert 0 <= bar["x"] <= bar["x"] + bar["width"] <= bars["scale"] + 0.1
            if bar["worse"]:
                assert bar["x"] == bars["zero"]
            else:
                assert bar["x"] + bar["width"] == pytest.approx(bars["zero"], abs=0.2)


def test_a_better_card_is_shown_only_where_it_is_clearly_better(game: tuple[Record, Part]) -> None:
    _record, page = game
    for each in page["decisions"]:
        assert each["better"] is not None
        assert each["better"]["is_best"]
        assert each["better"] != each["played"]
    assert all(each["better"] is None for each in page["close"])


def html_of(record: Record, page: Part) -> str:
    """Return the page of the coach with this review."""
    return render(
        "reviews/templates/coach.html",
        record=record,
        game="",
        people=[0, 1],
        seat=0,
        own=None,
        marks=range(len(record.seats)),
        names=[each.name for each in record.seats],
        progress=None,
        review=page,
    )


def test_the_page_has_all_parts_of_the_review(game: tuple[Record, Part]) -> None:
    record, page = game
    html = Page(html_of(record, page))
    assert page["result"] in html.root.text
    assert page["rounds"][0]["exact"]["sentence"] in html.root.text
    assert all(each["exact"]["odds"] in html.root.text for each in page["rounds"])
    assert all(each["text"] in html.root.text for each in page["hindsights"])
    assert all(each["moment"] in html.root.text for each in page["decisions"])


def test_a_proved_decision_shows_exact_losses_and_no_interval() -> None:
    record = recorded("tactical", seats=2)
    # Seat 1 plays at random.
    part = review_page(record, review(record, 1, playouts=FEW))
    proved = [each for each in part["decisions"] if each["proof"]]
    assert proved
    assert not any(each["proof"] for each in part["close"])
    assert any(not each["proof"] for each in (*part["decisions"], *part["close"]))
    page = Page(html_of(record, part)).root
    for each in proved:
        (played,) = (one for one in each["exact"] if one["is_played"])
        assert float(each["loss"]) == pytest.approx(float(played["loss"]), abs=0.06)
        assert each["exact"][0]["is_best"]
        (decision,) = (one for one in page.all("details") if one.id == f"choice{each['events']}")
        assert each["proof"].startswith("Proved: ")
        assert each["proof"] in decision.text
        assert f"Exactly {each['cost']} worse" in decision.text
        assert "95 % interval" not in decision.text
