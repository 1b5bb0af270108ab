"""How many tables a server carries: real clients over HTTP and server-sent events. `python bench/load.py`.

    python bench/load.py [--tables 10 100 1000] [--idle 5000] [--pace 10] [--seconds 30] [--warm 30]
                         [--database URL] [--workers 1]

Each table has four people, each with a stream of news and a connection for what they do; each chooses a card
once in `--pace` seconds, at a moment of their own. What they do in the first `--warm` seconds is not counted,
as tables that have begun together turn over their first cards together, too; only what went wrong is, always.
Measured is how long it takes from sending a card until all four have been told (the version has gone up on
every stream), what the server's processor and memory do meanwhile, and what a stream costs where nothing
moves. The server is a process of its own, on a processor of its own where there is more than one. A line of
JSON a figure.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

SEATS = 4
GOAL_MS = 150
GOAL_KB = 25

_ASKS = re.compile(rb'data-asks="(\w+)"')
_VERSION = re.compile(rb"^id: (\d+)$", re.MULTILINE)
_MOMENT = re.compile(
    rb'name="game" value="(\d+)".*?name="round" value="(\d+)".*?name="turn" value="(\d+)"', re.DOTALL
)
_CARD = re.compile(rb'name="card" value="(\d+)"(?! aria-pressed)')
_ROW = re.compile(rb'name="place" value="([^"]+)"')
_PAGE_VERSION = re.compile(rb'data-v="(\d+)"')


@dataclass
class Connection:
    """A kept connection to the server; one request at a time."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def send(self, method: str, path: str, form: dict[str, str] | None = None) -> bytes:
        """Send a request; the stream of its answer is at the body then. Gives the head."""
        try:
            return await self._send(method, path, form)
        except (asyncio.IncompleteReadError, ConnectionError):
            # The server lets go of connections that nothing came over for a while, as any does.
            self.close()
            self.writer = None
            return await self._send(method, path, form)

    async def _send(self, method: str, path: str, form: dict[str, str] | None) -> bytes:
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=2**20)
        body = urlencode(form or {}).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = [f"{method} {path} HTTP/1.1", f"Host: {self.host}:{self.port}", f"Cookie: {cookies}"]
        if method == "POST":
            head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
            if path.startswith("/t/") and path.endswith(("choose", "take")):
                head.append("HX-Request: true")
        self.writer.write("\r\n".join([*head, "", ""]).encode() + body)
        assert self.reader is not None
        return await self.reader.readuntil(b"\r\n\r\n")

    async def ask(self, method: str, path: str, form: dict[str, str] | None = None) -> tuple[int, str, bytes]:
        """The status of the answer, where it leads, and its body."""
        head = await self.send(method, path, form)
        assert self.reader is not None
        lines = head.decode().split("\r\n")
        status, length, place = int(lines[0].split()[1]), 0, ""
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            match name.lower():
                case "content-length":
                    length = int(value)
                case "location":
                    place = value
                case "set-cookie":
                    name, _, value = value.partition(";")[0].partition("=")
                    self.cookies[name] = value
        return status, place, await self.reader.readexactly(length)

    def close(self) -> None:
        """Let go of it."""
        if self.writer is not None:
            self.writer.close()


@dataclass
class Person:
    """Somebody at a table: what they see, and the connections they see and do it by."""

    doing: Connection
    seeing: Connection
    version: int = 0
    page: bytes = b""
    hand: bytes = b""
    """The last page, or frame, in which the hand came with it."""
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def look(self, table: str) -> None:
        """Open the table's page, then follow its news until cancelled."""
        _, _, self.page = await self.doing.ask("GET", f"/t/{table}")
        self.hand = self.page
        found = _PAGE_VERSION.search(self.page)
        self.version = int(found.group(1)) if found else 0
        self.seeing.cookies = self.doing.cookies
        await self.seeing.send("GET", f"/t/{table}/events?after={self.version}")

    async def follow(self) -> None:
        """Take in the news."""
        reader = self.seeing.reader
        assert reader is not None
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                message = await reader.readuntil(b"\n\n")
                found = _VERSION.search(message)
                if found:
                    self.version, self.page = int(found.group(1)), message
                    if b'id="held" data-same' not in message:
                        self.hand = message
                    self.moved.set()


@dataclass
class Group:
    """The four people of a table."""

    table: str
    people: list[Person]
    tasks: list[asyncio.Task[None]] = field(default_factory=list)


