"""Pages of puzzles, with a part for every answer; themes, levels and five puzzles a day."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sixth.coach.text import answer_text, mix_text, proof_text
from sixth.differences import differences
from sixth.puzzles import THEMES, Puzzle, shipped
from sixth.rules.board import put
from sixth.rules.events import Choose, Take
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests."""
    with hosting(tmp_path_factory.mktemp("puzzles")) as site:
        yield site


def next_of(site: Site, path: str) -> str:
    """Return the address of the link to the next puzzle."""
    (link,) = (each for each in Page(site.person().client.get(path).text).root.all("a") if each.id == "next")
    return str(link.attributes["href"])


def numbers_with(**fields: object) -> list[int]:
    """Return the numbers of the puzzles with these fields, such as a theme and a difficulty."""
    return [
        number
        for number, each in enumerate(shipped(), 1)
        if all(getattr(each, name) == value for name, value in fields.items())
    ]


def answers_of(page: Page) -> dict[str, list[Any]]:
    """Return the address of each answer, and the moves that follow on it."""
    links = [
        each
        for each in page.root.all("a")
        if "data-moves" in each.attributes and each.attributes["href"] != "#best"
    ]
    return {each.attributes["href"]: json.loads(each.attributes["data-moves"]) for each in links}


def rows_after(puzzle: Puzzle, moves: list[Any]) -> list[tuple[int, ...]]:
    rows = list(puzzle.view.rows)
    for card, _heads, row, end, takes in moves:
        rows[row - 1] = (card,) if takes else put(rows[row - 1], card, end)
    return rows


@pytest.mark.parametrize("number", [*range(1, len(shipped()), 97), *numbers_with(theme="solved")[:30:10]])
def test_each_answer_of_a_puzzle_leads_to_its_verdict(site: Site, number: int) -> None:
    puzzle, client = shipped()[number - 1], site.person().client
    answer = client.get(f"/puzzles/{number}")
    page = Page(answer.text)
    links = answers_of(page)
    parts = {f"#{each.id}": each for each in page.root.all("section") if "answer" in each.classes}
    assert [*links, "#best"] == list(parts) or set(links) | {"#best"} == set(parts)
    assert len(links) == len(puzzle.answers)
    right = [each for each in links if "right" in parts[each].classes]
    said, cost = f"{answer_text(puzzle.best)} is best: ", "about"
    if puzzle.proved:
        said, cost = proof_text(puzzle.exact), "exactly"
    assert len(right) == sum(map(puzzle.is_right, puzzle.view.legal))
    assert all(parts[each].text.startswith(f"✓ Right! {said}") for each in right)
    for each in set(links) - set(right):
        assert parts[each].text.startswith(f"✗ Not the best. That costs {cost} ")
        assert parts[each].text.endswith("Try again Show the best")
    assert f'href="/rules/{puzzle.game}"' in answer.text
    assert len(answer.content) < 60_000


@pytest.mark.parametrize("number", [*numbers_with(theme="row")[:12:3], *numbers_with(theme="too-low")[:3]])
def test_the_moves_of_an_answer_are_those_of_the_rules(site: Site, number: int) -> None:
    puzzle = shipped()[number - 1]
    links = answers_of(Page(site.person().client.get(f"/puzzles/{number}").text))
    for each in puzzle.answers:
        match each.answer:
            case Take(row, end):
                moves = links[f"#row{row + 1}{end or ''}"]
                assert [move[0] for move in moves] == [card for card, _seat in puzzle.view.pending][
                    : len(moves)
                ]
                assert moves[0][2] == row + 1
            case Choose(card):
                (move,) = links[f"#card{card}"]
                assert move[0] == card
                rows = rows_after(puzzle, [move])
                assert card in rows[move[2] - 1]


