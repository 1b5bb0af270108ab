"""Tournaments in browsers and programs: the way to one's table, the stream, files and the API."""

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from sixth import bots
from sixth.client import AsyncClient, Client
from sixth.rules.codec import loads
from sixth.server.core.addresses import Network
from sixth.server.core.limits import Limit
from sixth.server.features.tournaments.service import JOINS
from sixth.server.table.identity import new_token
from sixth.tournaments.file import read
from sixth.tournaments.public import public_json
from tests.server.support.hosting import Site
from tests.server.support.playing import ASKS_FOR_PAGE, client_of
from tests.server.support.serving import PATIENCE, TLS

PLAN = {"name": "Friday", "options": {"hand": 2, "end": "rounds:1"}, "rounds": 1}


class Program:
    """A program with a token."""

    def __init__(self, site: Site) -> None:
        self.site, self.token = site, new_token()
        self.http = httpx2.Client(base_url=f"{site.url}/api/v1", verify=TLS)
        self.http.headers["authorization"] = f"Bearer {self.token}"

    def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON of an answer."""
        answer = self.http.request(method, f"/tournaments{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
        """Return the status and the code of a refusal."""
        answer = self.http.request(method, f"/tournaments{path}", json=body)
        return answer.status_code, answer.json()["code"]


@pytest.fixture
def programs(site: Site) -> Iterator[list[Program]]:
    """Return a host and eight players."""
    programs = [Program(site) for _ in range(9)]
    yield programs
    for each in programs:
        each.http.close()


@pytest.fixture
def code(programs: list[Program]) -> str:
    """Return the code of a tournament that the players have joined."""
    host, *players = programs
    code = str(host.call("POST", "", PLAN)["code"])
    for number, player in enumerate(players):
        player.call("POST", f"/{code}/join", {"name": f"P{number}", "bot": False})
    return code


def test_programs_open_join_and_play_a_tournament(programs: list[Program], code: str) -> None:
    host, ana, *_ = programs
    again = ana.call("POST", f"/{code}/join", {"name": "P0", "bot": False})
    assert again["token"] == ana.token
    assert ana.call("GET", f"/{code}/seat")["table"] is None
    host.call("POST", f"/{code}/enter", {"name": "Walk-in"})
    host.call("POST", f"/{code}/begin")
    seat = ana.call("GET", f"/{code}/seat")
    headers = {"authorization": f"Bearer {seat['token']}"}
    shown = ana.http.get(f"/tables/{seat['table']}", headers=headers).json()
    assert (shown["seat"], shown["asks"]) == (seat["seat"], "choose")
    assert len(ana.call("GET", f"/{code}")["players"]) == 9


def test_what_a_program_may_not_do_is_refused_with_a_code(programs: list[Program], code: str) -> None:
    host, ana, *_ = programs
    for command in ("begin", "end", "draw"):
        assert ana.refused("POST", f"/{code}/{command}")[0] == 403
    assert host.refused("GET", "/bcdfg") == (404, "no-tournament")
    assert host.refused("GET", "/aaaaa") == (404, "no-tournament")
    assert host.refused("POST", "", {**PLAN, "turn_seconds": 1})[0] == 422
    assert host.refused("POST", "", {**PLAN, "points": "5321"}) == (422, "wrong-value")
    assert host.refused("POST", f"/{code}/swap", {"first": "a"}) == (422, "missing-field")
    assert ana.refused("GET", f"/{code}/file") == (409, "tournament-on")
    del ana.http.headers["authorization"]
    assert ana.refused("POST", f"/{code}/leave") == (401, "no-token")


def test_a_player_is_led_to_their_seat_and_a_stranger_to_the_tournament(
    site: Site, programs: list[Program], code: str
) -> None:
    host, ana, *_ = programs
    host.call("POST", f"/{code}/begin")
    with client_of(site.url) as phone, client_of(site.url) as stranger:
        phone.cookies.set(f"sixth-tournament-{code}", ana.token)
        for _ in range(2):
            page = phone.get(f"/tournaments/{code.upper()}/table", headers=ASKS_FOR_PAGE)
            assert page.status_code == 200
            table = page.url.path.removeprefix("/t/")
            assert phone.cookies[f"sixth-{table}"] == ana.call("GET", f"/{code}/seat")["token"]
        answer = stranger.get(f"/tournaments/{code}/table", follow_redirects=False)
        assert answer.headers["location"] == f"/tournaments/{code}"
        # Whoever gets hold of the address of the table has no seat there.
        answer = stranger.post(f"/api/v1/tables/{table}/sit", json={"name": "Eve", "bot": False})
        assert (answer.status_code, answer.json()["code"]) == (409, "full")


def test_programs_are_told_everything_and_pages_where_people_sit(
    site: Site, programs: list[Program], code: str
) -> None:
    programs[0].call("POST", f"/{code}/begin")
    shown = programs[0].call("GET", f"/{code}")
    with client_of(site.url) as client:
        with client.stream("GET", f"/api/v1/tournaments/{code}/changes") as lines:
            assert loads(next(lines.iter_lines())) == shown
        with client.stream("GET", f"/tournaments/{code}/changes") as lines:
            told = loads(next(lines.iter_lines()))
    assert [told["version"], told["ended_at"], told["next"]] == [
        shown[name] for name in ("version", "ended_at", "next")
    ]
    (round,) = shown["rounds"]
    assert told["tables"] == [each["players"] for each in round["tables"]]
    del round["tables"]
    assert told["rounds"] == [round]


def test_names_in_a_table_for_spreadsheets_are_no_formulas(
    site: Site, programs: list[Program], code: str
) -> None:
    programs[0].call("POST", f"/{code}/enter", {"name": "=1+1"})
    with client_of(site.url) as client:
        text = client.get(f"/tournaments/{code}/standings.csv").text
    assert "'=1+1" in text
    assert ",=1+1" not in text


def test_a_result_of_a_real_table_is_entered_by_one_and_confirmed_by_another(
    programs: list[Program],
) -> None:
    host, *players = programs[:4]
    code = host.call("POST", "", {"name": "Hall", "place": "hall"})["code"]
    for number, player in enumerate(players):
        player.call("POST", f"/{code}/join", {"name": f"P{number}", "bot": False})
    host.call("POST", f"/{code}/begin")
    assert players[0].call("GET", f"/{code}/seat")["table"] is None
    result = {"round": 1, "table": 1, "heads": [70, 3, 9]}
    assert players[0].refused("POST", f"/{code}/report", result | {"heads": [900, 3, 9]}) == (
        422,
        "impossible-heads",
    )
    players[0].call("POST", f"/{code}/report", result)
    assert players[0].refused("POST", f"/{code}/confirm", {"round": 1, "table": 1})[0] == 409
    players[1].call("POST", f"/{code}/confirm", {"round": 1, "table": 1})
    (table,) = host.call("GET", f"/{code}")["rounds"][0]["tables"]
    assert (table["result"]["heads"], table["result"]["holds"]) == ([70, 3, 9], True)


def test_joining_is_counted(site: Site, code: str) -> None:
    with client_of(site.url) as elsewhere:
        elsewhere.headers["x-forwarded-for"] = "203.0.113.9"
        network = Network("203.0.113.9", "203.0.113.9", unlimited=False)
        for _ in range(JOINS.amount or 0):
            site.tables.limiter.check(Limit(JOINS.name, JOINS.amount or 0, JOINS.seconds), network)
        body = {"name": "Flood", "bot": False}
        assert elsewhere.post(f"/api/v1/tournaments/{code}/join", json=body).status_code == 429


def test_bots_from_outside_play_a_tournament_to_its_end_and_its_file_says_the_same(site: Site) -> None:
    host, careful = Program(site), bots.make("careful")
    code = host.call("POST", "", {**PLAN, "outside": True, "rounds": 2, "pause_seconds": 1})["code"]

    async def play(number: int) -> int:
        seats = 0
        async with AsyncClient(site.url, patience_s=PATIENCE) as client:
            async for seat in client.tournament_seats(code, f"Robo {number}", run_by="Ana"):
                await seat.play(lambda ask: careful.act(ask.view))
                seats += 1
        return seats

    def play_without_loop() -> int:
        seats = 0
        with Client(site.url, patience_s=PATIENCE) as client:
            for seat in client.tournament_seats(code, "Robo", run_by="Ana"):
                seat.play(lambda ask: careful.act(ask.view))
                seats += 1
        return seats

    async def evening() -> list[int]:
        playing = [asyncio.create_task(play(number)) for number in range(5)]
        playing.append(asyncio.create_task(asyncio.to_thread(play_without_loop)))
        async with AsyncClient(site.url, patience_s=PATIENCE) as client:
            async for state in client.lines(f"/tournaments/{code}/changes"):
                if len(state["players"]) == len(playing):
                    break
        await asyncio.to_thread(host.call, "POST", f"/{code}/begin")
        return await asyncio.gather(*playing)

    assert asyncio.run(evening()) == [2] * 6
    shown = host.call("GET", f"/{code}")
    host.http.close()
    with client_of(site.url) as anybody:
        text = anybody.get(f"/tournaments/{code}/file?games").text
        spreadsheet = anybody.get(f"/tournaments/{code}/standings.csv").text
    file = read(text.splitlines())
    assert public_json(file.tournament)["standings"] == shown["standings"]
    assert sorted(file.games) == sorted(
        table["result"]["game"] for round in shown["rounds"] for table in round["tables"]
    )
    assert not [*file.differences()]
    assert [row.split(",")[0] for row in spreadsheet.splitlines()[1:]] == [
        str(each["place"]) for each in shown["standings"]
    ]
    assert host.token not in text
