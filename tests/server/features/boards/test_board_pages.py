"""The pages of boards over a week of evenings, for people whose browsers run no scripts."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from sixth import bots
from sixth.client import Client
from sixth.server.features.boards.board import DAY_DEALS, WEEK_DEALS
from sixth.server.features.boards.deals import COUNTED_A_NETWORK
from tests.server.support.hosting import Calendar, Site, hosting
from tests.server.support.pages import Page
from tests.server.support.playing import Person, keep_name, own_lines, play_on


@pytest.fixture(scope="module")
def calendar() -> Calendar:
    """The calendar of the site, which begins on a Monday, and which no test sets back.

    A test that must have a board for itself sets it forward first.
    """
    calendar = Calendar()
    calendar.forward(-calendar.now.weekday() % 7)
    return calendar


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, calendar: Calendar) -> Iterator[Site]:
    """One site for all tests."""
    bots.get_ready()
    with hosting(tmp_path_factory.mktemp("boards"), wall=calendar) as site:
        yield site


def week(calendar: Calendar) -> str:
    """Return the key of this week's board."""
    year, number, _day = calendar.now.isocalendar()
    return f"{year}-W{number:02}"


def begin(person: Person, board: str) -> str:
    """Begin the next deal of a board from its page; return the table."""
    person.go(f"/boards/{board}")
    person.send("/boards")
    return person.table


def play(person: Person, board: str, style: int = 1) -> str:
    """Play the next deal of a board to its end; return the game."""
    begin(person, board)
    person.look()
    play_on([person], Random(style))
    return person.table


def links(page: Page) -> set[str]:
    """Return the addresses of all links of a page."""
    return {link.attributes["href"] for link in page.root.all("a")}


def test_a_board_of_a_day_is_played_in_order_and_compared_deal_by_deal(
    site: Site, calendar: Calendar
) -> None:
    calendar.forward()
    ana, bo, board = site.person(), site.person(), calendar.day()
    assert f"/boards/{board}" in links(ana.go("/boards"))
    assert f"0 of {DAY_DEALS} deals played" in ana.page.root.text
    answer = ana.client.post("/boards", data={"board": board, "number": "2"})
    assert "Finish the deals before that one first." in answer.text
    table = begin(ana, board)
    assert f"/t/{table}" in links(ana.go(f"/boards/{board}"))
    assert ana.client.post("/boards", data={"board": board, "number": "1"}).url.path == f"/t/{table}"
    play(bo, board, 2)
    ana.look()
    play_on([ana], Random(1))
    heads = [site.table(each.table).state for each in (ana, bo)]
    assert heads[0] is not None
    assert heads[1] is not None
    (own, other) = (each.totals[0] for each in heads if each)
    # The table leads to the page of its deal.
    assert f"/daily/{board}.1" in links(ana.page)
    page = ana.go(f"/daily/{board}.1")
    assert f"You: {own} heads. All others on average: {other}.0." in page.root.text
    assert "Your choices and the others'" in page.root.text
    game = site.table(ana.table).game_id
    assert f"/g/{game}?seat=0" in links(page)
    assert f"/g/{game}/coach" in page.forms
    assert f"1 of {DAY_DEALS} deals played" in ana.go("/boards").root.text
    assert f"Boards 1 of {DAY_DEALS}" in own_lines(ana)
    # The next deal has other cards.
    first = site.table(ana.table).state
    begin(ana, board)
    second = site.table(ana.table).state
    assert first is not None
    assert second is not None
    assert first.hands != second.hands


def test_a_game_of_an_open_board_is_seen_by_its_player_only(site: Site, calendar: Calendar) -> None:
    ana, bo, board = site.person(), site.person(), calendar.day()
    play(ana, board)
    game = site.table(ana.table).game_id
    ways = [f"/g/{game}", f"/g/{game}?text", f"/g/{game}.sixth.jsonl", f"/g/{game}/picture.svg"]
    ways += [f"/g/{game}/picture.png", f"/g/{game}/coach", f"/t/{ana.table}/games/{game}.sixth.jsonl"]
    api = [f"/api/v1/records/{game}{more}" for more in ("", "/proof", "/review?seat=0")]
    assert {ana.client.get(each).status_code for each in ways} == {200}
    assert {bo.client.get(each).status_code for each in (*ways, *api)} == {404}
    assert bo.client.get(f"/g/{game}/coach/themes").json() == {}
    proof = {"Authorization": f"Bearer {ana.token()}"}
    assert bo.client.get(api[0], headers=proof).status_code == 200
    for person in (ana, bo):
        answer = person.client.post(f"/g/{game}/again", data={"seat": "0", "bots": "mixed", "at": "0"})
        assert "/t/" not in answer.url.path
    # The page of the deal shows nothing of it, nor does the table.
    page = bo.go(f"/boards/{board}/1")
    assert "You see this deal once you have played it." in page.root.text
    assert "player has finished" not in page.root.text
    assert bo.client.get(f"/t/{ana.table}").text.count("This table is private")
    assert bo.client.get(f"/api/v1/tables/{ana.table}").status_code == 403
    calendar.forward()
    assert {bo.client.get(each).status_code for each in (*ways, *api[:2])} == {200}


