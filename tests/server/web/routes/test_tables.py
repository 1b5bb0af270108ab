"""Pages and forms: whole games without scripts, and a clear answer to everything that is no form of ours."""

import html
import re
import socket
import unicodedata
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

import sixth
from sixth.rules import record
from sixth.rules.verify import verify
from sixth.server.app import create_app
from sixth.server.store.sql import SqlStore
from sixth.server.table.identity import hashed
from tests import referee
from tests.server.support.hosting import Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import Person, play_on, play_once

GAMES = sorted(sixth.games)
HTMX = {"hx-request": "true"}
OPENS = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One site for all of them: they sit at tables of their own."""
    with hosting(tmp_path_factory.mktemp("site")) as site:
        yield site


@contextmanager
def unchanged(site: Site, table: str) -> Iterator[None]:
    """Whatever is done, nothing happens at the table."""
    before = site.log(table)
    yield
    assert site.log(table) == before


class Two:
    """Ana and Bo at a table of two, where the game has just begun; nobody else moves here."""

    def __init__(self, site: Site, game: str = "classic") -> None:
        self.site, self.ana, self.bo = site, site.person(), site.person()
        self.table = self.ana.open("invite", game=game, seats=2, name="Ana")
        self.bo.join(self.table, name="Bo")
        self.ana.look()
        self.ana.send("begin")
        self.bo.look()

    def post(self, who: Person, action: str, /, *, htmx: bool = False, **data: Any) -> httpx2.Response:
        """Send a form as it is, with the moment of now unless another is given."""
        state = self.site.table(self.table).state
        assert state is not None
        if action in ("choose", "take", "pick", "flip"):
            data = {"round": state.round, "turn": state.turn, **data}
        headers = HTMX if htmx else {}
        return who.client.post(
            f"/t/{self.table}/{action}", data=data, headers=headers, follow_redirects=False
        )

    def hand(self, seat: int) -> tuple[int, ...]:
        """The hand of a seat."""
        state = self.site.table(self.table).state
        assert state is not None
        return state.hands[seat]


@pytest.fixture
def two(site: Site) -> Two:
    """A game of two that has just begun."""
    return Two(site)


def refused(response: httpx2.Response, status: int, sentence: str) -> None:
    """It was answered with that status and a sentence with those words, on the page or alone."""
    assert response.status_code == status, response.text
    said = html.unescape(response.text)
    if response.request.headers.get("hx-request"):
        assert len(said) < 200
        assert "<" not in response.text
    else:
        page = Page(response.text)
        said = page.text("note") or page.root.text
    assert sentence in said


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_forms_alone(site: Site, game: str) -> None:
    """One person and bots, two presses to the first card, and a record that holds at the end."""
    ana = site.person()
    seats = {"kids": 6, "halves": 5, "both-ends": 4}.get(game, 2)
    table = ana.open("play", game=game, seats=seats, name="")
    assert ana.page.asks in ("choose", "pick", "flip", "wait")
    play_on([ana], Random(game))
    game_id = site.table(table).game_id
    (link,) = re.findall(r'href="(/t/[^"]*/games/[^"]*)"', ana.page.html)
    assert link == f"/t/{table}/games/{game_id}.sixth.jsonl"
    response = ana.client.get(link)
    assert response.headers["content-type"] == "application/jsonl; charset=utf-8"
    (read,) = record.read(response.text.splitlines())
    assert verify(read).fair
    (verdict,) = referee.check(response.text.splitlines())
    assert verdict.game == game_id
    assert not verdict.abandoned
    assert [kind for _, kind in verdict.seats].count("human") == 1
    assert ana.client.get(f"/t/{table}/games/another.sixth.jsonl").status_code == 404


def test_two_people_play_two_games_at_one_table(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", game="halves", seats=3, name="Ana")
    bo.join(table, name="Bo", text="by Bo")
    games = []
    ana.look()
    ana.send("begin", bots="random")
    for who in (bo, ana):
        play_on([ana, bo], Random(1))
        games.append(str(site.table(table).game_id))
        who.send("own", text="for the next")
        who.send("again")
    assert site.table(table).games == 3
    for number, game in enumerate(games):
        lines = ana.client.get(f"/t/{table}/games/{game}.sixth.jsonl").text.splitlines()
        (verdict,) = referee.check(lines)
        assert verdict.game == game
        assert [name for name, _ in verdict.seats][:2] == ["Ana", "Bo"]
        (read,) = record.read(lines)
        assert verify(read).fair
        assert ("by Bo" in lines[1], "for the next" in lines[1]) == ((True, False), (False, True))[number]


def test_a_record_is_there_once_its_game_has_ended(two: Two) -> None:
    path = f"/t/{two.table}/games/{two.site.table(two.table).game_id}.sixth.jsonl"
    for who in (two.ana, two.bo, two.site.person()):
        assert who.client.get(path).status_code == 404


# ------------------------------------------------------------------ what cannot be done


@pytest.mark.parametrize("htmx", [False, True])
def test_a_card_that_is_not_in_the_hand_is_refused(two: Two, *, htmx: bool) -> None:
    with unchanged(two.site, two.table):
        for card in {*two.hand(1), *range(1, 105)} - {*two.hand(0)}:
            refused(two.post(two.ana, "choose", htmx=htmx, card=card), 422, "is not in this hand")


@pytest.mark.parametrize("card", ["0", "105", "-1", "1e2", "5.5", "five", "", "9" * 5000, "٥", "5 OR 1=1"])
def test_what_is_no_card_is_a_damaged_form(two: Two, card: str) -> None:
    with unchanged(two.site, two.table):
        refused(two.post(two.ana, "choose", card=card), 422, "incomplete or damaged")


@pytest.mark.parametrize("place", ["0", "3", "0:left", "2:right"])
def test_a_row_when_none_is_asked_for_is_refused(two: Two, place: str) -> None:
    with unchanged(two.site, two.table):
        refused(two.post(two.ana, "take", place=place), 409, "not the moment")


@pytest.mark.parametrize("place", ["", "-1", "a", "0:up", "0:left:right", "0000", "1 ", "１", "0\n"])
def test_what_is_no_row_is_a_damaged_form(two: Two, place: str) -> None:
    with unchanged(two.site, two.table):
        refused(two.post(two.ana, "take", place=place), 422, "incomplete or damaged")


def test_a_row_that_is_not_there_is_refused(site: Site) -> None:
    two = _where_a_row_is_taken(site)
    who = two.ana if two.ana.page.asks == "take" else two.bo
    other = two.bo if who is two.ana else two.ana
    with unchanged(site, two.table):
        refused(two.post(who, "take", place="4"), 422, "row")
        refused(two.post(who, "take", place="999"), 422, "row")
        refused(two.post(who, "take", place="0:left"), 422, "row")
        refused(two.post(other, "take", place="0"), 409, "turn")
        refused(two.post(who, "choose", card=who.page.cards[0]), 409, "not the moment")


def _where_a_row_is_taken(site: Site) -> Two:
    """Two people play their lowest cards until one is too low."""
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


def test_a_choice_may_be_changed_until_the_last_has_chosen(two: Two) -> None:
    hand = two.hand(0)
    for card in (hand[0], hand[5], hand[0]):
        assert two.post(two.ana, "choose", card=card).status_code == 303
        assert two.ana.look().chosen == card
    with unchanged(two.site, two.table):
        assert two.post(two.ana, "choose", card=hand[0]).status_code == 303
    assert two.bo.look().chosen is None


@pytest.mark.parametrize("game", GAMES)
def test_the_same_form_sent_twice_changes_nothing_the_second_time(site: Site, game: str) -> None:
    """Every form of a game, also those that completed a turn, a round or a draft."""
    two = Two(site, game)
    sent: list[tuple[httpx2.Client, str, bytes]] = []
    for who in (two.ana, two.bo):
        who.client.event_hooks["request"].append(
            lambda request, client=who.client: sent.append((client, str(request.url), request.content))
        )
    rng, actions = Random(game), set()
    for _ in range(24 if game == "logic" else 13):
        for who in (two.ana, two.bo):
            who.look()
            play_once(who, rng)
            posts = [(client, url, body) for client, url, body in sent if body]
            sent.clear()
            for client, url, body in posts:
                actions.add(url.rpartition("/")[2])
                with unchanged(site, two.table):
                    form = {"content-type": "application/x-www-form-urlencoded"}
                    again = client.post(url, content=body, headers=form, follow_redirects=False)
                    assert again.status_code == 303
                sent.clear()
    assert len(actions) > 1 or game in ("halves", "both-ends")


def test_two_tabs_that_choose_at_once_leave_one_choice(two: Two) -> None:
    hand = two.hand(0)
    before = len(two.site.log(two.table))
    cookies = dict(two.ana.client.cookies)
    with ThreadPoolExecutor(10) as tabs:

        def choose(card: int) -> int:
            form = {"round": 1, "turn": 1, "card": card}
            url = f"{two.site.url}/t/{two.table}/choose"
            return httpx2.post(url, data=form, cookies=cookies).status_code

        assert list(tabs.map(choose, hand)) == [303] * 10
    state = two.site.table(two.table).state
    assert state is not None
    assert state.chosen[0] in hand
    assert len(two.site.log(two.table)) == before + 10
    assert two.ana.look().chosen == state.chosen[0]


def test_the_same_form_from_many_tabs_at_once_counts_once(two: Two) -> None:
    two.post(two.ana, "choose", card=two.hand(0)[0])
    cookies = dict(two.bo.client.cookies)
    card = two.hand(1)[9]
    with ThreadPoolExecutor(10) as tabs:

        def choose(_: int) -> int:
            form = {"round": 1, "turn": 1, "card": card}
            url = f"{two.site.url}/t/{two.table}/choose"
            return httpx2.post(url, data=form, cookies=cookies).status_code

        assert list(tabs.map(choose, range(10))) == [303] * 10
    chosen = [each for each in two.site.log(two.table) if type(each).__name__ == "Chose"]
    assert len(chosen) == 2


# ------------------------------------------------------------------ who is who


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("choose", {"card": 5}),
        ("take", {"place": "0"}),
        ("pick", {"card": 5}),
        ("flip", {}),
        ("next", {"round": 2}),
        ("begin", {"game": 2, "bots": "mixed"}),
        ("text", {"text": "x"}),
        ("leave", {}),
        ("back", {}),
        ("ready", {"ready": "true"}),
        ("bot", {"seat": 1, "bots": "mixed"}),
        ("remove", {"seat": 1, "name": "Bo"}),
        ("house", {"stand_in": "careful", "chat": "true"}),
        ("say", {"phrase": "hello"}),
    ],
)
def test_without_a_seat_nothing_can_be_done(two: Two, action: str, data: dict[str, Any], htmx: bool) -> None:
    """No token, a forged one, somebody else's hash, the token of another table: the same clear answer."""
    elsewhere = Two(two.site)
    nobody, forger, thief, neighbour, cropped = (two.site.person() for _ in range(5))
    hashes = [found for each in two.site.log(two.table) if (found := getattr(each, "token", None))]
    for who, token in (
        (forger, "x" * 43),
        (thief, hashes[0]),
        (neighbour, elsewhere.ana.token()),
        (cropped, two.ana.token()[:-1]),
    ):
        who.client.cookies.set(f"sixth-{two.table}", token)
    # Their own cookie, sent under this table's address.
    neighbour.client.cookies.set(f"sixth-{elsewhere.table}", elsewhere.ana.token())
    with unchanged(two.site, two.table):
        for who in (nobody, forger, thief, neighbour, cropped):
            refused(two.post(who, action, htmx=htmx, **data), 403, "You have no seat")
            assert not Page(who.client.get(f"/t/{two.table}").text).by_id.get("hand")


