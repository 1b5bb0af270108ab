"""The line of a table's page as a program has it: commands in JSON, and lines of JSON about what happens."""

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.server.support.playing import Person
from tests.server.support.serving import PATIENCE

Line = dict[str, Any]


def do(
    person: Person, command: str, headers: dict[str, str] | None = None, /, **fields: Any
) -> httpx2.Response:
    """Send a command from the page of a person's table."""
    given = {"sec-fetch-site": "same-origin"} if headers is None else headers
    return person.client.post(f"/t/{person.table}/do", json={"do": command, **fields}, headers=given)


@contextmanager
def wire(person: Person, **query: int) -> Iterator[Iterator[Line]]:
    """The lines about a person's table, as they come; heartbeats are left out."""
    with person.client.stream("GET", f"/t/{person.table}/wire", params=query) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        assert "content-encoding" not in response.headers
        lines = (json.loads(line) for line in response.iter_lines())
        yield (line for line in lines if "here" not in line)


def events(line: Line) -> list[str]:
    """The names of the events of a line."""
    return [each["event"] for each in line["events"]]


def wait_for(lines: Iterator[Line], wanted: Callable[[Line], object]) -> Line:
    """The first of these lines that is wanted."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: next(line for line in lines if wanted(line))).result(PATIENCE)


def first(person: Person, **query: int) -> list[Line]:
    """What a person's page is told at once when it begins to listen."""
    said = b""
    with person.client.stream("GET", f"/t/{person.table}/wire", params=query) as response:
        for piece in response.iter_raw():
            said += piece
            if said.endswith(b"\n"):
                break
    return [json.loads(line) for line in said.splitlines()]


def is_over(line: Line) -> bool:
    """Whether it says that the game is over."""
    view = line.get("full", {}).get("view")
    return view is not None and view["phase"] == "over"


class Known:
    """What a page knows of a table after the lines that it has heard: its version, and each event by version.

    Events may be followed by the whole state, so they count once the next line has come.
    """

    def __init__(self, version: int = 0) -> None:
        self.version = version
        self.events: dict[int, dict[str, Any]] = {}
        self.full: dict[str, Any] = {}
        self._last: Line = {}

    def hear(self, line: Line) -> None:
        """Take in a line."""
        if "full" in line:
            # A page that has just come is told no events.
            self._count(self._last if self._last.get("v") == line["v"] else {})
            self.version, self.full, self._last = line["v"], line["full"], {}
            return
        self._count(self._last)
        self._last = line if "events" in line else {}

    def cut(self) -> None:
        """The connection is lost, and with it what had not come whole."""
        self._last = {}

    def _count(self, line: Line) -> None:
        told = line.get("events", [])
        if told and line["v"] > self.version:
            first = line["v"] - len(told) + 1
            assert first == self.version + 1, "Something was missed."
            self.events.update(enumerate(told, first))
            self.version = line["v"]
