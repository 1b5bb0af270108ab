"""The coach's page: of games that are over, for whoever has their address, and of no others."""

from collections.abc import Iterator
from random import Random

import pytest

from sixth.coach import Review, review, review_to_json, rounds_of
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.rules.codec import dumps
from sixth.rules.record import HUMAN, Record
from sixth.rules.view import view
from sixth.server.store.reviews import Asker, Subject
from sixth.server.web.views.coach.page import review_page
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Element, Page
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
    subject = Subject(record.game, 0, f"{FORMAT}.{VERSION}")
    site.store.reviews.ask(subject, ana.table, Asker(), 0, most=10, share=10)
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
        assert decision.played in page.root.text
        assert len(decision.answers) > 1
        assert sum(answer.given for answer in decision.answers) == 1
        assert sum(answer.best for answer in decision.answers) == 1


def test_what_answers_were_worth_is_folded_until_one_has_picked_one(
    page: Page, ana: Person, record: Record, judged: Review
) -> None:
    each = review_page(record, judged).decisions[0]

    def values(shown: Page) -> Element:
        decision = shown.by_id[f"choice{each.events}"]
        return next(one for one in decision.all("details") if "values" in one.classes)

    assert "open" not in values(page).given
    links = [
        one.given["href"]
        for one in page.by_id[f"choice{each.events}"].all("a")
        if "pick=" in one.given["href"]
    ]
    assert len(links) == len(each.answers)
    for link, answer in zip(links, each.answers, strict=True):
        shown = ana.go(link)
        assert "open" in values(shown).given
        said = next(one for one in shown.root.all("p") if "picked" in one.classes).text
        assert f"your pick {answer.words}: {answer.value}" in said
        assert ("The coach would choose it, too." in said) == answer.best


@pytest.mark.parametrize(
    ("query", "status"), [("at=x&pick=1", 422), ("at=1&pick=999", 422), ("at=999999&pick=0", 200)]
)
def test_a_pick_that_is_none_is_passed_over_or_refused(
    page: Page, ana: Person, record: Record, query: str, status: int
) -> None:
    answer = ana.client.get(f"/g/{record.game}/coach?seat=0&{query}")
    assert answer.status_code == status
    assert "your pick" not in answer.text


def test_one_plays_on_from_a_choice_as_it_was_with_bots_on_all_other_seats(
    page: Page, site: Site, ana: Person, record: Record, judged: Review
) -> None:
    shown = review_page(record, judged).decisions[0]
    answer = ana.client.post(
        f"/g/{record.game}/again", data={"seat": 0, "at": shown.events}, headers={"Origin": site.url}
    )
    table = site.table(answer.url.path.split("/")[2])
    assert [who and who.kind == HUMAN for who in table.sitters] == [True, False]
    asked = next(
        each for played in rounds_of(record, 0) for each in played.positions if each.events == shown.events
    )
    assert table.state is not None
    assert view(table.state, 0).hand == asked.view.hand
    assert view(table.state, 0).rows == asked.view.rows


def test_where_one_would_play_on_one_sees_what_was_seen_then(record: Record) -> None:
    positions = [each for played in rounds_of(record, 0) for each in played.positions]
    assert positions
    for each in positions:
        assert view(record.state(each.events), 0) == each.view


def test_nobody_plays_on_where_a_game_is_over(site: Site, ana: Person, record: Record) -> None:
    asked = {"seat": 0, "at": len(record.events)}
    answer = ana.client.post(f"/g/{record.game}/again", data=asked, headers={"Origin": site.url})
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
