"""The coach's page: of games that are over, for whoever has their address, and of no others."""

from collections.abc import Iterator
from random import Random

import pytest

from sixth.coach import Review, review, review_to_json
from sixth.rules.codec import dumps
from sixth.rules.record import Record
from sixth.server.store.reviews import Subject
from sixth.server.web.views.coach.drawing import account_bars
from sixth.server.web.views.coach.page import review_page
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import Person, play_on


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
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
    """The record of that game."""
    game = site.table(ana.table).game_id
    return next(iter(_records(ana, game)))


def _records(ana: Person, game: str | None) -> Iterator[Record]:
    from sixth.rules.record import read

    yield from read(ana.client.get(f"/g/{game}.sixth.jsonl").text.splitlines())


@pytest.fixture(scope="module")
def judged(record: Record) -> Review:
    """What the coach says of Ana, by few playouts."""
    return review(record, 0, playouts=64)


@pytest.fixture
def page(site: Site, ana: Person, record: Record, judged: Review) -> Page:
    """The page of that review."""
    subject = Subject(record.game, 0, "sixth-coach/1")
    site.store.reviews.ask(subject, ana.table, 0, 10)
    site.store.reviews.keep(subject, dumps(review_to_json(judged)))
    return ana.go(f"/g/{record.game}/coach")


def test_before_somebody_asks_there_is_a_button_that_asks_for_who_was_the_only_person(
    site: Site, ana: Person, record: Record
) -> None:
    shown = ana.go(f"/g/{record.game}/coach")
    assert "Was it bad luck?" in shown.root.text
    answer = ana.client.post(f"/g/{record.game}/coach", data={"seat": 0}, headers={"Origin": site.url})
    assert answer.url.path.endswith("/coach")
    assert "thinking" in answer.text or "Waiting" in answer.text
    # Without scripts it comes anew by itself.
    assert '<noscript><meta http-equiv="refresh"' in answer.text


def test_the_page_tells_the_account_and_what_each_answer_was_worth(
    page: Page, record: Record, judged: Review
) -> None:
    shown = review_page(record, judged)
    assert shown.sentence in page.root.text
    for decision in shown.decisions:
        assert decision.title in page.root.text
        assert len(decision.answers) > 1
        assert sum(answer.given for answer in decision.answers) == 1
        assert sum(answer.best for answer in decision.answers) == 1


def test_the_bars_add_up_as_they_are_drawn(judged: Review) -> None:
    for each in judged.rounds:
        par, *changes, result = account_bars(each).bars
        end = par.joint
        for bar in changes:
            assert end in (bar.x, round(bar.x + bar.width, 1))
            end = bar.joint
        assert abs(end - result.joint) < 0.2


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/g/none/coach", 404),
        ("/g/none/coach/events", 404),
        ("/g/{game}/coach?seat=1", 409),
        ("/g/{game}/coach?seat=9", 422),
        ("/g/{game}/coach?seat=x", 422),
    ],
)
def test_what_is_not_there_is_said_with_a_fitting_status(
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
    asked = bo.client.post(f"/g/{game}/coach", data={"seat": 0}, headers={"Origin": site.url})
    assert asked.status_code == 404
    assert "coach" not in bo.look().root.text.lower()
