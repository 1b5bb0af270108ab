"""People at a table of Sixth who listen to its wire, and fold of its lines what they need to play."""

import asyncio
import json
from typing import Any

from peers.ours import Pool
from peers.play import Player


class Listener(Player, asyncio.Protocol):
    """Somebody at a table, and the line over which it is told what happens there."""

    def __init__(self, pool: Pool, seat: int, cookie: str) -> None:
        super().__init__(seat)
        self._pool, self.cookie = pool, cookie
        self._rest = b""
        self._rows = self._drawn = 0
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
            if line.startswith(b'{"v":'):
                version = self._hear(json.loads(line)) or version
        if version:
            self.table.heard(self, version)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.transport is not None:
            self.table.bench.counts.lost += 1

    def _hear(self, line: dict[str, Any]) -> int:
        if (state := line.get("full")) is not None:
            self._take_in(state)
            self._look_again(line["v"])
        elif (events := line.get("events")) is not None:
            self._fold(events)
        version: int = line["v"]
        return version

    def _look_again(self, version: int) -> None:
        """Ask for what the server draws, as a page does that is told the whole state later on."""
        if self._drawn:
            path = f"/t/{self.table.name}/patch?after={self._drawn}"
            self._pool.send(self._pool.request("GET", path, self.cookie), self._answered)
        self._drawn = version

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

    async def follow(self) -> None:
        """Listen; the first line is the whole state."""
        await self.look()

    def close(self) -> None:
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()