@pytest.mark.parametrize("token", ["", '"', "a=b; c", "\xff", "x" * 3000, "\\377\\000", "%00"])
def test_a_token_that_is_none_shows_the_table_as_anybody_sees_it(two: Two, token: str) -> None:
    header = f"sixth-{two.table}={token}".encode("latin-1")
    for _ in range(2):
        answer = two.site.person().client.get(f"/t/{two.table}", headers={b"cookie": header})
        assert answer.status_code == 200
        assert "hand" not in Page(answer.text).by_id


def test_a_token_is_for_the_browser_alone(two: Two) -> None:
    (found,) = (
        two.site.person()
        .client.post(
            "/tables",
            data={"game": "classic", "seats": "2", "bots": "mixed", "name": "Ü", "how": "play"},
            follow_redirects=False,
        )
        .headers.get_list("set-cookie")
    )
    name, _, given = found.partition("=")
    assert name.startswith("sixth-")
    token, *attributes = (part.strip().lower() for part in given.split(";"))
    assert len(token) >= 43
    assert {"httponly", "samesite=lax"} <= set(attributes)
    assert any(each.startswith("path=/t/") for each in attributes)


def test_a_token_is_kept_as_its_hash_only(two: Two) -> None:
    database = two.site.store.url.database
    assert database
    kept = b"".join(file.read_bytes() for file in Path(database).parent.glob(f"{Path(database).name}*"))
    for person in (two.ana, two.bo):
        assert hashed(person.token()).encode() in kept
        assert person.token().encode() not in kept


