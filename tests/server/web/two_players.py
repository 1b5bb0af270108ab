"""Two people at a table of two, and checks of the answers to them."""

import html
import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2

from tests.server.support.hosting import Site
from tests.server.support.pages import Element, Page
from tests.server.support.playing import Person

HTMX = {"hx-request": "true"}
OPENS = {"game": "classic", "seats": "2", "bots": "careful", "name": "Ana", "how": "invite"}


@contextmanager
def unchanged(site: Site, table: str) -> Iterator[None]:
    """Check that nothing happens at the table within the block."""
    log = site.log(table)
    yield
    assert site.log(table) == log


class Two:
    """A table at which Ana and Bo have just begun a game of two; nobody else acts there."""

    def __init__(self, site: Site, game: str = "classic", **options: str) -> None:
        self.site, self.ana, self.bo = site, site.person(), site.person()
        self.table = self.ana.open("invite", game=game, seats=2, name="Ana", **options)
        self.bo.join(self.table, name="Bo")
        self.ana.look()
        self.ana.send("begin")
        self.bo.look()

    def post(self, who: Person, action: str, /, *, htmx: bool = False, **data: Any) -> httpx2.Response:
        """Send a form as it is, with the current round and turn unless others are given."""
        table = self.site.table(self.table)
        assert table.state is not None
        if action in ("choose", "take", "pick", "flip"):
            data = {"game": table.games, "round": table.state.round, "turn": table.state.turn, **data}
        headers = HTMX if htmx else {}
        return who.client.post(
            f"/t/{self.table}/{action}", data=data, headers=headers, follow_redirects=False
        )

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the hand of a seat."""
        state = self.site.table(self.table).state
        assert state is not None
        return state.hands[seat]


def refused(response: httpx2.Response, status: int, sentence: str) -> None:
    """Check that the answer has this status and contains this sentence, on a page or alone."""
    assert response.status_code == status, response.text
    text = html.unescape(response.text)
    if response.request.headers.get("hx-request"):
        assert len(text) < 200
        assert "<" not in response.text
    else:
        page = Page(response.text)
        text = page.text("note") or page.root.text
    assert sentence in text


def is_data(script: Element) -> bool:
    """Return whether an element holds JSON for our scripts, which no browser runs."""
    return script.attributes.get("type") == "application/json" and bool(
        json.loads("".join(map(str, script.inside)))
    )


def harmless(page: Page) -> bool:
    """Return whether the page has our own scripts only, and shows people's input as text only."""
    scripts = [each.attributes.get("src", "") for each in page.root.all("script") if not is_data(each)]
    handlers = [name for each in page.root.all() for name in each.attributes if name.startswith("on")]
    return all(source.startswith("/static/") for source in scripts) and not handlers


def raw(site: Site, request: bytes) -> bytes:
    """Return the site's answer to these bytes."""
    with socket.create_connection(("127.0.0.1", site.port), timeout=10) as line:
        line.sendall(request)
        answer = b""
        while chunk := line.recv(65536):
            answer += chunk
    return answer
