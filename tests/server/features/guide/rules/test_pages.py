"""The pages of rules, one for every named game, with numbers and pictures that the rules compute."""

from collections.abc import Iterator

import pytest

import sixth
from sixth.rules.cards import HEADS
from sixth.rules.games import GAMES
from sixth.server.features.guide.rules import examples
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Element, Page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all tests."""
    with hosting(tmp_path_factory.mktemp("rules")) as site:
        yield site


def numbers(example: examples.Example) -> list[list[int]]:
    """Return the rows after an example."""
    return [[card.number for card in row] for row in example.after]


def rows_of(figure: Element) -> list[list[list[int]]]:
    """Return the rows of a figure before and after the example."""
    lists = [each for each in figure.all("ol") if "lie" in each.classes]
    return [[[int(b.text) for b in row.all("b")] for row in each.all("li")] for each in lists]


@pytest.mark.parametrize("game", sixth.games)
def test_every_named_game_has_a_page_with_its_deals(site: Site, game: str) -> None:
    page = Page(site.person().client.get(f"/rules/{game}").text)
    (table,) = page.root.all("table")
    rows = [
        [cell.text for cell in row.all() if cell.tag in ("th", "td")] for row in list(table.all("tr"))[1:]
    ]
    assert [int(row[0]) for row in rows] == list(GAMES[game].seats)
    for seats, hands, deck, hidden in rows:
        rules = GAMES[game].replace(seats=int(seats))
        assert hands == " + ".join(map(str, rules.parts(int(seats))))
        assert int(deck) == rules.deck_size(int(seats))
        assert int(hidden) == int(deck) - rules.rows - int(seats) * sum(rules.parts(int(seats)))
    links = [each.attributes["href"] for each in page.root.all("a")]
    assert {f"/rules/{other}" for other in GAMES if other != game} <= set(links)
    assert len(list(page.root.all("h1"))) == 1
    scripts = [each.attributes["src"].partition("?")[0] for each in page.root.all("script")]
    assert scripts == ["/static/app.js"], "only the script of all pages"


@pytest.mark.parametrize("game", sixth.games)
def test_the_kinds_of_cards_are_counted_right(site: Site, game: str) -> None:
    page = Page(site.person().client.get(f"/rules/{game}").text)
    (kinds,) = [each for each in page.root.all("ul") if "kinds" in each.classes]
    heads_of = GAMES[game].replace(seats=4).heads_of
    texts = [each.text for each in kinds.all("small")]
    counts = [heads_of[1:].count(heads) for heads in sorted(set(heads_of[1:]), reverse=True)]
    assert [int(text.strip("()").split()[0]) for text in texts] == counts
    assert sum(counts) == 104


@pytest.mark.parametrize("game", ["classic", "tactical", "logic", "halves", "elimination"])
def test_the_pictures_show_the_worked_examples_and_the_traps(site: Site, game: str) -> None:
    page = Page(site.person().client.get(f"/rules/{game}").text)
    figures = [each for each in page.root.all("figure") if len(rows_of(each)) == 2]
    one, two, three, closest, earlier = (rows_of(each) for each in figures)
    assert one == [[[12], [37], [43], [58]], [[12, 14, 15], [37], [43, 44], [58, 61]]]
    assert two[1] == [[30, 36], [37], [43, 44], [58, 61]]
    assert three[1] == [[30, 36], [3, 9], [43, 44], [58, 61, 68, 83]]
    cost = sum(HEADS[GAMES[game].replace(seats=4).heads][card] for card in (12, 14, 15, 21, 26))
    assert f"{cost} head" in figures[1].text
    assert [45] in closest[1]
    assert [38, 41] in closest[1]
    assert earlier[1][:2] == [[29], [62]]


def test_the_examples_of_both_ends_show_left_choice_full_row_and_no_place() -> None:
    left, choice, full, nowhere = examples.both_ends()
    assert numbers(left)[0] == [10, 11]
    assert numbers(choice)[1] == [25, 30]
    assert numbers(full)[1] == [38]
    assert numbers(nowhere)[1] == [50]
    assert "fits in no row" in nowhere.sentences[0]


def test_the_examples_of_the_game_for_children_place_one_card_after_another() -> None:
    first, second = examples.one_by_one()
    assert [card.number for _, card in first.played] == [90, 71]
    assert numbers(second)[1:3] == [[50], [5]]


def test_the_examples_of_a_draft_and_of_costs_are_those_of_the_sheets() -> None:
    draft = examples.draft()
    assert len(draft["deck"]) == 14
    assert [len(hand) for _, hand in draft["hands"]] == [5, 5]
    assert [row[0].number for row in draft["rows"]] == [3, 7, 10, 11]
    assert [cost["heads"] for cost in examples.costs("elimination")] == [8, 0]


def test_the_list_of_rules_links_to_every_page_and_an_unknown_game_is_not_found(site: Site) -> None:
    client = site.person().client
    page = Page(client.get("/rules").text)
    links = [each.attributes["href"] for each in page.root.all("a")]
    assert {f"/rules/{game}" for game in GAMES} <= set(links)
    assert "/rules" in Page(client.get("/").text).html
    answer = client.get("/rules/chess")
    assert answer.status_code == 404
    assert "no rules of a game of that name" in Page(answer.text).root.text