def test_a_solved_ending_shows_the_other_hand_and_says_what_proved_means(site: Site) -> None:
    client = site.person().client
    number = next(each for each in numbers_with(theme="solved") if len(rights(shipped()[each - 1])) == 2)
    puzzle, answer = shipped()[number - 1], client.get(f"/puzzles/{number}")
    page = Page(answer.text)
    (hand,) = (each.text for each in page.root.all("p") if "line-of" in each.classes)
    assert all(str(card) in hand for card in puzzle.other_hand)
    assert "Proved: you both know all cards, so every way on was worked out." in page.root.text
    assert 'href="/rules#proved"' in answer.text
    assert f"Best: {mix_text(puzzle.exact)}" in page.root.text
    assert "95 % interval" not in answer.text
    (section,) = (each for each in Page(client.get("/rules").text).root.all("section") if each.id == "proved")
    assert "That is an equilibrium." in section.text


def rights(puzzle: Puzzle) -> list[Any]:
    """Return the right answers of a puzzle."""
    return [each for each in puzzle.view.legal if puzzle.is_right(each)]


def test_links_choose_a_theme_and_a_level_that_stay_from_puzzle_to_puzzle(site: Site) -> None:
    client = site.person().client
    both = numbers_with(theme="count", difficulty=2)
    assert next_of(site, "/puzzles?theme=count&level=2") == f"/puzzles/{both[0]}?theme=count&level=2"
    assert (
        next_of(site, f"/puzzles/{both[0]}?theme=count&level=2") == f"/puzzles/{both[1]}?theme=count&level=2"
    )
    assert (
        next_of(site, f"/puzzles/{both[-1]}?theme=count&level=2") == f"/puzzles/{both[0]}?theme=count&level=2"
    )
    page = Page(client.get("/puzzles?theme=count").text)
    current = [each.text for each in page.root.all("a") if each.attributes.get("aria-current") == "true"]
    assert current == [f"Count the cards {len(numbers_with(theme='count'))}", "All levels"]
    links = [each.attributes["href"] for each in page.root.all("a")]
    assert "/puzzles?theme=count&level=3" in links
    for theme in THEMES:
        assert (f"/puzzles?theme={theme}" in links) == bool(numbers_with(theme=theme))


@pytest.mark.parametrize("query", ["?theme=luck", "?level=9", "?level=0", "?theme=draft&level=x", "?other=1"])
def test_an_unknown_theme_or_level_chooses_no_puzzles(site: Site, query: str) -> None:
    answer = site.person().client.get(f"/puzzles{query}")
    assert answer.status_code == 200
    begins = next_of(site, "/puzzles")
    assert "There are no such puzzles." in answer.text or next_of(site, f"/puzzles{query}") == begins


def test_a_puzzle_of_a_variant_says_what_is_different_with_a_link_to_its_rules(site: Site) -> None:
    for number in (numbers_with(game=game)[0] for game in ("classic", "both-ends", "logic")):
        puzzle = shipped()[number - 1]
        page = Page(site.person().client.get(f"/puzzles/{number}").text)
        said = [
            (each.text, each.attributes["href"])
            for line in page.root.all("p")
            if "differing" in line.classes
            for each in line.all("a")
        ]
        assert said == [
            (each.text, f"/rules/{each.game}") for each in differences(puzzle.view.rules) if each.about
        ]


def test_the_first_puzzle_is_of_the_best_known_game(site: Site) -> None:
    assert next_of(site, "/puzzles") == f"/puzzles/{numbers_with(game='classic')[0]}"


def test_the_last_puzzle_leads_to_the_first_one_again(site: Site) -> None:
    assert next_of(site, f"/puzzles/{len(shipped())}") == "/puzzles/1"


@pytest.mark.parametrize("number", ["0", "-1", "x", "99999999", "1.0", "٣", str(len(shipped()) + 1)])
def test_a_number_of_no_puzzle_is_not_found(site: Site, number: str) -> None:
    answer = site.person().client.get(f"/puzzles/{number}")
    assert answer.status_code == 404
    assert "<h1" in answer.text
