"""The connection of a table's page: commands in JSON, and a stream of lines of JSON."""

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
    headers = {"sec-fetch-site": "same-origin"} if headers is None else headers
    return person.client.post(f"/t/{person.table}/do", json={"do": command, **fields}, headers=headers)


@contextmanager
def wire(person: Person, **query: int) -> Iterator[Iterator[Line]]:
    """The stream of lines about a person's table, without heartbeats."""
    with person.client.stream("GET", f"/t/{person.table}/wire", params=query) as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"] == "application/x-ndjson"
        assert "content-encoding" not in response.headers
        lines = (json.loads(line) for line in response.iter_lines())
        yield (line for line in lines if line["line"] != "here")


def events(line: Line) -> list[str]:
    """Return the names of the events in a line."""
    return [each["event"] for each in line["events"]]


def wait_for(lines: Iterator[Line], condition: Callable[[Line], object]) -> Line:
    """Wait for the first line that fulfils a condition, and return it."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: next(line for line in lines if condition(line))).result(PATIENCE)


def first(person: Person, **query: int) -> list[Line]:
    """Return the lines that a page receives at once when it connects."""
    body = b""
    with person.client.stream("GET", f"/t/{person.table}/wire", params=query) as response:
        for piece in response.iter_raw():
            body += piece
            if body.endswith(b"\n"):
                break
    return [json.loads(line) for line in body.splitlines()]


def is_over(line: Line) -> bool:
    """Return whether a line says that the game is over."""
    view = line.get("full", {}).get("view")
    return view is not None and view["phase"] == "over"


class FeedState:
    """The knowledge of a page after the lines that it has received: the version, and the events by version.

    The whole state may follow on events, so events count when the next line has come.
    """

    def __init__(self) -> None:
        self.version = 0
        self.events: dict[int, dict[str, Any]] = {}
        self.full: dict[str, Any] = {}
        self._last: Line = {}

    def add(self, line: Line) -> None:
        """Add a line."""
        if "full" in line:
            # A page that has just connected receives no events.
            self._count(self._last if self._last.get("v") == line["v"] else {})
            self.version, self.full, self._last = line["v"], line["full"], {}
            return
        self._count(self._last)
        self._last = line if "events" in line else {}

    def cut(self) -> None:
        """Drop the last line, as a lost connection may have cut it."""
        self._last = {}

    def _count(self, line: Line) -> None:
        events = line.get("events", [])
        if events and line["v"] > self.version:
            first = line["v"] - len(events) + 1
            assert first == self.version + 1, "An event is missing."
            self.events.update(enumerate(events, first))
            self.version = line["v"]
