"""The coach's page of an ended game, for everybody who has its address."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from sixth.coach import Review, review, review_to_json, rounds_of
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.coach.text import par_text
from sixth.puzzles.themes import theme_costs
from sixth.rules.codec import dumps
from sixth.rules.record import HUMAN, Record
from sixth.rules.view import view
from sixth.server.features.reviews.costs import cost_of
from sixth.server.features.reviews.rows import ReviewRows, Subject
from sixth.server.features.reviews.view import review_page
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import Person, play_on


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests."""
    with hosting(tmp_path_factory.mktemp("coached")) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Person:
    """Ana, who has played a game with a bot to its end."""
    ana = site.person()
    ana.open("play", game="classic", seats=2, name="Ana", end="rounds", end_count="1")
    play_on([ana], Random(4))
    return ana


@pytest.fixture(scope="module")
def record(site: Site, ana: Person) -> Record:
    """The record of Ana's game."""
    game = site.table(ana.table).game_id
    return next(iter(_records(ana, game)))


def _records(ana: Person, game: str | None) -> Iterator[Record]:
    from sixth.rules.record import read

    yield from read(ana.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())


@pytest.fixture(scope="module")
def ana_review(record: Record) -> Review:
    """The coach's review of Ana, from few playouts."""
    return review(record, 0, playouts=64)


@pytest.fixture
def page(site: Site, ana: Person, record: Record, ana_review: Review) -> Page:
    """The page of Ana's review."""
    subject = Subject(record.game, 0, f"{FORMAT}.{VERSION}")
    ReviewRows(site.store).ask(subject, ana.table, "", 0, most=10, share=10)
    ReviewRows(site.store).keep(subject, dumps(review_to_json(ana_review)), cost_of(ana_review))
    return ana.go(f"/g/{record.game}/coach")


def test_the_page_without_a_review_has_a_button_to_request_it_for_the_only_person(site: Site) -> None:
    cy = site.person()
    cy.open("play", game="classic", seats=2, name="Cy", hand="3", end="rounds", end_count="1")
    play_on([cy], Random(4))
    address = f"/g/{site.table(cy.table).game_id}/coach"
    assert "Luck or skill?" in cy.go(address).root.text
    answer = cy.client.post(address, data={"seat": 0}, headers={"Origin": site.url})
    assert answer.url.path.endswith("/coach")
    assert "thinking" in answer.text or "In the queue" in answer.text
    # Without scripts, the page reloads by itself.
    assert '<noscript><meta http-equiv="refresh"' in answer.text


def test_the_page_shows_whole_heads_first_and_decimals_one_level_deeper(page: Page) -> None:
    decimals = re.compile(r"\d[.]\d")
    assert decimals.search(page.root.text)
    folded = [each for each in page.root.all("details") if {"exact", "values"} & set(each.classes)]
    assert folded
    assert all("open" not in each.attributes for each in folded)
    text = page.root.text
    for each in folded:
        text = text.replace(each.text, "")
    assert not decimals.search(re.sub("With hindsight.*", "", text, flags=re.DOTALL))


def test_par_is_explained_beside_its_value(page: Page, ana_review: Review) -> None:
    (par,) = (each for each in page.root.all("details") if "par" in each.classes)
    (summary,) = par.all("summary")
    assert par_text(ana_review.total) in summary.text
    assert "Par is the average" in par.text


def test_the_better_card_stands_beside_the_card_of_the_player(
    page: Page, record: Record, ana_review: Review
) -> None:
    for each in review_page(record, ana_review)["decisions"]:
        (summary, *_rest) = page.by_id[f"choice{each['events']}"].all("summary")
        played, better = each["played"]["text"], each["better"]["text"]
        assert summary.text.index(played) < summary.text.rindex(better)
        assert each["cost"] in summary.text


def test_a_script_gets_the_cost_of_choices_by_theme_when_there_is_a_review(
    site: Site, ana: Person, record: Record, ana_review: Review
) -> None:
    bo = site.person()
    bo.open("play", game="classic", seats=2, name="Bo", hand="3", end="rounds", end_count="1")
    play_on([bo], Random(4))
    game = site.table(bo.table).game_id
    assert bo.client.get(f"/g/{game}/coach/themes?seat=0").json() == {"themes": None}
    subject = Subject(record.game, 0, f"{FORMAT}.{VERSION}")
    ReviewRows(site.store).ask(subject, ana.table, "", 0, most=10, share=10)
    ReviewRows(site.store).keep(subject, dumps(review_to_json(ana_review)), cost_of(ana_review))
    themes = ana.client.get(f"/g/{record.game}/coach/themes?seat=0").json()["themes"]
    costs = theme_costs(record, ana_review)
    assert {theme: loss for theme, (loss, _margin) in themes.items()} == {
        theme: each.value for theme, each in costs.items()
    }
    assert ana.client.get(f"/g/{record.game}/coach/themes?seat=1").status_code == 422
    assert ana.client.get("/g/none/coach/themes?seat=0").json() == {}


def test_a_reader_plays_on_from_a_choice_with_bots_on_all_other_seats(
    page: Page, site: Site, ana: Person, record: Record, ana_review: Review
) -> None:
    parts = review_page(record, ana_review)
    events = (*parts["decisions"], *parts["close"])[0]["events"]
    answer = ana.client.post(
        f"/g/{record.game}/again", data={"seat": 0, "at": events}, headers={"Origin": site.url}
    )
    table = site.table(answer.url.path.split("/")[2])
    assert [sitter and sitter.kind == HUMAN for sitter in table.sitters] == [True, False]
    position = next(
        each for round in rounds_of(record, 0) for each in round.positions if each.events == events
    )
    assert table.state is not None
    assert view(table.state, 0).hand == position.view.hand
    assert view(table.state, 0).rows == position.view.rows


def test_the_view_from_which_one_plays_on_is_that_of_the_player_then(record: Record) -> None:
    positions = [each for round in rounds_of(record, 0) for each in round.positions]
    assert positions
    for each in positions:
        assert view(record.state(each.events), 0) == each.view


def test_a_game_cannot_be_played_on_from_its_end(site: Site, ana: Person, record: Record) -> None:
    form = {"seat": 0, "at": len(record.events)}
    answer = ana.client.post(f"/g/{record.game}/again", data=form, headers={"Origin": site.url})
    assert answer.status_code == 409


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/g/none/coach", 404),
        ("/g/none/coach/events", 404),
        ("/g/{game}/coach?seat=1", 422),
        ("/g/{game}/coach?seat=9", 422),
        ("/g/{game}/coach?seat=x", 422),
    ],
)
def test_a_missing_review_is_answered_with_a_fitting_status(
    ana: Person, record: Record, path: str, status: int
) -> None:
    answer = ana.client.get(path.format(game=record.game))
    assert answer.status_code == status
    assert "Traceback" not in answer.text


def test_a_game_that_goes_on_has_no_coach(site: Site) -> None:
    bo = site.person()
    bo.open("play", game="classic", seats=2, name="Bo")
    bo.look()
    game = site.table(bo.table).game_id
    assert game
    for path in ("coach", "coach?seat=0", "coach/events?seat=0"):
        assert bo.client.get(f"/g/{game}/{path}").status_code == 404
    answer = bo.client.post(f"/g/{game}/coach", data={"seat": 0}, headers={"Origin": site.url})
    assert answer.status_code == 404
    assert "coach" not in bo.look().root.text.lower()