def test_sitting_down_twice_keeps_the_first_seat(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=4, name="Ana")
    bo.join(table, name="Bo")
    with unchanged(site, table):
        again = bo.client.post(f"/t/{table}/sit", data={"name": "Bob"}, follow_redirects=False)
        assert again.status_code == 303
        refused(
            site.person().client.post(f"/t/{table}/sit", data={"name": "bO"}), 409, "already has that name"
        )


def test_sitting_down_pressed_many_times_at_once_takes_one_seat(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=10, name="Ana")
    bo.go(f"/t/{table}")
    before = bo.token()
    with ThreadPoolExecutor(6) as fingers:

        def press(_: int) -> int:
            url, cookies = f"{site.url}/t/{table}/sit", {f"sixth-{table}": before}
            return httpx2.post(url, data={"name": "Bo"}, cookies=cookies).status_code

        assert list(fingers.map(press, range(6))) == [303] * 6
    assert [who.name for who in site.table(table).sitters if who] == ["Ana", "Bo"]
    assert bo.token() == before
    assert "leave" in bo.look().forms


def test_a_fault_of_ours_is_one_sentence_that_shows_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hosting(tmp_path / "data") as site:
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("INSERT INTO log VALUES ('broken', 1, '', '{\"event\": 104')")
        answer = site.person().client.get("/t/broken")
    assert answer.status_code == 500
    assert "Something went wrong on our side" in answer.text
    assert "104" not in answer.text
    assert "JSON" not in answer.text
    assert answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert "JSONDecodeError" in caplog.text


