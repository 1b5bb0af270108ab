"""Whole games played by forms alone, and the answer to each illegal move."""

import re
from concurrent.futures import ThreadPoolExecutor
from random import Random
from urllib.parse import parse_qsl

import httpx2
import pytest

import sixth
from sixth.rules import record
from sixth.rules.verify import verify
from sixth.server.table.bounds import MAX_EVENTS, ROOM_FOR_GAME
from sixth.server.table.events import Texted
from tests import referee
from tests.server.support.hosting import Site
from tests.server.support.pages import Page
from tests.server.support.parties import SHORT
from tests.server.support.playing import ASKS_FOR_PAGE, play_on, play_once
from tests.server.support.serving import request
from tests.server.web.two_players import Two, refused, unchanged

GAMES = sorted(sixth.games)
FORMS = ["classic", "both-ends", "logic", "kids"]
"""A game for each kind of form: to choose a card and take a row, to take a side, to draft, to flip a card."""

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


def test_a_record_is_there_once_its_game_has_ended(untouched: Two) -> None:
    path = f"/t/{untouched.table}/games/{untouched.site.table(untouched.table).game_id}.sixth.jsonl"
    for who in (untouched.ana, untouched.bo, untouched.site.person()):
        assert who.client.get(path).status_code == 404


@pytest.mark.parametrize("htmx", [False, True])
def test_a_card_that_is_not_in_the_hand_is_refused(untouched: Two, *, htmx: bool) -> None:
    with unchanged(untouched.site, untouched.table):
        for card in {*untouched.hand(1), *range(1, 105)} - {*untouched.hand(0)}:
            refused(untouched.post(untouched.ana, "choose", htmx=htmx, card=card), 422, "is not in this hand")


@pytest.mark.parametrize("card", ["0", "105", "-1", "1e2", "5.5", "five", "", "9" * 5000, "٥", "5 OR 1=1"])
def test_a_malformed_card_is_a_damaged_form(untouched: Two, card: str) -> None:
    with unchanged(untouched.site, untouched.table):
        refused(untouched.post(untouched.ana, "choose", card=card), 422, "incomplete or damaged")


@pytest.mark.parametrize("place", ["0", "3", "0:left", "2:right"])
def test_a_row_without_a_question_for_it_is_refused(untouched: Two, place: str) -> None:
    with unchanged(untouched.site, untouched.table):
        refused(untouched.post(untouched.ana, "take", place=place), 409, "right now")


@pytest.mark.parametrize("place", ["", "-1", "a", "0:up", "0:left:right", "0000", "1 ", "１", "0\n"])
def test_a_malformed_row_is_a_damaged_form(untouched: Two, place: str) -> None:
    with unchanged(untouched.site, untouched.table):
        refused(untouched.post(untouched.ana, "take", place=place), 422, "incomplete or damaged")


def test_a_row_that_does_not_exist_is_refused(site: Site) -> None:
    two = _where_a_row_is_taken(site)
    who = two.ana if two.ana.page.asks == "take" else two.bo
    other = two.bo if who is two.ana else two.ana
    with unchanged(site, two.table):
        refused(two.post(who, "take", place="4"), 422, "row")
        refused(two.post(who, "take", place="999"), 422, "row")
        refused(two.post(who, "take", place="0:left"), 422, "row")
        refused(two.post(other, "take", place="0"), 409, "turn")
        refused(two.post(who, "choose", card=who.page.cards[0]), 409, "right now")


def _where_a_row_is_taken(site: Site) -> Two:
    """Let two people play their lowest cards until one is too low."""
    for _ in range(50):
        two = Two(site)
        while not two.site.table(two.table).between_rounds:
            for who in (two.ana, two.bo):
                who.send("hand")
            for who in (two.ana, two.bo):
                if who.look().asks == "take":
                    return two
    raise AssertionError("nobody's card was ever too low")


def test_a_choice_after_the_reveal_is_refused(two: Two) -> None:
    mine, theirs = two.hand(0), two.hand(1)
    two.post(two.ana, "choose", card=mine[9])
    two.post(two.bo, "choose", card=theirs[9])
    with unchanged(two.site, two.table):
        refused(two.post(two.ana, "choose", card=mine[8], round=1, turn=1), 409, "another turn")
        assert two.post(two.ana, "choose", card=mine[9], round=1, turn=1).status_code == 303


def test_a_choice_may_change_until_all_have_chosen(two: Two) -> None:
    hand = two.hand(0)
    for card in (hand[0], hand[5], hand[0]):
        assert two.post(two.ana, "choose", card=card).status_code == 303
        assert two.ana.look().chosen == card
    with unchanged(two.site, two.table):
        assert two.post(two.ana, "choose", card=hand[0]).status_code == 303
    assert two.bo.look().chosen is None