class Bench:
    """Tables at one server, and what was measured at them."""

    def __init__(self, url: str) -> None:
        where = urlsplit(url)
        assert where.hostname
        assert where.port
        self.host, self.port = where.hostname, where.port
        self.times: list[float] = []
        self.actions = self.frames = self.wrong = 0

    def connection(self) -> Connection:
        """A new one."""
        return Connection(self.host, self.port)

    async def open(self, number: int, *, begin: bool = True) -> Group:
        """A table of four, their game begun."""
        people = [Person(self.connection(), self.connection()) for _ in range(SEATS)]
        form = {"game": "classic", "seats": str(SEATS), "bots": "careful", "name": "Ana", "how": "invite"}
        _, place, _ = await people[0].doing.ask("POST", "/tables", form)
        table = place.rsplit("/", 1)[-1]
        for seat, person in enumerate(people[1:], 1):
            await person.doing.ask("POST", f"/t/{table}/sit", {"name": f"Person {seat}", "text": ""})
        if begin:
            await people[0].doing.ask("POST", f"/t/{table}/begin", {"game": "1", "bots": "careful"})
        group = Group(table, people)
        for person in people:
            await person.look(table)
            group.tasks.append(asyncio.create_task(person.follow()))
        return group

    async def live(self, group: Group, person: Person, pace: float, until: float, rng: Random) -> None:
        """Do once in `pace` seconds what the page asks for."""
        await asyncio.sleep(rng.uniform(0, pace))
        while time.monotonic() < until:
            began = time.monotonic()
            await self.act(group, person, rng)
            thinks = max(0.0, pace - (time.monotonic() - began)) * rng.uniform(0.9, 1.1)
            await asyncio.sleep(min(thinks, max(0.0, until - time.monotonic())))

    async def act(self, group: Group, person: Person, rng: Random) -> None:
        """Do one thing, and measure until everybody at the table has been told."""
        asks = _ASKS.search(person.page)
        what = asks.group(1) if asks else b""
        moment = _MOMENT.search(person.hand if what == b"choose" else person.page)
        form: dict[str, str] = {}
        if moment:
            form = dict(zip(("game", "round", "turn"), map(bytes.decode, moment.groups()), strict=True))
        if what == b"choose":
            form["card"], path = rng.choice(_CARD.findall(person.hand)).decode(), "choose"
        elif what == b"take":
            form["place"], path = rng.choice(_ROW.findall(person.page)).decode(), "take"
        elif what == b"next":
            found = re.search(
                rb'id="next".*?name="game" value="(\d+)".*?name="round" value="(\d+)"', person.page, re.DOTALL
            )
            game, round = map(bytes.decode, found.groups()) if found else ("0", "0")
            form, path = {"game": game, "round": round}, "next"
        elif what == b"again":
            found = re.search(rb'name="game" value="(\d+)"', person.page)
            form, path = {"game": found.group(1).decode() if found else "0", "bots": "careful"}, "begin"
        else:
            return
        known = max(each.version for each in group.people)
        began = time.monotonic()
        status, _, _ = await person.doing.ask("POST", f"/t/{group.table}/{path}", form)
        if status >= 400:
            # Somebody was quicker (a new game is for the host to begin, a round for the first who asks).
            self.wrong += status not in (403, 409)
            return
        self.actions += 1
        try:
            async with asyncio.timeout(30):
                for each in group.people:
                    while each.version <= known:
                        each.moved.clear()
                        await each.moved.wait()
            self.times.append(time.monotonic() - began)
        except TimeoutError:
            self.times.append(30.0)


def report(name: str, value: float, unit: str, **more: object) -> None:
    """A figure as a line of JSON."""
    print(json.dumps({"bench": name, "value": round(value, 3), "unit": unit, **more}), flush=True)


def share(values: Sequence[float], of: float) -> float:
    """The value below which such a share of them lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * of))] if ranked else float("nan")


class Server:
    """The server and what it uses, its children too."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self.process, self.url = process, url

    def _pids(self) -> list[int]:
        found, wanted = [], [self.process.pid]
        while wanted:
            pid = wanted.pop()
            found.append(pid)
            with suppress(OSError):
                wanted += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return found

    def cpu(self) -> float:
        """Seconds of processor so far."""
        ticks = 0
        for pid in self._pids():
            with suppress(OSError):
                ticks += sum(
                    map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13])
                )
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Bytes in memory that are its own."""
        found = 0
        for pid in self._pids():
            with suppress(OSError):
                found += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()
        return found


def until_ready(url: str) -> None:
    """Wait until the server can do all it will have to: it loads the bots' kernels once it answers."""
    for _ in range(600):
        with suppress(OSError), urlopen(f"{url}readyz") as answer:
            if answer.read() == b"Ready.\n":
                return
        time.sleep(0.5)