def test_a_database_that_does_not_do_its_work_is_one_sentence_and_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with hosting(tmp_path / "data") as site:
        ana = site.person()
        table = ana.open("play", seats=2, name="Ana")
        state = site.table(table).state
        assert state is not None
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE log RENAME TO away")
        form = {"round": 1, "turn": 1, "card": state.hands[0][0]}
        answer = ana.client.post(f"/t/{table}/choose", data=form)
        with site.store.engine.begin() as connection:
            connection.exec_driver_sql("ALTER TABLE away RENAME TO log")
        assert ana.look().chosen is None
        assert ana.client.post(f"/t/{table}/choose", data=form).status_code == 200
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "2"
    assert "does not answer just now" in answer.text
    # The log says what went wrong, and nothing of what was to be written.
    assert "no such table: log" in caplog.text
    assert f'"card":{state.hands[0][0]}' not in caplog.text


def test_who_comes_when_all_seats_are_taken_or_the_game_has_begun_is_told_so(site: Site) -> None:
    ana, bo, late = site.person(), site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    with unchanged(site, table):
        refused(late.client.post(f"/t/{table}/sit", data={"name": "Cy"}), 409, "All seats")
        refused(bo.client.post(f"/t/{table}/begin", data={"game": 1, "bots": "mixed"}), 403, "first")
        refused(ana.client.post(f"/t/{table}/begin", data={"game": 1, "bots": "deep blue"}), 422, "no bot")
    ana.look()
    ana.send("begin")
    with unchanged(site, table):
        refused(late.client.post(f"/t/{table}/sit", data={"name": "Cy"}), 409, "has begun")
        refused(ana.client.post(f"/t/{table}/begin", data={"game": 2, "bots": "mixed"}), 409, "still goes on")


def test_a_text_of_ones_own_can_be_taken_back(site: Site) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana")
    for text in ("by Ana", ""):
        ana.send("own", text=text)
        assert site.table(table).texts[0] == text
        assert ana.page.forms["own"].fields["text"] == text


def test_who_leaves_holds_no_seat_any_more(site: Site) -> None:
    ana, bo = site.person(), site.person()
    table = ana.open("invite", seats=2, name="Ana")
    bo.join(table, name="Bo")
    token = bo.token()
    bo.send("leave")
    assert "sit" in bo.page.forms
    assert bo.token() != token
    bo.client.cookies.set(f"sixth-{table}", token)
    with unchanged(site, table):
        refused(bo.client.post(f"/t/{table}/text", data={"text": "x"}), 403, "no seat")


# ------------------------------------------------------------------ tables that are not there


