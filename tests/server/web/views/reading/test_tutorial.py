"""The lesson: each prepared position is what its words say it is, as the rules play it."""

from collections.abc import Iterator

import pytest

from sixth.i18n import using_language
from sixth.rules.board import places
from sixth.rules.events import Choose, Take
from sixth.server.web.routes.reading import tutorial
from sixth.server.web.views.reading.tutorial import (
    LEARNER,
    POSITIONS,
    Outcome,
    Position,
    begin,
    play,
    step_frame,
)
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page

FIRST, ORDER, FULL, LOW, CLOSER, GONE, LAST = POSITIONS


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them."""
    with hosting(tmp_path_factory.mktemp("learn")) as site:
        yield site


def outcome(position: Position, card: int, row: int | None = None) -> Outcome:
    """Where the card comes to lie."""
    found = play(position, (Choose(card), *([] if row is None else [Take(row)]))).outcome
    assert found is not None
    return found


def all_outcomes(position: Position) -> list[Outcome]:
    """Where each card of the hand may come to lie."""
    found = []
    for card in position.hand:
        lies = play(position, (Choose(card),)).outcome
        found += [lies] if lies else [outcome(position, card, row) for row in range(len(position.rows))]
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_called_best_is_the_best_there_is(position: Position) -> None:
    assert min(each.heads for each in all_outcomes(position)) == position.least


def test_the_first_cards_and_those_that_show_the_order_cost_nothing() -> None:
    assert all(each.heads == 0 for position in (FIRST, ORDER) for each in all_outcomes(position))


def test_where_the_order_is_shown_every_card_goes_behind_one_placed_in_the_same_turn() -> None:
    assert [each.behind for each in all_outcomes(ORDER)] == [14, 44, 59]


def test_the_full_row_is_the_first_and_one_card_takes_it() -> None:
    assert [len(row) for row in FULL.rows] == [5, 1, 2, 2]
    assert [each.placed.why for each in all_outcomes(FULL)] == ["full", "fits", "fits"]
    assert outcome(FULL, 30).heads == 6


def test_all_cards_are_too_low_where_that_is_learnt() -> None:
    assert all(not places(LOW.rows, card, both=False) for card in LOW.hand)
    assert {each.placed.why for each in all_outcomes(LOW)} == {"low"}


def test_the_first_trap_is_the_45_that_must_go_behind_the_42_which_is_full() -> None:
    fallen = outcome(CLOSER, 45)
    assert (fallen.behind, fallen.placed.why, fallen.placed.row) == (42, "full", fallen.meant)
    assert any(row[-1] == 41 and len(row) < 5 for row in CLOSER.rows)


def test_the_second_trap_is_the_62_whose_row_a_29_takes_before() -> None:
    fallen = outcome(GONE, 62)
    assert fallen.meant is not None
    assert GONE.rows[fallen.meant] == (61,)
    assert play(GONE, (Choose(62),)).state.rows[fallen.meant] == (29,)
    assert (fallen.behind, fallen.placed.why) == (57, "full")
    heads_of = play(GONE, ()).state.rules.heads_of
    costs = [sum(heads_of[card] for card in row) for row in GONE.rows]
    assert costs[fallen.meant] == min(costs) == 1


def test_at_last_only_the_70_is_sure_of_the_last_place_in_the_third_row() -> None:
    assert len(LAST.rows[2]) == 4
    assert LAST.rows[2][-1] == 69
    assert (outcome(LAST, 70).heads, outcome(LAST, 74).behind) == (0, 72)
    assert outcome(LAST, 74).heads > 0


def test_every_page_of_the_lesson_opens_and_leads_on_without_scripts(site: Site) -> None:
    client = site.person().client
    known = set(tutorial.addresses())
    linked = set()
    for address in known:
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = Page(answer.text)
        assert len(list(page.root.all("h1"))) == 1
        linked |= {each.given["href"] for each in page.root.all("a")}
        linked |= {each.given["formaction"] for each in page.root.all("button") if "formaction" in each.given}
    assert known <= linked | {"/learn"}
    assert {each for each in linked if each.startswith("/learn")} <= known


def test_nobody_s_hidden_card_is_on_a_page_before_it_is_revealed(site: Site) -> None:
    client = site.person().client
    for number, position in enumerate(POSITIONS, 1):
        shown = Page(client.get(f"/learn/{number}").text).cards
        assert sorted(shown) == sorted([*position.hand, *(card for row in position.rows for card in row)])


@pytest.mark.parametrize(
    ("language", "own", "others"),
    [
        ("en", "Your turn", "is thinking"),
        ("de", "Du bist dran", "überlegt"),
        ("fr", "À toi de jouer", "réfléchit"),
        ("it", "Tocca a te", "sta pensando"),
        ("id", "Giliranmu", "sedang berpikir"),
    ],
)
def test_the_learner_is_spoken_to_and_never_told_of_as_somebody_else(
    language: str, own: str, others: str
) -> None:
    with using_language(language):
        for state in (begin(FIRST), play(LOW, (Choose(7),)).state):
            shown = step_frame(state, 1, "", None)
            assert shown.players[LEARNER].status_text == own
            assert others not in shown.players[LEARNER].status_text


@pytest.mark.parametrize(
    "where",
    [
        "0",
        "9",
        "8/1",
        "1/",
        "x",
        "-1",
        "%D9%A3",
        "1/15/0/0",
        "1/99",
        "1/0",
        "1/15/0",
        "4/7/9",
        "1/1e3",
        "9" * 1000,
    ],
)
def test_addresses_that_are_none_of_the_lesson_get_one_sentence(site: Site, where: str) -> None:
    answer = site.person().client.get(f"/learn/{where}")
    assert answer.status_code in (404, 409, 422)
    (main,) = Page(answer.text).root.all("main")
    assert "." in main.text
    assert "/learn" in Page(site.person().client.get("/").text).html