def test_a_closed_board_is_played_no_more_and_shows_its_secret(site: Site, calendar: Calendar) -> None:
    calendar.forward()
    ana, board = site.person(), calendar.day()
    facts = ana.client.get(f"/api/v1/boards/{board}").json()
    assert (facts["open"], facts["secret"]) == (True, None)
    table = begin(ana, board)
    calendar.forward()
    page = ana.go(f"/boards/{board}")
    assert "/boards" not in page.forms
    answer = ana.client.post("/boards", data={"board": board, "number": "2"})
    assert "That board is closed; there is a new one." in answer.text
    facts = ana.client.get(f"/api/v1/boards/{board}").json()
    assert facts["secret"] in page.root.text
    # The game goes on; but as all may know its deal now, it is compared with nobody's.
    ana.go(f"/t/{table}")
    play_on([ana], Random(1))
    ana.go(f"/boards/{board}")
    assert "you are not compared" in ana.page.root.text
    page = site.person().go(f"/boards/{board}/1")
    assert "Nobody has finished this deal." in page.root.text
    for key in ("2020-01-01", "2999-01-01", "2026-W60", "tomorrow", "2026-01-31.1"):
        assert ana.client.get(f"/boards/{key}").status_code == 404


def test_a_person_meets_no_deal_twice_on_another_device(site: Site, calendar: Calendar) -> None:
    ana, board = keep_name(site.person(), "Ida"), calendar.day()
    play(ana, board)
    ana.go("/you")
    ana.send("/you/link")
    link = re.search(r"/you/device/[a-z0-9-]+", ana.page.html)
    assert link is not None
    phone = site.person()
    phone.go(link[0])
    phone.send(link[0])
    assert f"1 of {DAY_DEALS} deals played" in phone.go(f"/boards/{board}").root.text
    play(phone, board)
    assert f"2 of {DAY_DEALS} deals played" in ana.go(f"/boards/{board}").root.text


def test_the_ladder_of_the_week_has_people_with_names_who_want_to_be_there(
    site: Site, calendar: Calendar
) -> None:
    calendar.forward(7 - calendar.now.weekday())
    board = week(calendar)
    ana, bo = keep_name(site.person(), "Eva"), keep_name(site.person(), "Udo")
    for day in range(2):
        for number, person in enumerate((ana, bo)):
            for _deal in range(WEEK_DEALS // 2):
                play(person, board, number)
        calendar.forward(day + 1)
    ana.go(f"/boards/{board}")
    assert "Nobody yet" in ana.page.root.text
    ana.send("/boards/ladder")
    text = ana.go(f"/boards/{board}").root.text
    assert f"{WEEK_DEALS} of {WEEK_DEALS} deals played" in text
    page = bo.go(f"/boards/{board}")
    (table,) = (each for each in page.root.all("table") if "board" in each.classes)
    assert [name.text for name in table.all("bdi")] == ["Eva"]
    ladder = site.person().client.get(f"/api/v1/boards/{board}").json()["ladder"]
    assert [each["name"] for each in ladder] == ["Eva"]
    own = ana.go("/you").text("boards-of-person")
    assert "Ladder of the week · Place 1 of 1" in own
    assert f"Board of week {calendar.now.isocalendar().week}" in own
    assert "Ladder of the week" not in bo.go("/you").text("boards-of-person")
    rows = [line for line in ana.client.get("/you/export.jsonl").text.splitlines() if "board-deal" in line]
    assert len(rows) == WEEK_DEALS
    ana.go(f"/boards/{board}")
    ana.send("/boards/ladder")
    assert "Nobody yet" in ana.page.root.text


def test_only_some_players_of_a_network_are_compared_in_a_board(site: Site, calendar: Calendar) -> None:
    calendar.forward()
    people = [site.person() for _ in range(COUNTED_A_NETWORK + 1)]
    for each in people:
        each.client.headers["X-Forwarded-For"] = "198.51.100.7"
        begin(each, calendar.day())
    last = people[-1]
    last.look()
    play_on([last], Random(1))
    assert "you are not compared" in last.go(f"/boards/{calendar.day()}").root.text


def test_a_program_plays_the_deals_of_a_board_with_one_token(site: Site, calendar: Calendar) -> None:
    calendar.forward()
    client, board = site.person().client, calendar.day()
    proof, body = {"Authorization": f"Bearer {'program'.ljust(43, '-')}"}, {"name": "Ana"}
    assert board in client.get("/api/v1/boards").json()
    early = client.post(f"/api/v1/boards/{board}/2", json=body, headers=proof)
    assert (early.status_code, early.json()["code"]) == (409, "deal-order")
    missing = client.post(f"/api/v1/boards/{board}/5", json=body, headers=proof)
    assert (missing.status_code, missing.json()["code"]) == (404, "no-board-deal")
    seats = [client.post(f"/api/v1/boards/{board}/1", json=body, headers=proof).json() for _ in range(2)]
    assert seats[0] == seats[1]
    other = client.post(f"/api/v1/boards/{board}/1", json=body).json()
    assert other["table"] != seats[0]["table"]
    seat = {"Authorization": f"Bearer {seats[0]['token']}"}
    assert client.get(f"/api/v1/tables/{seats[0]['table']}", headers=seat).json()["seat"] == 0
    with Client(site.url) as program:
        token = "program".ljust(43, "-")
        assert program.play_board("Ana", board, 1, token=token).table == seats[0]["table"]
    # The token for all boards is not that of a seat.
    assert client.get(f"/api/v1/tables/{seats[0]['table']}", headers=proof).status_code == 403
    assert client.get(f"/api/v1/boards/{board}", headers=proof).json()["finished"] == []