@pytest.mark.parametrize(
    "table",
    ["nosuchtable", "x" * 5000, "%00", "%ff%fe", "..%2f..%2fetc", "'; DROP TABLE log; --", "<script>", "🐂"],
)
@pytest.mark.parametrize("htmx", [False, True])
def test_an_unknown_table_is_not_found_whatever_is_asked_of_it(site: Site, table: str, htmx: bool) -> None:
    client = site.person().client
    headers = HTMX if htmx else {}
    asked = [
        client.get(f"/t/{table}{path}", headers=headers)
        for path in ("", "/events", "/qr.svg", "/screen", "/house")
    ]
    moment = {"round": 1, "turn": 1}
    for action, data in (
        ("sit", {"name": "Ana"}),
        ("leave", {}),
        ("back", {}),
        ("ready", {"ready": "true"}),
        ("bot", {"seat": 1, "bots": "mixed"}),
        ("remove", {"seat": 1, "name": "Bo"}),
        ("house", {"stand_in": "careful"}),
        ("say", {"phrase": "hello"}),
        ("text", {"text": ""}),
        ("begin", {"game": 1, "bots": "mixed"}),
        ("choose", {**moment, "card": 5}),
        ("pick", {**moment, "card": 5}),
        ("take", {**moment, "place": "0"}),
        ("flip", moment),
        ("next", {"round": 1}),
    ):
        asked.append(client.post(f"/t/{table}/{action}", data=data, headers=headers))
    for response in asked:
        refused(response, 404, "There is no such")
    assert client.get(f"/t/{table}/games/x.sixth.jsonl", headers=headers).status_code == 404
    assert site.store.load(table) == ()


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t", "/t/", "/static/", "/static/nothing.css", "/docs", "/openapi.json", "/redoc"]
)
def test_an_unknown_page_is_not_found(site: Site, path: str) -> None:
    assert site.person().client.get(path).status_code == 404


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/%2e%2e/render.py", "/static/..%2f..%2frun.py", "/static//etc/passwd"],
)
def test_static_files_are_those_of_their_folder(site: Site, path: str) -> None:
    answer = raw(site, f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    assert b" 404 " in answer.split(b"\r\n")[0]


def test_a_method_that_an_address_does_not_take_is_refused(two: Two) -> None:
    client = two.ana.client
    with unchanged(two.site, two.table):
        for method, path in (
            ("PUT", "/tables"),
            ("GET", f"/t/{two.table}/choose"),
            ("PUT", f"/t/{two.table}/choose"),
            ("DELETE", f"/t/{two.table}"),
            ("POST", f"/t/{two.table}"),
            ("POST", "/"),
            ("PATCH", f"/t/{two.table}/events"),
        ):
            answer = client.request(method, path)
            assert answer.status_code == 405
            assert answer.headers["allow"]
            assert "does not take that kind of request" in answer.text


# ------------------------------------------------------------------ names

NASTY = {
    "script": "<script>x()</script>",
    "quotes": "\"' onfocus=x",
    "entity": "&amp;&lt;b&gt;",
    "right to left": "Ana\u202egnp.exe",
    "isolates": "\u2066Ana\u2069\u200e\u200f\u061c",
    "controls": "A\x00n\x07a\x1b[31m\x7f\x9f",
    "lines": "Ana\r\nSet-Cookie: x=1\n\n",
    "separators": "Ana\u2028data: x\u2029\x85",
    "spaces": "   Ana \t\u00a0\u3000 ",
    "emoji": "👩‍👩‍👧‍👦🐂",
    "zalgo": "A\u0301\u0302\u0303\u0304n\u0305a\u0306",
    "jinja": "{{ 7*7 }}{% x %}",
    "format": "{0}{name}%s%(x)s",
    "arabic": "عمر",
    "private": "\ue000\U000f0000Ana\ufffe",
    "cookie": "a;b=c, d\\",
}


def shows(page: Page, name: str) -> int:
    """In how many lists and tables of the page somebody is called so."""
    return sum(name in each.text for each in page.root.all() if each.tag in ("li", "th"))


def harmless(page: Page) -> bool:
    """Whether there are our own scripts only, and nothing was made of what people typed but text."""
    scripts = [each.given.get("src", "") for each in page.root.all("script")]
    handlers = [name for each in page.root.all() for name in each.given if name.startswith("on")]
    return all(source.startswith("/static/") for source in scripts) and not handlers


@pytest.mark.parametrize("what", NASTY)
def test_a_name_is_shown_as_it_is_and_does_no_harm(site: Site, what: str) -> None:
    """To its owner and to others; what upsets the page around it is left out."""
    ana, bo = site.person(), site.person()
    form = {"game": "classic", "seats": "2", "bots": "mixed", "name": NASTY[what], "how": "invite"}
    answer = ana.client.post("/tables", data=form)
    assert answer.status_code == 200, Page(answer.text).text("note")
    table = answer.url.path.rpartition("/")[2]
    who = site.table(table).sitters[0]
    assert who is not None
    assert 0 < len(who.name) <= 24
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for char in who.name)
    assert not set(who.name) & set("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    bo.join(table, name="Bo")
    assert shows(bo.page, who.name) == 1
    assert all(harmless(page) for page in (ana.go(f"/t/{table}"), bo.page, ana.go("/")))


def test_a_game_of_nasty_names_is_played_to_its_end(site: Site) -> None:
    """All of them in one game: in the news, at the end and in the record."""
    people = [site.person() for _ in range(10)]
    table = people[0].open("invite", game="halves", seats=10, name="Zoë")
    nasty = ("script", "quotes", "entity", "right to left", "controls", "emoji", "zalgo", "jinja", "format")
    for person, name in zip(people[1:], nasty, strict=True):
        person.join(table, name=NASTY[name])
    people[0].look()
    people[0].send("begin")
    play_on(people, Random(1))
    names = [who.name for who in site.table(table).sitters if who]
    for person in people:
        assert harmless(person.look())
        assert sum(shows(person.page, name) > 0 for name in names) >= 9
    lines = people[0].client.get(f"/t/{table}/games/{site.table(table).game_id}.sixth.jsonl").text
    (verdict,) = referee.check(lines.strip("\n").split("\n"))
    assert [name for name, _ in verdict.seats] == names


@pytest.mark.parametrize("name", ["x" * 25, "x" * 10_000, "\U0001f402" * 10_000, "e\u0301" * 19_999])
def test_a_name_that_is_too_long_is_refused_in_one_sentence(site: Site, name: str) -> None:
    client, ana = site.person().client, site.person()
    form = {"game": "classic", "seats": "2", "bots": "mixed", "name": name, "how": "play"}
    answer = client.post("/tables", data=form, follow_redirects=False)
    if len(name.encode()) * 3 > 64 * 1024:
        assert answer.status_code == 413
        return
    refused(answer, 422, "name is too long" if len(name) <= 20_000 else "incomplete or damaged")
    assert len(answer.text) < 20_000
    table = ana.open("invite", seats=2, name="Ana")
    with unchanged(site, table):
        answer = client.post(f"/t/{table}/sit", data={"name": name})
        assert answer.status_code == 422
        assert len(answer.text) < 20_000


@pytest.mark.parametrize(
    "name", [" ", "\u200b\u202e", "\x00", "\u200d", "\u200c \u200d", "\u3164\u2800", "\u0301"]
)
def test_at_somebody_elses_table_a_name_must_be_there_to_be_seen(site: Site, name: str) -> None:
    ana = site.person()
    table = ana.open("invite", seats=2, name="Ana")
    with unchanged(site, table):
        refused(site.person().client.post(f"/t/{table}/sit", data={"name": name}), 422, "give a name")


# ------------------------------------------------------------------ forms that are none of ours

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=b"


def part(name: str, value: str, more: str = "") -> str:
    """One field of a multipart form."""
    return f'--b\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n{value}\r\n'


BROKEN: dict[str, tuple[str, bytes, int]] = {
    "empty": (FORM, b"", 422),
    "no card": (FORM, b"round=1&turn=1", 422),
    "no moment": (FORM, b"card=5", 422),
    "more than asked": (FORM, b"round=1&turn=1&card=CARD&cheat=1", 422),
    "a list": (FORM, b"round=1&turn=1&card[]=CARD", 422),
    "no equals signs": (FORM, b"&&&&;;;", 422),
    "bytes": (FORM, bytes(range(256)), 422),
    "half an escape": (FORM, b"round=1&turn=1&card=%", 422),
    "bytes that are no text": (FORM, b"round=1&turn=1&card=%ff%fe", 422),
    "a huge number": (FORM, b"round=1&turn=1&card=" + b"9" * 4000, 422),
    "a huge round": (FORM, b"turn=1&card=CARD&round=" + b"9" * 30, 422),
    "a negative turn": (FORM, b"round=1&turn=-1&card=CARD", 422),
    "too many fields": (FORM, b"&".join(b"a%d=1" % number for number in range(5000)), 422),
    "json": ("application/json", b'{"round":1,"turn":1,"card":CARD}', 422),
    "plain text": ("text/plain", b"round=1&turn=1&card=CARD", 422),
    "no type": ("", b"round=1&turn=1&card=CARD", 422),
    "nonsense type": ("////;;;=", b"round=1&turn=1&card=CARD", 422),
    "multipart without boundary": ("multipart/form-data", b"round=1", 422),
    "multipart cut off": (MULTIPART, part("round", "1").encode(), 422),
    "multipart that is none": (MULTIPART, b"round=1&turn=1&card=CARD", 422),
    "multipart without a name": (MULTIPART, b"--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", 422),
    "a file": (
        MULTIPART,
        (part("round", "1") + part("turn", "1") + part("card", "CARD", '; filename="x"') + "--b--").encode(),
        422,
    ),
    "an alphabet that raises": (
        f"{MULTIPART}; charset=undefined",
        (part("round", "1") + "--b--").encode(),
        422,
    ),
    "an alphabet of domains": (
        f"{MULTIPART}; charset=idna",
        part("round", "1").encode()
        + b'--b\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\xff\r\n--b--',
        422,
    ),
    "too much": (FORM, b"round=1&turn=1&card=CARD&x=" + b"y" * 70_000, 413),
    "too much, in parts": (MULTIPART, (part("x", "y" * 70_000) + "--b--").encode(), 413),
}


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize("what", BROKEN)
def test_a_form_that_is_none_of_ours_changes_nothing(two: Two, what: str, htmx: bool) -> None:
    kind, body, status = BROKEN[what]
    body = body.replace(b"CARD", b"%d" % two.hand(0)[0])
    headers = {"content-type": kind, **(HTMX if htmx else {})}
    with unchanged(two.site, two.table):
        answer = two.ana.client.post(f"/t/{two.table}/choose", content=body, headers=headers)
        if status == 413:
            assert answer.status_code == 413
            assert answer.text == "That form was too long, so nothing was changed."
        else:
            refused(answer, status, "incomplete or damaged")


def test_a_body_without_a_length_is_cut_off_too(two: Two) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 10_000

    with unchanged(two.site, two.table):
        answer = two.ana.client.post(
            f"/t/{two.table}/choose", content=endless(), headers={"content-type": FORM}
        )
        refused(answer, 413, "too long")


def test_the_last_of_a_field_given_twice_counts_or_none(two: Two) -> None:
    one, other = two.hand(0)[:2]
    body = f"round=1&turn=1&card={one}&card={other}"
    two.ana.client.post(f"/t/{two.table}/choose", content=body, headers={"content-type": FORM})
    assert two.ana.look().chosen in (None, other)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"game": "poker"}, "no game of that name"),
        ({"bots": "deep blue"}, "no bot of that name"),
        ({"seats": "1"}, "seats"),
        ({"seats": "11"}, "seats"),
        ({"seats": "-3"}, "seats"),
        ({"seats": "9" * 4000}, "seats"),
        ({"game": "kids", "seats": "7"}, "the deck has 104"),
        ({"how": "cheat"}, "incomplete or damaged"),
        ({"seats": "two"}, "incomplete or damaged"),
        ({"game": "x" * 50_000}, "incomplete or damaged"),
        ({"extra": "1"}, "incomplete or damaged"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_one_sentence(
    site: Site, changed: dict[str, str], sentence: str
) -> None:
    form = {"game": "classic", "seats": "3", "bots": "mixed", "name": "Ana", "how": "play", **changed}
    answer = site.person().client.post("/tables", data=form, follow_redirects=False)
    refused(answer, 422, sentence)
    assert "set-cookie" not in answer.headers
    assert len(answer.text) < 20_000


# ------------------------------------------------------------------ other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": ""},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "http://127.0.0.1"},
        {"origin": "HOST.evil.example"},
        {"sec-fetch-site": "cross-site", "origin": "HOST"},
    ],
)
def test_a_form_from_another_site_is_refused(two: Two, headers: dict[str, str]) -> None:
    headers = {name: value.replace("HOST", two.site.url) for name, value in headers.items()}
    card = two.hand(0)[0]
    with unchanged(two.site, two.table):
        answer = two.ana.client.post(
            f"/t/{two.table}/choose", data={"round": 1, "turn": 1, "card": card}, headers=headers
        )
        assert answer.status_code == 403
        assert "another site" in answer.text


