"""Programs at tables, which use only the API."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.server.support.hosting import Site, until
from tests.server.support.serving import PATIENCE

SHORT = {"hand": 4, "end": "rounds:1"}
"""Options of a short game."""


class Program:
    """A program with the token of a seat at `table`."""

    def __init__(self, site: Site, table: str = "", token: str = "") -> None:
        self.client = site.person().client
        self.client.base_url = httpx2.URL(f"{site.url}/api/v1")
        self.table, self.token = table, token

    @classmethod
    def host(cls, site: Site, name: str = "Ana", **options: Any) -> "Program":
        """Return a program that has opened a table."""
        program = cls(site)
        answer = program.post("/tables", **{"name": name, "bot": False, **options})
        assert answer.status_code == 201, answer.text
        program.table, program.token = answer.json()["table"], answer.json()["token"]
        return program

    @classmethod
    def guest(cls, site: Site, table: str, name: str, **more: Any) -> "Program":
        """Return a program that has sat down at a table."""
        program = cls(site, table)
        answer = program.do("sit", **{"name": name, "bot": False, **more})
        assert answer.status_code == 200, answer.text
        program.token = answer.json()["token"]
        return program

    @property
    def proof(self) -> dict[str, str]:
        """The header that proves the seat."""
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def post(self, path: str, **body: Any) -> httpx2.Response:
        """Send JSON."""
        return self.client.post(path, json=body, headers=self.proof)

    def do(self, what: str, **body: Any) -> httpx2.Response:
        """Send a command to its table."""
        return self.post(f"/tables/{self.table}/{what}", **body)

    def begin(self) -> None:
        """Begin the first game, and wait for its cards: the dealer deals after the answer."""
        assert self.do("begin", game=1).status_code == 200
        until(lambda: self.look()["asks"] != "wait", "the cards are dealt")

    def look(self) -> dict[str, Any]:
        """Return the program's view of the table."""
        answer = self.client.get(f"/tables/{self.table}", headers=self.proof)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    @contextmanager
    def listening(self, since: int | None = None) -> Iterator[Iterator[dict[str, Any]]]:
        """The stream of news of its table after this version."""
        path, query = f"/tables/{self.table}/events", {} if since is None else {"since": since}
        with self.client.stream("GET", path, params=query, headers=self.proof) as answer:
            if answer.status_code != 200:
                answer.read()
                raise AssertionError(answer.text)
            assert answer.headers["content-type"] == "application/x-ndjson"
            yield _until_silence(answer)

    def answer(self, ask: dict[str, Any]) -> httpx2.Response:
        """Answer a question with no more knowledge than its line has."""
        moment = {name: ask[name] for name in ("game", "round", "turn")}
        match ask["asks"]:
            case "flip":
                return self.do("flip", **moment)
            case "next":
                return self.do("next", game=ask["game"], round=ask["round"])
            case _:
                return self.do("act", **moment, action=ask["view"]["legal"][-1])

    def moment(self) -> dict[str, int]:
        """Return the game, round and turn for an action now."""
        table = self.look()
        return {"game": table["games"], "round": table["view"]["round"], "turn": table["view"]["turn"]}

    def play(self) -> bool:
        """Do what the table asks for; return False if it asks for nothing."""
        table = self.look()
        view, moment = table["view"], self.moment() if table["view"] else {}
        match table["asks"]:
            case "choose" | "take" | "side" | "pick" if view["chosen"] is None:
                answer = self.do("act", **moment, action=view["legal"][0])
            case "flip":
                answer = self.do("flip", **moment)
            case "next":
                answer = self.do("next", game=moment["game"], round=moment["round"] + 1)
            case _:
                return False
        assert answer.status_code in (200, 409), answer.text
        return True


def _until_silence(answer: httpx2.Response) -> Iterator[dict[str, Any]]:
    """Yield the lines of a stream; fail once nothing but heartbeats has come for as long as a test waits."""
    end = time.monotonic() + PATIENCE
    for line in map(json.loads, answer.iter_lines()):
        end = end if line["line"] == "here" else time.monotonic() + PATIENCE
        assert time.monotonic() < end, "waited in vain for a line"
        yield line


def check_problem(answer: httpx2.Response, status: int, code: str) -> str:
    """Check that an answer is a problem of this status and code; return its sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, "about:blank")
    sentence: str = problem["detail"]
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence
    return sentence
