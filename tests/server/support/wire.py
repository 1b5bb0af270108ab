"""The line of a table's page as a program has it: commands in JSON, and lines of JSON about what happens."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.server.support.playing import Person

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
