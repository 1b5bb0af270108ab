"""Programs at tables, which speak the API and nothing else."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.server.support.hosting import Site

SHORT = {"hand": 4, "end": "rounds:1"}
"""A game that is soon over."""


class Program:
    """A program with the token of a seat; `table` is where it sits."""

    def __init__(self, site: Site, table: str = "", token: str = "") -> None:
        self.client = site.person().client
        self.client.base_url = httpx2.URL(f"{site.url}/api/v1")
        self.table, self.token = table, token

    @classmethod
    def host(cls, site: Site, name: str = "Ana", **options: Any) -> "Program":
        """A program that has opened a table."""
        found = cls(site)
        seated = found.post("/tables", **{"name": name, "bot": False, **options})
        assert seated.status_code == 201, seated.text
        found.table, found.token = seated.json()["table"], seated.json()["token"]
        return found

    @classmethod
    def guest(cls, site: Site, table: str, name: str, **more: Any) -> "Program":
        """A program that has sat down at a table."""
        found = cls(site, table)
        seated = found.do("sit", **{"name": name, "bot": False, **more})
        assert seated.status_code == 200, seated.text
        found.token = seated.json()["token"]
        return found

    @property
    def proof(self) -> dict[str, str]:
        """The header that proves its seat."""
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def post(self, path: str, **body: Any) -> httpx2.Response:
        """Send JSON."""
        return self.client.post(path, json=body, headers=self.proof)

    def do(self, what: str, **body: Any) -> httpx2.Response:
        """Do something at its table."""
        return self.post(f"/tables/{self.table}/{what}", **body)

    def look(self) -> dict[str, Any]:
        """The table as it sees it."""
        answer = self.client.get(f"/tables/{self.table}", headers=self.proof)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    @contextmanager
    def listening(self, since: int | None = None) -> Iterator[Iterator[dict[str, Any]]]:
        """The lines of news of its table after that version, as they come."""
        path, asked = f"/tables/{self.table}/events", {} if since is None else {"since": since}
        with self.client.stream("GET", path, params=asked, headers=self.proof) as answer:
            if answer.status_code != 200:
                answer.read()
                raise AssertionError(answer.text)
            assert answer.headers["content-type"] == "application/x-ndjson"
            yield (json.loads(line) for line in answer.iter_lines())

    def answer(self, ask: dict[str, Any]) -> httpx2.Response:
        """Do what it is asked, as if it knew nothing but that line."""
        moment = {name: ask[name] for name in ("game", "round", "turn")}
        match ask["asks"]:
            case "flip":
                return self.do("flip", **moment)
            case "next":
                return self.do("next", game=ask["game"], round=ask["round"])
            case _:
                return self.do("act", **moment, action=ask["view"]["legal"][-1])

    def moment(self) -> dict[str, int]:
        """What an action is meant for just now."""
        seen = self.look()
        return {"game": seen["games"], "round": seen["view"]["round"], "turn": seen["view"]["turn"]}

    def play(self) -> bool:
        """Do what the table asks for; False where it asks for nothing."""
        seen = self.look()
        view, moment = seen["view"], self.moment() if seen["view"] else {}
        match seen["asks"]:
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


def refused(answer: httpx2.Response, status: int, code: str) -> str:
    """It was answered with a problem of that status and code; returns its one sentence."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert (problem["status"], problem["code"], problem["type"]) == (status, code, "about:blank")
    sentence: str = problem["detail"]
    assert sentence.endswith((".", "?"))
    assert "\n" not in sentence
    return sentence