@pytest.mark.parametrize(
    "headers", [{}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "HOST"}]
)
def test_a_form_of_our_own_is_taken(two: Two, headers: dict[str, str]) -> None:
    headers = {name: value.replace("HOST", two.site.url) for name, value in headers.items()}
    answer = two.ana.client.post(
        f"/t/{two.table}/choose",
        data={"round": 1, "turn": 1, "card": two.hand(0)[0]},
        headers=headers,
        follow_redirects=False,
    )
    assert answer.status_code == 303


def raw(site: Site, request: bytes) -> bytes:
    """What the site answers to these bytes."""
    port = int(site.url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(request)
        answer = b""
        while chunk := line.recv(65536):
            answer += chunk
    return answer


@pytest.mark.parametrize(
    "host",
    ["evil.example", "[", "[::1", "a b", '"><script>alert(1)</script>', "x:99999999", "x:y", "@", "", "\xff"],
)
def test_whatever_host_is_asked_for_the_page_is_harmless(two: Two, host: str) -> None:
    lobby = two.site.person()
    table = lobby.open("invite", seats=2, name="Ana")
    for path in ("/", f"/t/{table}", f"/t/{table}/qr.svg", f"/t/{two.table}"):
        cookie = f"Cookie: sixth-{table}={lobby.token()}"
        answer = raw(
            two.site,
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\nConnection: close\r\n\r\n".encode("latin-1"),
        )
        status = int(answer.split(b" ")[1])
        assert status in (200, 400), answer
        assert b"<script>alert" not in answer


# ------------------------------------------------------------------ what every answer carries


def test_every_answer_is_marked(two: Two) -> None:
    """Pages, forms, news, pictures, static files, and every kind of error."""
    client = two.ana.client
    path = f"/t/{two.table}"
    static = re.findall(r'(?:src|href)="(/static/[^"]*)"', two.ana.page.html)
    assert len(static) >= 6
    kept = [client.get(each) for each in static]
    answers = [client.get(each) for each in ("/", path, f"{path}/qr.svg")]
    assert [each.status_code for each in (*kept, *answers)] == [200] * (len(static) + 3)
    answers += [
        client.get("/nowhere"),
        client.get("/t/nowhere"),
        client.put("/"),
        client.get("/static/nothing"),
    ]
    answers += [client.post(f"{path}/choose"), client.post(f"{path}/choose", content=b"x" * 70_000)]
    answers += [client.post(f"{path}/choose", headers={"origin": "https://evil.example"})]
    answers += [client.get(f"{path}/events?after=x"), client.get(f"{path}/games/x.sixth.jsonl")]
    answers += [two.post(two.ana, "choose", card=two.hand(0)[0])]
    answers += [two.post(two.bo, "choose", card=two.hand(0)[0], htmx=True)]
    with client.stream("GET", f"{path}/events") as news:
        answers.append(news)
    statuses = {each.status_code for each in answers}
    assert statuses >= {200, 303, 403, 404, 405, 413, 422}
    for answer in (*kept, *answers):
        headers = answer.headers
        assert "default-src 'self'" in headers["content-security-policy"], answer.url
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["permissions-policy"] == "camera=(), microphone=(), geolocation=()"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    assert all("max-age" in answer.headers["cache-control"] for answer in kept)
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)


