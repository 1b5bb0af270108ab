"""Whole games played by forms alone, and the answer to each illegal move."""

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

import sixth
from sixth.rules import record
from sixth.rules.verify import verify
from tests import referee
from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.parties import SHORT
from tests.server.support.playing import play_on
from tests.server.support.serving import request
from tests.server.web.two_players import Two, refused, unchanged

GAMES = sorted(sixth.games)

SHORTER = {
    **dict.fromkeys(("classic", "tactical", "logic", "both-ends"), SHORT),
    "elimination": {"end_count": "20"},
}
"""Options for shorter games; the others are short."""


def _says_whose_hands_it_shows(page: Page) -> None:
    """Return whether open hands have a heading, and a page without open hands has none."""
    hands = page.by_id.get("hands")
    assert hands is None or ("hidden" in hands.attributes) == (not list(hands.all("li")))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_forms_alone(site: Site, game: str) -> None:
    """A person and bots play; the first card takes two presses, and the record is valid at the end."""
    ana = site.person()
    seats = {"kids": 6, "halves": 5, "both-ends": 4}.get(game, 2)
    table = ana.open("play", game=game, seats=seats, name="", **SHORTER.get(game, {}))
    assert ana.page.asks in ("choose", "pick", "flip", "wait")
    play_on([ana], Random(game), then=lambda: _says_whose_hands_it_shows(ana.page))
    game_id = site.table(table).game_id
    (link,) = re.findall(r'href="(/t/[^"]*/games/[^"]*)"', ana.page.html)
    assert link == f"/t/{table}/games/{game_id}.sixth.jsonl"
    response = ana.client.get(link)
    assert response.headers["content-type"] == "application/jsonl; charset=utf-8"
    (game_record,) = record.read(response.text.splitlines())
    assert verify(game_record).fair
    (verdict,) = referee.check(response.text.splitlines())
    assert verdict.game == game_id
    assert not verdict.abandoned
    assert [kind for _, kind in verdict.seats].count("human") == 1
    assert ana.client.get(f"/t/{table}/games/another.sixth.jsonl").status_code == 404


def test_two_people_play_two_games_at_one_table(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=3, name="Ana", hand="3", end="rounds", end_count="2")
    bo.join(table, name="Bo", text="by Bo")
    games = []
    ana.look()
    ana.send("begin", bots="random")
    for first, second in ((bo, ana), (ana, bo)):
        play_on([ana, bo], Random(1))
        assert "End of round 2. Heads: You" in ana.page.text("log")
        assert "The game is over. Winner" in ana.page.text("log")
        games.append(str(site.table(table).game_id))
        first.send("own", text="for the next")
        first.send("again")
        assert first.page.asks == "wait", "the other player still reads the result"
        second.send("again")
    assert site.table(table).games == 3
    for number, game in enumerate(games):
        lines = ana.client.get(f"/t/{table}/games/{game}.sixth.jsonl").text.splitlines()
        (verdict,) = referee.check(lines)
        assert verdict.game == game
        assert [name for name, _ in verdict.seats][:2] == ["Ana", "Bo"]
        (game_record,) = record.read(lines)
        assert verify(game_record).fair
        assert ("by Bo" in lines[1], "for the next" in lines[1]) == ((True, False), (False, True))[number]


@pytest.mark.parametrize("htmx", [False, True])
def test_a_card_that_is_not_in_the_hand_is_refused(untouched: Two, *, htmx: bool) -> None:
    with unchanged(untouched.site, untouched.table):
        for card in untouched.hand(1)[:3]:
            refused(untouched.post(untouched.ana, "choose", htmx=htmx, card=card), 422, "is not in this hand")


@pytest.mark.parametrize(
    ("action", "field", "values", "status", "sentence"),
    [
        ("choose", "card", ("0", "105", "-1", "1e2", "5.5", "", "9" * 5000, "٥"), 422, "damaged"),
        ("take", "place", ("", "-1", "a", "0:up", "0:left:right", "0000", "1 ", "１", "0\n"), 422, "damaged"),
        ("take", "place", ("0", "3", "0:left", "2:right"), 409, "right now"),
    ],
)
def test_a_move_that_no_page_offers_is_refused(
    untouched: Two, action: str, field: str, values: tuple[str, ...], status: int, sentence: str
) -> None:
    with unchanged(untouched.site, untouched.table):
        for value in values:
            data: dict[str, Any] = {field: value}
            refused(untouched.post(untouched.ana, action, **data), status, sentence)


@pytest.mark.parametrize("cards", [range(10), [0] * 10], ids=["other cards", "the same card"])
def test_of_simultaneous_choices_each_card_counts_once_and_one_stays(two: Two, cards: Sequence[int]) -> None:
    hand, length, cookies = two.hand(0), len(two.site.log(two.table)), dict(two.ana.client.cookies)

    def choose(at: int) -> int:
        form = {"game": 1, "round": 1, "turn": 1, "card": hand[at]}
        url = f"{two.site.url}/t/{two.table}/choose"
        return request("POST", url, data=form, cookies=cookies).status_code

    with ThreadPoolExecutor(10) as tabs:
        assert list(tabs.map(choose, cards)) == [303] * 10
    state = two.site.table(two.table).state
    assert state is not None
    assert state.chosen[0] in hand
    assert len(two.site.log(two.table)) == length + len({*cards})
    assert two.ana.look().chosen == state.chosen[0]
