"""Pages of puzzles: the same for everybody, each with a part for every answer."""

from collections.abc import Iterator

import pytest

from sixth.coach.text import answer_text
from sixth.puzzles import shipped
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("puzzles")) as site:
        yield site


@pytest.mark.parametrize("number", range(1, len(shipped()), 97))
def test_each_answer_of_a_puzzle_leads_to_what_there_is_to_say_of_it(site: Site, number: int) -> None:
    puzzle, client = shipped()[number - 1], site.person().client
    answer = client.get(f"/puzzles/{number}")
    page = Page(answer.text)
    (choices,) = (each for each in page.root.all("nav") if "choices" in each.classes)
    links = [link.given["href"] for link in choices.all("a")]
    parts = {f"#{each.id}": each for each in page.root.all("section") if "answer" in each.classes}
    assert links == list(parts)
    assert len(links) == len(puzzle.answers)
    (right,) = (each for each in parts.values() if "right" in each.classes)
    assert right.text.startswith(f"Right: {answer_text(puzzle.best)} is best.")
    assert len(answer.content) < 60_000


def test_the_first_page_leads_to_the_first_puzzle_and_the_last_one_to_it_again(site: Site) -> None:
    client = site.person().client
    assert 'href="/puzzles/1"' in client.get("/puzzles").text
    assert 'href="/puzzles/1"' in client.get(f"/puzzles/{len(shipped())}").text


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999", "1.0", "٣", str(len(shipped()) + 1)])
def test_a_number_of_no_puzzle_is_not_found(site: Site, number: str) -> None:
    answer = site.person().client.get(f"/puzzles/{number}")
    assert answer.status_code == 404
    assert "<h1" in answer.text
