"""People at a match of the peer: a web socket each, over which they act and are told the state.

Just so much of the web socket protocol, of engine.io and of socket.io as it takes: their libraries for Python
would cost more than the server that is measured.
"""

import asyncio
import json
import os
import re
from base64 import b64encode
from typing import Any
from urllib.parse import urlsplit

from peers.play import SEATS, Bench, Player, Table

GAME = "six"

_STATE_ID = re.compile(rb'"_stateID":(\d+)')
_STEP = re.compile(rb'"step":"[^"]+"')


class Seat(Player, asyncio.Protocol):
    """Somebody at a match, and their socket."""

    def __init__(self, seat: int, match: str) -> None:
        super().__init__(seat)
        self._match = match
        self._rest = b""
        self._is_open = self._ended = False
        self._step = b""
        self._synced: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    # -------------------------------------------------------------- what is told

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.table.bench.counts.lost += 1

    def data_received(self, data: bytes) -> None:
        self.table.bench.counts.told_bytes += len(data)
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._is_open:
            head = data.find(b"\r\n\r\n")
            if head < 0:
                self._rest = data
                return
            data, self._is_open = data[head + 4 :], True
        at = 0
        while len(data) >= at + 2:
            size, begins = data[at + 1], at + 2
            if size >= 126:
                begins += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : begins], "big")
            if len(data) < begins or len(data) < begins + size:
                break
            at = begins + size
            self._message(data[begins:at])
        self._rest = data[at:]

    def _message(self, message: bytes) -> None:
        if message.startswith(b"42"):
            self._event(message[message.index(b",") + 1 :])
        elif message == b"2":
            self._send("3")
        elif message.startswith(b"0"):
            self._send(f"40/{GAME},")
        elif message.startswith(b"40"):
            self._emit("sync", self._match, str(self.seat), None, SEATS)

    def _event(self, event: bytes) -> None:
        table = self.table
        if event.startswith(b'["update"'):
            # The state comes before the log, in which older numbers stand.
            found = _STATE_ID.search(event)
            assert found
            version = int(found.group(1))
            if version < self.version:
                return
            table.heard(self, version)
            step = _STEP.search(event)
            if step and step.group() != self._step:
                self._step = step.group()
                self._take_in(json.loads(event)[2]["G"])
                table.plan()
        elif event.startswith(b'["sync"'):
            state = json.loads(event)[2]["state"]
            self.version = max(self.version, state["_stateID"])
            self.moment = None
            self._take_in(state["G"])
            self.chosen = state["G"]["choice"] is not None
            if not self._synced.done():
                self._synced.set_result(None)

    def _take_in(self, game: dict[str, Any]) -> None:
        _, _, what = game["step"].split()
        self._ended = what == "over"
        self.places = [str(row) for row in range(len(game["rows"]))] if what == str(self.seat) else []
        if what == "choose":
            self.table.turn_began(
                self, game["step"], [card for card in game["hand"] if card != game["choice"]]
            )

    @property
    def ended(self) -> bool:
        # There, one of them is enough.
        return self._ended and self.seat == 0

    # -------------------------------------------------------------- what is done

    def choose(self, card: int) -> None:
        self._move("choose", card)

    def take(self, place: str) -> None:
        self._move("take", int(place))

    def go_on(self) -> None:
        self._ended = False
        self._move("next")

    def _move(self, name: str, *args: int) -> None:
        seat = str(self.seat)
        payload = {"type": name, "args": args, "playerID": seat, "credentials": None}
        self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, self.version, self._match, seat)

    async def look(self) -> None:
        self._synced = self.table.bench.loop.create_future()
        self._emit("sync", self._match, str(self.seat), None, SEATS)
        await self._synced

    async def connect(self, bench: Bench, url: str) -> None:
        """Come to the match, which is made if there is none of the name."""
        where = urlsplit(url)
        assert where.hostname
        assert where.port
        # One address of this machine has 28,000 ports.
        address = f"127.0.0.{2 + len(bench.tables) // 2000}"
        await bench.loop.create_connection(lambda: self, where.hostname, where.port, local_addr=(address, 0))
        assert self.transport
        key = b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {where.netloc}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        await self._synced

    def _emit(self, *event: object) -> None:
        self._send(f"42/{GAME}," + json.dumps(event, separators=(",", ":")))

    def _send(self, text: str) -> None:
        data, mask = text.encode(), os.urandom(4)
        size = len(data)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        key = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
        if self.transport is not None:
            self.transport.write(head + mask + masked)

    def close(self) -> None:
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()


async def opened(bench: Bench, url: str, name: str) -> Table:
    """A match of four, who are all there; seat 0 has yet to deal."""
    people = [Seat(seat, name) for seat in range(SEATS)]
    table = Table(bench, name, people)
    for person in people:
        await person.connect(bench, url)
    return table
