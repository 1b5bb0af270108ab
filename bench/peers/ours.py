"""People at a table of Sixth: a stream of news each, and what they do over connections that are kept for all.

Of the news only its number is looked at, but where a round begins or a row is to be taken. Then cards, rows
and forms are looked for in it, wherever they stand; what is not found there is fetched with the page. A form
is sent with every hidden field that it has on the page.
"""

import asyncio
import re
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlencode, urlsplit

from peers.play import SEATS, Bench, Player, Table

Answered = Callable[[int, bytes, bytes], None]

_CARD = re.compile(rb'name="card" value="(\d+)"([^>]*)')
_PLACE = re.compile(rb'name="place" value="([^"]+)"')
_FORM = re.compile(rb'<form id="(\w+)"[^>]*? action="([^"]+)"[^>]*>(.*?)</form>', re.DOTALL)
_HIDDEN = re.compile(rb'type="hidden" name="([^"]+)" value="([^"]*)"')
_VERSION = re.compile(rb'data-v="(\d+)"')

STREAMS_AN_ADDRESS = 10_000
"""Connections that begin at one address of this machine, which has 28,000 ports for them."""


MAX_LINES = 1000
"""Connections that requests share, beside the streams; a process has 20,000 files here."""


class _Line(asyncio.Protocol):
    """A kept connection, over which one request at a time goes."""

    def __init__(self, pool: "Pool") -> None:
        self._pool = pool
        self._read = b""
        self._length = -1
        self.request: bytes | None = None
        self.answered: Answered
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport

    def send(self, request: bytes, answered: Answered) -> None:
        self.request, self.answered = request, answered
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._read += data
        head = self._read.find(b"\r\n\r\n")
        if head < 0:
            return
        if self._length < 0:
            at = self._read.find(b"content-length: ")
            self._length = int(self._read[at + 16 : self._read.find(b"\r\n", at)])
        if len(self._read) < head + 4 + self._length:
            return
        read, self._read, self._length, self.request = self._read, b"", -1, None
        self._pool.idle.append(self)
        self._pool.bench.counts.answer_bytes += len(read)
        self._pool.go_on()
        self.answered(int(read[9:12]), read[:head], read[head + 4 :])

    def connection_lost(self, exc: Exception | None) -> None:
        # The server lets go of connections over which nothing came for a while, as any does.
        self._pool.lines -= 1
        if self in self._pool.idle:
            self._pool.idle.remove(self)
        if self.request is not None:
            self._pool.send(self.request, self.answered)


class Pool:
    """Connections to one server, as a proxy keeps them: the one used last is used next."""

    def __init__(self, bench: Bench, url: str) -> None:
        where = urlsplit(url)
        assert where.hostname
        assert where.port
        self.bench, self.host, self.port = bench, where.hostname, where.port
        self.idle: list[_Line] = []
        self.lines = self.streams = 0
        self._waiting: deque[tuple[bytes, Answered]] = deque()

    def send(self, request: bytes, answered: Answered) -> None:
        """Send it over a connection on which nothing goes on."""
        self._waiting.append((request, answered))
        self.go_on()

    def go_on(self) -> None:
        """Send what waits for a connection, as far as there are any."""
        while self._waiting and self.idle:
            self.idle.pop().send(*self._waiting.popleft())
        if self._waiting and self.lines < MAX_LINES:
            self.lines += 1
            self.bench.spawn(self._send(*self._waiting.popleft()))

    async def _send(self, request: bytes, answered: Answered) -> None:
        _, line = await self.bench.loop.create_connection(lambda: _Line(self), self.host, self.port)
        line.send(request, answered)

    def request(self, method: str, path: str, cookie: str, form: dict[str, str] | None = None) -> bytes:
        """A request, as bytes."""
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nCookie: {cookie}\r\n"
        if form is None:
            return f"{head}\r\n".encode()
        body = urlencode(form)
        kind = "Content-Type: application/x-www-form-urlencoded\r\nHX-Request: true"
        return f"{head}{kind}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()

    async def ask(
        self, method: str, path: str, cookie: str = "", form: dict[str, str] | None = None
    ) -> tuple[bytes, bytes]:
        """The head and the body of an answer."""
        found: asyncio.Future[tuple[bytes, bytes]] = self.bench.loop.create_future()

        def answered(status: int, head: bytes, body: bytes) -> None:
            if found.done():
                return
            if status < 400:
                found.set_result((head, body))
            else:
                found.set_exception(RuntimeError(f"{method} {path}: {head.decode()}"))

        self.send(self.request(method, path, cookie, form), answered)
        return await found

    async def stream(self, person: Any, path: str) -> None:
        """Begin a stream of news."""
        address = f"127.0.0.{2 + self.streams // STREAMS_AN_ADDRESS}"
        self.streams += 1
        await self.bench.loop.create_connection(lambda: person, self.host, self.port, local_addr=(address, 0))
        assert person.transport
        person.transport.write(self.request("GET", path, person.cookie))

    def close(self) -> None:
        """Let go of all."""
        for line in self.idle[:]:
            line.transport.close()