@pytest.mark.parametrize("game", FORMS)
def test_a_repeated_form_changes_nothing(site: Site, game: str) -> None:
    """The forms are all those of a game, also those that completed a turn, a round or a draft."""
    two = Two(site, game)
    requests: list[tuple[httpx2.Client, str, bytes]] = []
    for who in (two.ana, two.bo):
        who.client.event_hooks["request"].append(
            lambda request, client=who.client: requests.append((client, str(request.url), request.content))
        )
    rng, actions = Random(game), set()
    for _ in range(24 if game == "logic" else 13):
        for who in (two.ana, two.bo):
            who.look()
            play_once(who, rng)
            posts = [(client, url, body) for client, url, body in requests if body]
            requests.clear()
            for client, url, body in posts:
                actions.add(url.rpartition("/")[2])
                with unchanged(site, two.table):
                    form = {"content-type": "application/x-www-form-urlencoded"}
                    repeated = client.post(url, content=body, headers=form, follow_redirects=False)
                    assert repeated.status_code == 303
                requests.clear()
    assert len(actions) > 1 or game == "both-ends"


def test_a_form_of_one_game_does_nothing_in_another(site: Site) -> None:
    """Each form of the first game, old or current, is refused."""
    two = Two(site, hand="3", end="rounds", end_count="2")
    forms: list[tuple[httpx2.Client, str, dict[str, str]]] = []
    for who in (two.ana, two.bo):
        who.client.event_hooks["request"].append(
            lambda request, client=who.client: forms.append(
                (client, request.url.path, dict(parse_qsl(request.content.decode())))
            )
        )
    play_on([two.ana, two.bo], Random(1))
    for who in (two.ana, two.bo):
        who.send("again")
    moves = [each for each in forms if each[1].rpartition("/")[2] in ("choose", "take", "next")]
    now = [
        (who.client, f"/t/{two.table}/choose", {"game": "1", "round": "1", "turn": "1", "card": str(hand[0])})
        for who, hand in ((two.ana, two.hand(0)), (two.bo, two.hand(1)))
    ]
    with unchanged(site, two.table):
        for client, path, form in (*moves[:6], *moves[-2:], *now):
            assert form["game"] == "1"
            refused(client.post(path, data=form, follow_redirects=False), 409, "another game")
    for client, path, form in now:
        assert client.post(path, data={**form, "game": "2"}, follow_redirects=False).status_code == 303


def test_two_simultaneous_choices_leave_one(two: Two) -> None:
    hand = two.hand(0)
    length = len(two.site.log(two.table))
    cookies = dict(two.ana.client.cookies)
    with ThreadPoolExecutor(10) as tabs:

        def choose(card: int) -> int:
            form = {"game": 1, "round": 1, "turn": 1, "card": card}
            url = f"{two.site.url}/t/{two.table}/choose"
            return request("POST", url, data=form, cookies=cookies).status_code

        assert list(tabs.map(choose, hand)) == [303] * 10
    state = two.site.table(two.table).state
    assert state is not None
    assert state.chosen[0] in hand
    assert len(two.site.log(two.table)) == length + 10
    assert two.ana.look().chosen == state.chosen[0]


def test_the_same_form_from_many_tabs_counts_once(two: Two) -> None:
    two.post(two.ana, "choose", card=two.hand(0)[0])
    cookies = dict(two.bo.client.cookies)
    card = two.hand(1)[9]
    with ThreadPoolExecutor(10) as tabs:

        def choose(_: int) -> int:
            form = {"game": 1, "round": 1, "turn": 1, "card": card}
            url = f"{two.site.url}/t/{two.table}/choose"
            return request("POST", url, data=form, cookies=cookies).status_code

        assert list(tabs.map(choose, range(10))) == [303] * 10
    choices = [each for each in two.site.log(two.table) if type(each).__name__ == "Chose"]
    assert len(choices) == 2


def test_a_full_table_says_so_and_can_still_be_watched(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana")
    site.store.append(table, 2, [Texted(0, str(number)) for number in range(MAX_EVENTS - ROOM_FOR_GAME)])
    site.tables.log.cache.forget(table)
    length = len(site.log(table))
    ana.look()
    begin = ana.page.forms["begin"]
    assert ana.client.post(begin.action, data=begin.fields).status_code == 409
    answer = ana.client.post(begin.action, data=begin.fields, headers=ASKS_FOR_PAGE)
    assert "Please open a new one" in Page(answer.text).text("note")
    assert len(site.log(table)) == length
    assert ana.look().asks == "begin"
    ana.open("invite", seats=2, name="Ana")
    assert ana.page.asks == "begin"
