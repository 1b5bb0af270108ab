"""The stream of news as whoever listens has it: server-sent events, one a frame."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from tests.server.support.pages import Page
from tests.server.support.playing import Person

_NOTHING = Page('<main id="table" data-asks=""></main>')
"""A page that shows nothing yet, as far as its table goes."""


@dataclass
class Message:
    """A server-sent event, as it came, and the one `before` it."""

    raw: bytes
    before: "Message | None" = None

    @property
    def version(self) -> int | None:
        """The version of the table that it shows; None for what people say."""
        found = re.findall(rb"^id: (\d+)$", self.raw, re.MULTILINE)
        return int(found[0]) if found else None

    @property
    def id(self) -> int:
        """The version of the table that it shows."""
        assert self.version is not None
        return self.version

    @property
    def html(self) -> str:
        """What it puts into the page."""
        lines = self.raw.decode().split("\n")
        return "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))

    @cached_property
    def page(self) -> Page:
        """What the page shows after it, if it showed nothing before the first that came."""
        came, page = [self], _NOTHING
        while (before := came[-1].before) is not None:
            came.append(before)
        for each in reversed(came):
            page = page.patched(each.html, each.version)
        return page


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
    buffer = b""
    before: Message | None = None
    for chunk in chunks:
        *whole, buffer = (buffer + chunk).split(b"\n\n")
        for raw in whole:
            for line in raw.split(b"\n"):
                assert re.match(rb"id: \d+$|from: \d+$|event: end$|data: .|: ", line), line
            if b"data: " in raw and b"event: " not in raw:
                before = Message(raw, before)
                yield before


def up_to(messages: Iterator[Message], version: int) -> list[Message]:
    """The messages until the one of that version."""
    found: list[Message] = []
    for message in messages:
        found.append(message)
        if message.version is not None and message.version >= version:
            break
    return found