def test_static_files_are_named_by_what_is_in_them(site: Site) -> None:
    page = site.person().go("/")
    for url in re.findall(r'(?:src|href)="(/static/[^"]*)"', page.html):
        assert re.search(r"\?v=[0-9a-f]{12}$|^/static/v-[0-9a-f]{12}/", url)


def test_pages_hold_no_scripts_or_styles_of_their_own(two: Two) -> None:
    """The policy would not let them run, so they would be mistakes."""
    for page in (two.ana.page, two.bo.page, two.site.person().go("/")):
        for element in page.root.all():
            assert "style" not in element.given
            assert not any(name.startswith("on") for name in element.given)
            assert element.tag != "style"
            assert element.tag != "script" or (element.given["src"] and not element.text)
        assert not re.search(r"https?://(?!127\.0\.0\.1)", page.html)


def test_the_qr_code_is_a_picture_of_the_tables_address(two: Two) -> None:
    answer = two.site.person().client.get(f"/t/{two.table}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_over_tls_browsers_are_told_to_stay_there(tmp_path: Path) -> None:
    """As behind a proxy that speaks TLS for us; plain pages, as at home, do not say so."""
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    app = create_app(store)
    for scheme, told in (("https", "max-age=31536000"), ("http", None)):
        client = TestClient(app, base_url=f"{scheme}://sixth.test", follow_redirects=False)
        assert client.get("/about").headers.get("strict-transport-security") == told
        answers = [client.post("/tables", data=OPENS), client.post("/settings", data={"lang": "de"})]
        answers += [client.get("/?renew=off")]
        cookies = [cookie.lower() for answer in answers for cookie in answer.headers.get_list("set-cookie")]
        assert len(cookies) == 4
        for cookie in cookies:
            assert "; httponly" in cookie
            assert "; samesite=lax" in cookie
            assert ("; secure" in cookie) == (scheme == "https")
    store.close()
