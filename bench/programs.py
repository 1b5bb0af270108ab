"""What programs that follow tables by the API cost a server: `python bench/programs.py [--tables 50]`.

At each table sit four programs, which do what a line asks them for after a while (`--pace`, in seconds, on
average), and `--watch` others look on. Each has a stream of `/api/v1/tables/ID/events`. Measured are what the
server's processor does and what it sends for an action, and what it holds for a stream over which nothing
comes (`--idle`, in streams of spectators). The server is a process of its own on the first processor.
"""

import argparse
import asyncio
import json
import random
from typing import Any, Final

import uvloop
from peers import process
from peers.process import Server

SEATS: Final = 4


def report(name: str, value: float, unit: str, **more: object) -> None:
    """Print a figure as a line of JSON."""
    print(json.dumps({"bench": name, "value": round(value, 3), "unit": unit, **more}), flush=True)


class Line(asyncio.Protocol):
    """A connection on which requests are sent, and lines of JSON or the end of an answer come back."""

    def __init__(self, program: "Program", *, stream: bool) -> None:
        self.program, self.stream = program, stream
        self.rest = b""
        self.transport: Any = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what is written to."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Hear what is told, or that an action is answered."""
        if not self.stream:
            self.program.answered(data)
            return
        self.program.driver.told += len(data)
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b'{"line":"ask"'):
                self.program.asked(json.loads(line))


class Program:
    """A program with the token of a seat, or with none, and its stream."""

    def __init__(self, driver: "Driver", table: str, token: str | None) -> None:
        self.driver, self.table, self.token = driver, table, token
        self.stream, self.line = Line(self, stream=True), Line(self, stream=False)

    async def listen(self) -> None:
        """Begin to listen."""
        await self.driver.connect(self.stream)
        self.stream.transport.write(self.driver.request("GET", f"/tables/{self.table}/events", self.token))
        if self.token:
            await self.driver.connect(self.line)

    def asked(self, ask: dict[str, Any]) -> None:
        """Answer after a while."""
        asyncio.get_running_loop().call_later(random.uniform(0, 2 * self.driver.pace_s), self.answer, ask)

    def answer(self, ask: dict[str, Any]) -> None:
        """Do what was asked."""
        body = {name: ask[name] for name in ("game", "round", "turn")}
        match ask["asks"]:
            case "next":
                what, body = "next", {"game": ask["game"], "round": ask["round"]}
            case "begin":
                what, body = "begin", {"game": ask["game"]}
            case _:
                what, body = "act", body | {"action": random.choice(ask["view"]["legal"])}
        if not self.line.transport.is_closing():
            path = f"/tables/{self.table}/{what}"
            self.line.transport.write(self.driver.request("POST", path, self.token, body))

    def answered(self, data: bytes) -> None:
        """Count an answer."""
        if data.startswith(b"HTTP/1.1 200"):
            self.driver.done += 1
        else:
            self.driver.refused += 1


class Driver:
    """All programs at one server."""

    def __init__(self, server: Server, pace_s: float) -> None:
        self.server, self.pace_s = server, pace_s
        self.host, self.port = server.url.removeprefix("http://").rstrip("/").split(":")
        self.done = self.refused = self.told = 0

    async def connect(self, line: Line) -> None:
        """Connect a line."""
        await asyncio.get_running_loop().create_connection(lambda: line, self.host, int(self.port))

    def request(self, method: str, path: str, token: str | None, body: Any = None) -> bytes:
        """Return a request as bytes."""
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
        head += f"Authorization: Bearer {token}\r\n" if token else ""
        if body is None:
            return f"{head}\r\n".encode()
        text = json.dumps(body)
        return f"{head}Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()

    async def ask(self, path: str, token: str | None, body: Any) -> dict[str, Any]:
        """Return the answer to a request on a connection of its own."""
        reader, writer = await asyncio.open_connection(self.host, int(self.port))
        writer.write(self.request("POST", path, token, body))
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        answer: dict[str, Any] = json.loads(await reader.readexactly(length))
        writer.close()
        return answer

    async def opened(self) -> list[Program]:
        """Return the programs at a new table."""
        seated = await self.ask(
            "/tables", None, {"game": "classic", "seats": SEATS, "name": "A", "bot": False}
        )
        table, tokens = seated["table"], [seated["token"]]
        for name in "BCD":
            sat = await self.ask(f"/tables/{table}/sit", None, {"name": name, "bot": False})
            tokens.append(sat["token"])
        return [Program(self, table, token) for token in tokens]


async def load(asked: argparse.Namespace, server: Server) -> None:
    """Play for a while, and say what that took."""
    driver = Driver(server, asked.pace)
    for _ in range(asked.tables):
        programs = await driver.opened()
        watching = [Program(driver, programs[0].table, None) for _ in range(asked.watch)]
        for each in (*programs, *watching):
            await each.listen()
        await driver.ask(f"/tables/{programs[0].table}/begin", programs[0].token, {"game": 1})
    await asyncio.sleep(asked.warm)
    before, driver.done, driver.refused, driver.told = server.cpu_s(), 0, 0, 0
    await asyncio.sleep(asked.seconds)
    used = server.cpu_s() - before
    more = {"actions": driver.done, "refused": driver.refused, "watch": asked.watch}
    report("programs.cpu.action", 1000 * used / driver.done, "ms of processor an action", **more)
    report("programs.told.action", driver.told / driver.done / 1024, "KB told an action")


async def idle(asked: argparse.Namespace, server: Server) -> None:
    """Listen at a table where nothing happens, and say what that takes."""
    driver = Driver(server, asked.pace)
    listening = []
    before = 0
    for number in range(20 + asked.idle // SEATS):
        if number == 20:
            await asyncio.sleep(1)
            before = server.memory_bytes()
        programs = await driver.opened()
        for each in programs:
            each.line = each.stream
            await driver.connect(each.stream)
            each.stream.transport.write(driver.request("GET", f"/tables/{each.table}/events", each.token))
        listening += programs
    await asyncio.sleep(1)
    held, cpu = server.memory_bytes() - before, server.cpu_s()
    report("programs.idle", held / asked.idle / 1024, "KB a silent stream")
    await asyncio.sleep(20)
    used = (server.cpu_s() - cpu) / 20
    report("programs.idle.cpu", 100 * used, "% of a processor", streams=len(listening))


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--watch", type=int, default=0)
    parser.add_argument("--idle", type=int, default=0)
    parser.add_argument("--pace", type=float, default=1.0)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--warm", type=float, default=3.0)
    asked = parser.parse_args()
    if asked.tables:
        with process.ours(None, 1) as server:
            uvloop.run(load(asked, server))
    if asked.idle:
        with process.ours(None, 1) as server:
            uvloop.run(idle(asked, server))


if __name__ == "__main__":
    main()