@contextmanager
def serving(database: str | None, workers: int) -> Iterator[Server]:
    """A server of our own, as a user starts it."""
    with TemporaryDirectory() as folder:
        where = ["--database", database] if database else ["--data", folder]
        many = ["--workers", str(workers)] if workers > 1 else []
        process = subprocess.Popen(
            [sys.executable, "-m", "sixth", "serve", "--port", "0", *where, *many],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        url = next(word for word in process.stdout.readline().split() if word.startswith("http://"))
        until_ready(url)
        if workers == 1 and (os.cpu_count() or 1) > 1:
            os.sched_setaffinity(process.pid, {0})
            os.sched_setaffinity(0, set(range(1, os.cpu_count() or 1)))
        try:
            yield Server(process, url)
        finally:
            process.terminate()
            process.wait()


async def gathered(jobs: Sequence[Awaitable[Group]], at_once: int) -> list[Group]:
    """All of them, so many at a time, with a word of how far it is."""
    gate, done, began = asyncio.Semaphore(at_once), 0, time.monotonic()

    async def one(job: Awaitable[Group]) -> Group:
        nonlocal done
        async with gate:
            found = await job
        done += 1
        if sys.stderr.isatty() and done % 10 == 0:
            print(f"\r{done} of {len(jobs)} tables are set up", end="", file=sys.stderr, flush=True)
        return found

    groups = await asyncio.gather(*map(one, jobs))
    if sys.stderr.isatty():
        print(f"\r{len(jobs)} tables were set up in {time.monotonic() - began:.0f} s", file=sys.stderr)
    return groups


async def loaded(server: Server, tables: int, pace: float, seconds: float, warm: float) -> None:
    """So many tables at play."""
    bench = Bench(server.url)
    # What the first tables bring in with them is there once, however many follow.
    groups = await gathered([bench.open(number) for number in range(min(10, tables))], 10)
    before = server.memory()
    groups += await gathered([bench.open(number) for number in range(tables - len(groups))], 20)
    held = server.memory() - before
    until, rng = time.monotonic() + warm + seconds, Random(1)
    playing = [
        asyncio.create_task(bench.live(group, person, pace, until, Random(rng.random())))
        for group in groups
        for person in group.people
    ]
    await asyncio.sleep(warm)
    bench.times.clear()
    bench.actions = 0
    cpu, began = server.cpu(), time.monotonic()
    await asyncio.gather(*playing)
    used, took = server.cpu() - cpu, time.monotonic() - began
    name = f"load.{tables}"
    note = {"tables": tables, "pace_s": pace, "seconds": round(took, 1), "wrong": bench.wrong}
    report(f"{name}.actions", bench.actions / took, "1/s", **note)
    for label, of in (("p50", 0.5), ("p99", 0.99)):
        report(f"{name}.{label}", 1000 * share(bench.times, of), "ms", goal=GOAL_MS if of > 0.9 else None)
    report(f"{name}.cpu", 100 * used / took, "% of a processor")
    report(f"{name}.cpu.action", 1000 * used / max(1, bench.actions), "ms of processor an action")
    if tables > 10:
        report(f"{name}.memory", held / (tables - 10) / 1024, "KB a table", note="with its four streams")
    leave(groups)


async def idle(server: Server, streams: int) -> None:
    """Tables of four at which nothing moves, with so many streams in all."""
    bench = Bench(server.url)
    groups = await gathered([bench.open(number, begin=False) for number in range(20)], 10)
    before = server.memory()
    groups += await gathered([bench.open(number, begin=False) for number in range(streams // SEATS)], 20)
    held = (server.memory() - before) / (len(groups) - 20) / SEATS
    tables = len(groups) - 20
    report("load.idle", held / 1024, "KB a stream", goal=GOAL_KB, streams=SEATS * tables, tables=tables)
    leave(groups)


def leave(groups: Sequence[Group]) -> None:
    """Everybody goes."""
    for group in groups:
        for task in group.tasks:
            task.cancel()
        for person in group.people:
            person.doing.close()
            person.seeing.close()


def main() -> None:
    """Measure what was asked for, each with a server of its own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000], help="at play")
    parser.add_argument("--idle", type=int, default=5000, help="streams at which nothing moves; 0 for none")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two cards of one person")
    parser.add_argument("--seconds", type=float, default=30.0, help="to play in")
    parser.add_argument("--warm", type=float, default=30.0, help="seconds before, which are not counted")
    parser.add_argument("--database", help="of the server, empty; a SQLite file if not said")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for tables in asked.tables:
        with serving(asked.database, asked.workers) as server:
            asyncio.run(loaded(server, tables, asked.pace, asked.seconds, asked.warm))
    if asked.idle:
        with serving(asked.database, asked.workers) as server:
            asyncio.run(idle(server, asked.idle))


if __name__ == "__main__":
    main()
