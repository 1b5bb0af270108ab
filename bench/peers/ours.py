"""People at a table of Sixth: a line each, of which they fold what they need to play.

What they do goes over connections that are kept for all.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode, urlsplit

from peers.play import SEATS, Bench, Player, Table

Answered = Callable[[int, bytes, bytes], None]

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
    """Somebody at a table, and the line over which it is told what happens there."""

    def __init__(self, pool: Pool, seat: int, cookie: str) -> None:
        super().__init__(seat)
        self._pool, self.cookie = pool, cookie
        self._rest = b""
        self._rows = self._drawn = self._game = 0
        self._turn: dict[str, int] = {}
        self._pending: list[tuple[int, int]] = []
        self._next: dict[str, Any] | None = None
        self.transport: asyncio.Transport | None = None

    # -------------------------------------------------------------- what is told

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.table.bench.counts.told_bytes += len(data)
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        version = 0
        for line in lines:
            # Between the lines stand the heads of pieces, and before them that of the answer.
            if line.startswith(b'{"line":'):
                version = self._hear(json.loads(line)) or version
        if version:
            self.table.heard(self, version)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.table.bench.counts.lost += 1

    def _hear(self, line: dict[str, Any]) -> int:
        if (state := line.get("full")) is not None:
            self._take_in(state)
            view = state["view"]
            if view is None or view["phase"] == "over" or state["games"] != self._game:
                self._look_again()
            self._game, self._drawn = state["games"], line["v"]
        elif (events := line.get("events")) is not None:
            self._fold(events)
        version: int = line["v"]
        return version

    def _look_again(self) -> None:
        """Ask for the parts of features: what happens before a game, as one begins, and when it is over."""
        if self._drawn:
            path = f"/t/{self.table.name}/around"
            self._pool.send(self._pool.request("GET", path, self.cookie), self._answered)

    def _take_in(self, state: dict[str, Any]) -> None:
        view = state["view"]
        if view is None:
            return
        self._rows = len(view["rows"])
        self._turn = {"game": state["games"], "round": view["round"], "turn": view["turn"]}
        self._pending = [(card, seat) for card, seat in view["pending"]]
        self.places, self._next = [], None
        if view["phase"] == "over":
            if not state["seats"][self.seat]["ready"]:
                self._next = {"do": "begin", "game": state["games"] + 1, "bots": "mixed"}
        elif state["between_rounds"]:
            if not state["seats"][self.seat]["ready"]:
                self._next = {"do": "next", "game": state["games"], "round": view["round"] + 1}
        elif view["phase"] == "choose":
            self.table.turn_began(self, tuple(self._turn.values()), view["hand"])
            self.chosen = view["chosen"] is not None
        elif view["phase"] == "take" and view["actor"] == self.seat:
            self.places = [str(row) for row in range(self._rows)]
        self.table.plan()

    def _fold(self, events: list[dict[str, Any]]) -> None:
        placed = False
        for event in events:
            match event["event"]:
                case "revealed":
                    cards = enumerate(event["cards"])
                    self._pending = sorted((card, seat) for seat, card in cards if card is not None)
                case "placed":
                    placed = True
                    del self._pending[0]
        if self._pending:
            if self._pending[0][1] == self.seat:
                self.places = [str(row) for row in range(self._rows)]
                self.table.plan()
        elif placed and self.hand:
            self._turn["turn"] += 1
            self.table.turn_began(self, tuple(self._turn.values()), [])
            self.table.plan()

    @property
    def ended(self) -> bool:
        return self._next is not None

    # -------------------------------------------------------------- what is done

    def choose(self, card: int) -> None:
        self._do({"do": "choose", "card": card, **self._turn})

    def take(self, place: str) -> None:
        self._do({"do": "take", "row": int(place), **self._turn})

    def go_on(self) -> None:
        assert self._next
        command, self._next = self._next, None
        self._do(command)

    def _do(self, command: dict[str, Any]) -> None:
        body = json.dumps(command, separators=(",", ":"))
        request = (
            f"POST /t/{self.table.name}/do HTTP/1.1\r\nHost: {self._pool.host}:{self._pool.port}\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\nSec-Fetch-Site: same-origin\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}"
        )
        self._pool.send(request.encode(), self._answered)

    def _answered(self, status: int, head: bytes, body: bytes) -> None:
        if status >= 400:
            self.table.refused()

    async def look(self) -> None:
        """Listen anew: the first line is the whole state."""
        self.hand, self.places, self.moment, self._next = [], [], None, None
        if self.transport is not None:
            transport, self.transport = self.transport, None
            transport.abort()
        self._rest, self._drawn = b"", 0
        await self._pool.stream(self, f"/t/{self.table.name}/wire")

    def close(self) -> None:
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()


async def opened(bench: Bench, pool: Pool, *, begun: bool = True) -> Table:
    """A table of four, all of them following its news, their game begun unless told otherwise."""
    table = await _opened(bench, pool, seats=SEATS, how="invite")
    for seat in range(1, SEATS):
        head, _ = await pool.ask("POST", f"/t/{table.name}/sit", "", {"name": f"Person {seat}", "text": ""})
        table.join(Person(pool, seat, _cookie(head)))
    if begun:
        host: Any = table.players[0]
        await pool.ask("POST", f"/t/{table.name}/begin", host.cookie, {"game": "1", "bots": "mixed"})
    await _follow(table)
    return table


async def opened_with_bots(bench: Bench, pool: Pool, bots: int) -> Table:
    """A table at which one person plays with so many bots that think of nothing."""
    table = await _opened(bench, pool, seats=1 + bots, how="play")
    await _follow(table)
    return table


async def _opened(bench: Bench, pool: Pool, *, seats: int, how: str) -> Table:
    form = {"game": "classic", "seats": str(seats), "bots": "random", "name": "Ana", "how": how}
    head, _ = await pool.ask("POST", "/tables", "", form)
    host = Person(pool, 0, _cookie(head))
    return Table(bench, _header(head, b"location").rsplit("/", 1)[-1], [host])


async def _follow(table: Table) -> None:
    for player in table.players:
        follower: Any = player
        await follower.look()


def _header(head: bytes, name: bytes) -> str:
    at = head.find(b"\r\n" + name + b": ") + len(name) + 4
    return head[at : head.find(b"\r\n", at)].decode()


def _cookie(head: bytes) -> str:
    found = re.search(rb"set-cookie: (sixth-(?!name)[^;]+)", head)
    assert found
    return found.group(1).decode()