class Person(Player, asyncio.Protocol):
    """Somebody at a table, and the stream of their news."""

    def __init__(self, pool: Pool, seat: int, cookie: str) -> None:
        super().__init__(seat)
        self._pool, self.cookie = pool, cookie
        self._fields: dict[str, str] = {}
        self._next: tuple[str, dict[str, str]] | None = None
        self._went: tuple[str, dict[str, str]] | None = None
        self._rest = b""
        self.transport: asyncio.Transport | None = None

    # -------------------------------------------------------------- what is told

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        table = self.table
        table.bench.counts.told_bytes += len(data)
        if self._rest:
            data = self._rest + data
        end = data.rfind(b"\n\n")
        if end < 0:
            self._rest = data
            return
        self._rest = data[end + 2 :] if len(data) > end + 4 else b""
        at = data.rfind(b"\nid: ", 0, end)
        if at >= 0:
            table.heard(self, int(data[at + 5 : data.find(b"\n", at + 5)]))
        if b'name="turn"' in data or b'id="next"' in data or b'id="again"' in data:
            self._take_in(data)
            table.plan()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.table.bench.counts.lost += 1

    def _take_in(self, html: bytes) -> None:
        """Learn from a page, or from news, what can be done."""
        forms = {name: (action, inside) for name, action, inside in _FORM.findall(html)}
        if found := forms.get(b"next") or forms.get(b"again"):
            # What was asked for already may still be in news that were underway.
            asked = found[0].decode(), _hidden(found[1])
            self._next = None if asked == self._went else asked
        elif b"take" in forms:
            self._fields = _hidden(forms[b"take"][1])
            self.places = [place.decode() for place in _PLACE.findall(html)]
        else:
            # The form itself may be there already, and only what has changed in it come anew.
            fields = _hidden(forms[b"hand"][1] if b"hand" in forms else html)
            if self._fields:
                fields = {name: fields.get(name, value) for name, value in self._fields.items()}
            self._fields = fields
            cards = _CARD.findall(html)
            # A patch may have one card of the hand, whose form has them all.
            hand = [int(card) for card, about in cards if b"aria-pressed" not in about]
            hand = hand if b"hand" in forms else []
            self.table.turn_began(self, tuple(fields.items()), hand)

    @property
    def ended(self) -> bool:
        return self._next is not None

    # -------------------------------------------------------------- what is done

    def choose(self, card: int) -> None:
        self._post("choose", {"card": str(card)})

    def take(self, place: str) -> None:
        self._post("take", {"place": place})

    def go_on(self) -> None:
        assert self._next
        self._went, self._next = self._next, None
        path, form = self._went
        self._pool.send(self._pool.request("POST", path, self.cookie, form), self._answered)

    def _post(self, what: str, form: dict[str, str]) -> None:
        path = f"/t/{self.table.name}/{what}"
        self._pool.send(self._pool.request("POST", path, self.cookie, self._fields | form), self._answered)

    def _answered(self, status: int, head: bytes, body: bytes) -> None:
        if status >= 400:
            self.table.refused()

    async def look(self) -> None:
        _, page = await self._pool.ask("GET", f"/t/{self.table.name}", self.cookie)
        found = _VERSION.search(page)
        self.version = max(self.version, int(found.group(1)) if found else 0)
        self.hand, self.places, self.moment, self._next, self._went = [], [], None, None, None
        self._take_in(page)
        self.chosen = any(b"aria-pressed" in about for _, about in _CARD.findall(page))

    async def follow(self) -> None:
        """Look at the page, and listen to its news."""
        await self.look()
        await self._pool.stream(self, f"/t/{self.table.name}/events?after={self.version}")

    def close(self) -> None:
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()


def _hidden(form: bytes) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in _HIDDEN.findall(form)}


class Follower(Protocol):
    """How somebody is made who follows a table: by its pages (`Person`), or by its wire (`wire.Listener`)."""

    def __call__(self, pool: Pool, seat: int, cookie: str) -> Any:
        """Return somebody on this seat."""


async def opened(bench: Bench, pool: Pool, person: Follower = Person, *, begun: bool = True) -> Table:
    """A table of four, all of them following its news, their game begun unless told otherwise."""
    table = await _opened(bench, pool, person, seats=SEATS, how="invite")
    for seat in range(1, SEATS):
        head, _ = await pool.ask("POST", f"/t/{table.name}/sit", "", {"name": f"Person {seat}", "text": ""})
        table.join(person(pool, seat, _cookie(head)))
    if begun:
        host: Any = table.players[0]
        await pool.ask("POST", f"/t/{table.name}/begin", host.cookie, {"game": "1", "bots": "mixed"})
    await _follow(table)
    return table


async def opened_with_bots(bench: Bench, pool: Pool, bots: int, person: Follower = Person) -> Table:
    """A table at which one person plays with so many bots that think of nothing."""
    table = await _opened(bench, pool, person, seats=1 + bots, how="play")
    await _follow(table)
    return table


async def _opened(bench: Bench, pool: Pool, person: Follower, *, seats: int, how: str) -> Table:
    form = {"game": "classic", "seats": str(seats), "bots": "random", "name": "Ana", "how": how}
    head, _ = await pool.ask("POST", "/tables", "", form)
    host = person(pool, 0, _cookie(head))
    return Table(bench, _header(head, b"location").rsplit("/", 1)[-1], [host])


async def _follow(table: Table) -> None:
    for player in table.players:
        follower: Any = player
        await follower.follow()


def _header(head: bytes, name: bytes) -> str:
    at = head.find(b"\r\n" + name + b": ") + len(name) + 4
    return head[at : head.find(b"\r\n", at)].decode()


def _cookie(head: bytes) -> str:
    found = re.search(rb"set-cookie: (sixth-(?!name)[^;]+)", head)
    assert found
    return found.group(1).decode()
