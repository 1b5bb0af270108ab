"""The stream of news as whoever listens has it: server-sent events, one a frame."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from tests.server.support.pages import Page
from tests.server.support.playing import Person


@dataclass
class Message:
    """A server-sent event, as it came, and the page that it makes of the one there was `before`."""

    raw: bytes
    before: Page | None = None

    @property
    def id(self) -> int:
        """The version of the table that it shows."""
        (found,) = re.findall(rb"^id: (\d+)$", self.raw, re.MULTILINE)
        return int(found)

    @property
    def html(self) -> str:
        """What it puts into the page."""
        lines = self.raw.decode().split("\n")
        return "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))

    @cached_property
    def page(self) -> Page:
        """What it shows."""
        return Page(self.html, self.before)


@contextmanager
def listening(
    person: Person, after: int | str | None = None, last: str | None = None, *, screen: bool = False
) -> Iterator[Iterator[Message]]:
    """The news of a person's table after that version, as they come; `last` is a Last-Event-ID."""
    headers = {} if last is None else {b"last-event-id": last.encode()}
    query: dict[str, int | str] = {"screen": 1} if screen else {}
    if after is not None:
        query["after"] = after
    url = f"/t/{person.table}/events"
    with person.client.stream("GET", url, params=query, headers=headers) as response:
        assert response.status_code == 200
        assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
        yield _messages(response.iter_raw())


def _messages(chunks: Iterator[bytes]) -> Iterator[Message]:
    buffer, before = b"", None
    for chunk in chunks:
        *whole, buffer = (buffer + chunk).split(b"\n\n")
        for raw in whole:
            for line in raw.split(b"\n"):
                assert re.match(rb"id: \d+$|retry: \d+$|event: end$|data: .|: ", line), line
            if b"data: " in raw and b"event: " not in raw:
                message = Message(raw, before)
                if message.page.version is not None:
                    before = message.page
                yield message


def up_to(messages: Iterator[Message], version: int) -> list[Message]:
    """The messages until the one of that version."""
    found: list[Message] = []
    for message in messages:
        found.append(message)
        if message.id >= version:
            break
    return found
