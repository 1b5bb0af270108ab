"""What one address can do to others within its limits. `python bench/attack.py`.

    python bench/attack.py [--minutes 3] [--seed 1] [--episode 15] [--full 6] [--open 1000]
                           [--each] [--kind export] [--lines 64] [--settings "--streams 1000"]

A real server, limits and all; requests say whose they are as through a proxy. One address, in a process of
its own, sends sequences of requests that are allowed: each episode draws which, how often each, by how many
connections at once, and on which tables, from `--seed`. Before that it has as much as anybody could have put
together in patience: `--full` tables as long as a table can be. At `--open` tables others listen all the
while. With `--each` every kind of request has an episode of its own, instead of some drawn together: so each
attack that was ever found is tried by itself, and every address of the site (`cases.py`) with the largest
input that it takes. Another address looks at its own table all
the while, every 50 milliseconds whether or not the answer before has come. Printed is a line of JSON an
episode, the calm before it first, and at the end the worst by its 99th percentile, and how long the server
takes to end in the middle of it. `--only` repeats one episode by its number.
"""

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

import cases
from sqlalchemy import Connection, insert
from worlds import played

from sixth import bots
from sixth.rules.deal import secret_from_seed
from sixth.rules.options import Rules
from sixth.rules.record import HUMAN
from sixth.server.features.profile.game import PersonGame
from sixth.server.features.profile.tables import person_games
from sixth.server.store.engine import in_folder
from sixth.server.store.people_schema import people, person_browsers
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began, Opened, Sat, TableEvent
from sixth.server.table.identity import hash_token

VICTIM, ATTACKER = "203.0.113.9", "198.51.100.7"
LOOK_EVERY_S = 0.05
GOAL_MS = 50
CALM_S = 10.0
TOKEN = "token-of-the-patient-one"
SECRET = "p" * 43
CONNECTIONS = (1, 4, 16, 64)

_FIELD = re.compile(rb'name="(game|round|turn)" value="(\d+)"')
_CARD = re.compile(rb'name="card" value="(\d+)"')
_GAME = re.compile(rb"/g/([\w-]+)")
_MOMENTS = (0, 1, 2, 50, 1000, 9_999, 2**53)


@dataclass
class Client:
    """A kept connection of somebody at an address; one request at a time."""

    port: int
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def ask(
        self, path: str, form: dict[str, str] | None = None, head: str = ""
    ) -> tuple[int, dict[str, str], bytes]:
        """The status of the answer, its head, and its body; a stream has none."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        body = urlencode(form).encode() if form is not None else b""
        table = path.split("/")[2] if path.startswith("/t/") else ""
        token = self.cookies.get(f"sixth-{table}", "")
        lines = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"X-Forwarded-For: {self.address}",
            f"Content-Length: {len(body)}",
            "Content-Type: application/x-www-form-urlencoded",
            *([f"Cookie: sixth-{table}={token}"] if token else []),
            *([head] if head else []),
        ]
        return await self.send("\r\n".join([*lines, "", ""]).encode() + body)

    async def send(self, raw: bytes) -> tuple[int, dict[str, str], bytes]:
        """Send a request as it is; returns what `ask` does."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        self.writer.write(raw)
        assert self.reader is not None
        status, *rest = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        found = {name.lower(): value for name, _, value in (line.partition(": ") for line in rest)}
        name, _, value = found.get("set-cookie", "").partition(";")[0].partition("=")
        if name.startswith("sixth-") and name != "sixth-name":
            self.cookies[name] = value
        # A stream has no end.
        if found.get("transfer-encoding") == "chunked" and "x-accel-buffering" not in found:
            while (await self.reader.readuntil(b"\r\n")) != b"0\r\n":
                await self.reader.readuntil(b"\r\n")
            return int(status.split()[1]), found, await self.reader.readexactly(2)
        length = int(found.get("content-length", 0))
        return int(status.split()[1]), found, await self.reader.readexactly(length)

    def close(self) -> None:
        """Let go of it."""
        if self.writer is not None:
            self.writer.close()


# ------------------------------------------------------------------ the one who attacks


@dataclass
class Attack:
    """What one address has put together: tables with seats there, games that are over, and streams."""

    port: int
    tables: dict[str, dict[str, str]]
    games: set[str]
    streams: list[Client] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    not_before: float = 0.0
    lines: int = 0

    async def episode(self, rng: Random, seconds: float, only: str) -> dict[str, object]:
        """Send what was drawn, or `only` that, for so long; says what that was, and how it was answered."""
        self.answers.clear()
        weights = {only: 1} if only else _drawn(rng)
        lines, pause = self.lines or rng.choice(CONNECTIONS), rng.choice((0, 0, 5))
        tables = rng.sample(sorted(self.tables), min(len(self.tables), rng.choice((1, 1, 8, 1000))))
        until = time.monotonic() + seconds

        async def one(seed: float) -> None:
            mine, drawn = Client(self.port, ATTACKER), Random(seed)
            if pause:
                # All that has come together meanwhile is sent at once.
                await asyncio.sleep(pause)
            while time.monotonic() < until:
                (name,) = drawn.choices(list(weights), list(weights.values()))
                table = drawn.choice(tables) if tables else ""
                mine.cookies = self.tables.get(table, {})
                await asyncio.sleep(max(0.0, self.not_before - time.monotonic()))
                try:
                    status, head, _ = await ACTIONS[name](self, mine, drawn, table)
                except (OSError, asyncio.IncompleteReadError):
                    status, head = 0, {}
                    mine.close()
                self.answers[f"{name} {status}"] += 1
                if status == 429 and name != "stream":
                    self.not_before = time.monotonic() + min(2.0, float(head.get("retry-after", 1)))
                if status == 0 or (status == 429 and name == "stream"):
                    await asyncio.sleep(0.1)
            mine.close()

        work = [asyncio.create_task(one(rng.random())) for _ in range(lines)]
        _, late = await asyncio.wait(work, timeout=seconds + 30)
        for each in late:
            each.cancel()
        for stream in self.streams:
            stream.close()
        self.streams.clear()
        return {"weights": weights, "lines": lines, "pause": pause, "tables": len(tables), "late": len(late)}


def _drawn(rng: Random) -> dict[str, int]:
    return {name: rng.randint(1, 9) for name in rng.sample(sorted(ACTIONS), rng.randint(1, 4))}


Answer = tuple[int, dict[str, str], bytes]
Action = Callable[[Attack, Client, Random, str], Awaitable[Answer]]


def odd_options(rng: Random) -> dict[str, str]:
    """The form of a table, as ordinary or as odd as the page lets it be."""
    kind = rng.choice(("score", "rounds", "elimination"))
    return {
        "game": rng.choice(("classic", "logic", "kids", "halves", "both-ends", "elimination")),
        "seats": str(rng.randint(2, 10)),
        "hand": rng.choice(("", "1", "2", "10")),
        "rows": rng.choice(("", "1", "4", "12")),
        "end": rng.choice(("", kind)),
        "end_count": rng.choice(("", "15", "999999999")),
        "bots": rng.choice((*bots.names, "mixed")),
        "name": "x" * rng.randint(1, 24),
        "how": rng.choice(("play", "play", "invite")),
        **rng.choice(({}, {"pace": "own", "turn_time": "5", "turn_unit": "s"}, {"listed": "true"})),
    }


# What follows is each one request, or a few; `mine` holds the seat at the table.


async def open_table(attack: Attack, mine: Client, rng: Random, _table: str) -> Answer:
    """Open a table of some kind."""
    mine.cookies = {}
    answer = await mine.ask("/tables", odd_options(rng))
    if answer[0] == 303:
        attack.tables[answer[1]["location"].split("/")[2]] = mine.cookies
    return answer


async def check(_attack: Attack, mine: Client, rng: Random, _table: str) -> Answer:
    """Ask whether some options fit."""
    return await mine.ask("/tables/check", odd_options(rng))


async def play(attack: Attack, mine: Client, _rng: Random, table: str) -> Answer:
    """Do what the page asks for, whatever it is, else begin anew."""
    status, head, page = await mine.ask(f"/t/{table}")
    attack.games.update(each.decode() for each in _GAME.findall(page))
    moment = {name.decode(): value.decode() for name, value in _FIELD.findall(page)}
    card = _CARD.search(page)
    wanted: dict[str, str] | None
    for form, wanted in (
        ("choose", {"card": card.group(1).decode()} if card else None),
        ("take", {"place": "0"}),
        ("flip", {}),
        ("next", {}),
        ("begin", {"bots": "mixed"}),
    ):
        if wanted is not None and f'action="/t/{table}/{form}"'.encode() in page:
            return await mine.ask(f"/t/{table}/{form}", {**moment, **wanted})
    return status, head, page


async def bots_play(_attack: Attack, mine: Client, _rng: Random, table: str) -> Answer:
    """Leave, so that bots play, and ask for the next round, or the next game."""
    _, _, page = await mine.ask(f"/t/{table}")
    moment = {name.decode(): value.decode() for name, value in _FIELD.findall(page)}
    await mine.ask(f"/t/{table}/leave", {})
    following = int(moment.pop("round", "0"))
    moment.pop("turn", "")
    answer = (429, dict[str, str](), b"")
    for round in (following, following + 1):
        answer = await mine.ask(f"/t/{table}/next", {**moment, "round": str(max(1, round))})
    return answer


async def stream(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
    """Have the lines of a table from some moment on; half of those who do never read them."""
    one = Client(mine.port, ATTACKER, mine.cookies if rng.random() < 0.5 else {})
    since, heard, screen = rng.choice(_MOMENTS), rng.choice(_MOMENTS), rng.randint(0, 1)
    answer = await one.ask(f"/t/{table}/wire?since={since}&heard={heard}&screen={screen}")
    if answer[0] == 200:
        attack.streams.append(one)
        if len(attack.streams) > 150:
            attack.streams.pop(0).close()
    if rng.random() < 0.5 and one.reader is not None and answer[0] == 200:
        # The others are read by nobody.
        asyncio.create_task(_drain(one.reader))  # noqa: RUF006
    return answer


async def _drain(reader: asyncio.StreamReader) -> None:
    with suppress(OSError):
        while await reader.read(2**16):
            pass


def _get(path: str) -> Action:
    async def action(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
        game = rng.choice(sorted(attack.games)) if attack.games else "none"
        return await mine.ask(path.format(table=table, game=game, at=rng.randrange(10_000)))

    return action


def _post(path: str, form: Callable[[Random], dict[str, str]]) -> Action:
    async def action(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
        game = rng.choice(sorted(attack.games)) if attack.games else "none"
        return await mine.ask(path.format(table=table, game=game), form(rng))

    return action


def _case(route: str, *, hostile: bool = False) -> Action:
    """Send one of the largest inputs that this route takes, or what may be sent to any."""

    async def action(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
        case = rng.choice([*(cases.hostile(route) if hostile else cases.ROUTES[route])])
        at = dict(case.at)
        if "table_id" in at and table:
            at["table_id"] = table
        if "game_id" in at and attack.games:
            at["game_id"] = rng.choice(sorted(attack.games))
        token = mine.cookies.get(f"sixth-{table}", "")
        headers = (*case.headers, ("X-Forwarded-For", mine.address), ("Connection", "close"))
        if token and not any(name == "Cookie" for name, _ in headers):
            headers = (*headers, ("Cookie", f"sixth-{table}={token}"))
        one = Client(mine.port, mine.address)
        raw = cases.request(route, replace(case, at=at, headers=headers), mine.port)
        try:
            return await asyncio.wait_for(one.send(raw), 10)
        finally:
            one.close()

    return action


async def long_host(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
    """Have the code of a table drawn for a host that nobody has named, as long as a host may be."""
    host = f"{rng.randrange(10**9):09}{'a' * 54}." * 3 + "a" * 63
    raw = f"GET /t/{table}/qr.svg HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {mine.address}\r\n\r\n"
    return await mine.send(raw.encode())


def _as_person(method: str, path: str, *, head: str = "", body: bytes = b"") -> Action:
    """Send a request of the person who has played thousands of games."""

    async def action(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
        raw = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{mine.port}\r\nX-Forwarded-For: {mine.address}\r\n"
            f"Cookie: sixth-you={SECRET}\r\nContent-Length: {len(body)}\r\n{head}\r\n"
        )
        return await mine.send(raw.encode() + body)

    return action


async def refusals(attack: Attack, mine: Client, rng: Random, table: str) -> Answer:
    """Go on asking when the limit is used up, whatever the answers say."""
    for _ in range(50):
        await mine.ask("/")
    return 200, {}, b""


_RANGES = ",".join(f"{at}-{at}" for at in range(0, 2000, 2))
_LONG = b"said=" + b"x" * 4_000_000
_LONG_TYPE = f"Content-Type: multipart/form-data; {'a=;' * 20_000}\r\n"
_FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


async def earlier_day(attack: Attack, mine: Client, rng: Random, _table: str) -> Answer:
    """Look at the deal of any day of a chain."""
    return await mine.ask(f"/daily/{rng.randint(2000, 2090)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}")


def _config(rng: Random) -> dict[str, str]:
    wanted = ("game", "seats", "hand", "rows", "end", "end_count")
    drawn = {name: value for name, value in odd_options(rng).items() if name in wanted}
    return {**drawn, "pace": "none", "stand_in": "careful", "chat": rng.choice(("true", "false"))}


ACTIONS: dict[str, Action] = {
    "open": open_table,
    "check": check,
    "play": play,
    "bots": bots_play,
    "stream": stream,
    "table": _get("/t/{table}"),
    "screen": _get("/t/{table}/screen"),
    "history": _get("/t/{table}/history?at={at}"),
    "replay": _get("/g/{game}?at={at}"),
    "record": _get("/g/{game}.sixth.jsonl"),
    "code": _get("/t/{table}/qr.svg"),
    "list": _get("/tables"),
    "home": _get("/"),
    "rules": _get("/rules/classic"),
    "lesson": _get("/learn"),
    "back": _post("/t/{table}/back", lambda _: {}),
    "again": _post("/g/{game}/again", lambda _: {"seat": "0", "bots": "mixed"}),
    "say": _post(
        "/t/{table}/say", lambda rng: {"text": rng.choice("aé漢😀<&") * rng.choice((1, 200, 20_000))}
    ),
    "sit": _post("/t/{table}/sit", lambda rng: {"name": f"x{rng.randrange(99)}", "text": "é" * 200}),
    "arrange": _post("/t/{table}/house", _config),
    "host": long_host,
    "day": earlier_day,
    "mine": _case("GET /mine"),
    "you": _as_person("GET", "/you"),
    "export": _as_person("GET", "/you/export.jsonl"),
    "static": _as_person("GET", "/static/every.css"),
    "ranges": _as_person("GET", "/static/every.css", head=f"Range: bytes={_RANGES}\r\n"),
    "long body": _as_person("POST", "/you/name", head=_FORM, body=_LONG),
    "long type": _as_person("POST", "/you/name", head=_LONG_TYPE),
    "refusals": refusals,
    **{f"to {route}": _case(route) for route in cases.ROUTES if not route.endswith(("/events", "/wire"))},
    **{
        f"hostile to {route}": _case(route, hostile=True)
        for route in (
            "GET /",
            "GET /mine",
            "GET /t/{table_id}",
            "POST /t/{table_id}/say",
            "POST /api/v1/tables",
        )
    },
}
"""Everything that one may ask for, by a name."""


def patient(table: str) -> list[TableEvent]:
    """Return the log of a table of bots that is as long as one can be."""
    opened: list[TableEvent] = [
        Opened(Rules(10), secret_from_seed(table).hex()),
        Sat(0, "Eve", HUMAN, hash_token(TOKEN)),
        *(Sat(at, f"Bot {at}", "careful", None) for at in range(1, 10)),
    ]
    return list(played(table, opened))


def prepare(folder: Path, count: int) -> tuple[dict[str, dict[str, str]], set[str]]:
    """Write the tables of a patient one; gives the cookies for them, and the games that are over."""
    store, games = SqlStore(in_folder(folder)), set()
    tables = [f"patient{number}" for number in range(count)]
    for table in tables:
        events = patient(table)
        store.append(table, 0, events)
        games |= {each.game for each in events if isinstance(each, Began)}
    keep_patient(store)
    store.close()
    return {table: {f"sixth-{table}": TOKEN} for table in tables}, games


def keep_patient(store: SqlStore) -> None:
    """Write the patient one as a person who has played thousands of games."""
    since = {"since": 0, "seen_at": round(time.time() * 1000)}
    person = {"person_id": "patient", "name": "Patient", "mark": 1, "shown": "hidden", **since}
    browser = {"proof": hash_token(SECRET), "person_id": "patient", "label": "", **since}

    def write(connection: Connection) -> None:
        connection.execute(insert(people).values(**person))
        connection.execute(insert(person_browsers).values(**browser))
        games = [PersonGame(f"g{at}", 0, "classic", 10**12 + at, 4, 3, 30, 2) for at in range(5_000)]
        connection.execute(
            insert(person_games), [{"person_id": "patient", **game._asdict()} for game in games]
        )

    store.writer.submit("patient", write).result()


def warm_up(attack: Attack) -> Attack:
    """Have everything done that there is, once or twice."""

    async def do() -> None:
        table = min(attack.tables, default="")
        for name in sorted(ACTIONS) * 2:
            mine = Client(attack.port, VICTIM, dict(attack.tables.get(table, {})))
            # A refused request may be reset, and one to which nobody answers in time is as good as done.
            with suppress(OSError, asyncio.IncompleteReadError):
                await ACTIONS[name](attack, mine, Random(name), table)
            mine.close()
        for stream in attack.streams:
            stream.close()
        attack.streams.clear()

    asyncio.run(do())
    return attack


def run_episode(
    attack: Attack, seed: str, seconds: float, only: str = ""
) -> tuple[dict[str, object], dict[str, int], Attack]:
    """An episode, in the process of the one who attacks."""
    drawn = asyncio.run(attack.episode(Random(seed), seconds, only))
    return drawn, dict(attack.answers), attack


# ------------------------------------------------------------------ the one who plays on


async def look_on(
    client: Client, table: str, pid: int, until: Callable[[], bool]
) -> list[tuple[float, float]]:
    """How long each page took from when it was wanted: in time, and in time of the server's processor.

    The latter is what one would wait on a machine that does nothing else, and it says the same on a busy one.
    """
    waits: list[tuple[float, float]] = []
    free = [client, *(Client(client.port, VICTIM, client.cookies) for _ in range(20))]
    asked: set[asyncio.Task[None]] = set()
    # The clock of another process (`clock_getcpuclockid`).
    clock = (~pid << 3) | 2

    async def one(wanted: float) -> None:
        mine, spent = (
            free.pop() if free else Client(client.port, VICTIM, client.cookies),
            time.clock_gettime(clock),
        )
        try:
            status, _, _ = await mine.ask(f"/t/{table}")
            assert status == 200, status
        except (OSError, asyncio.IncompleteReadError):
            mine.close()
            waits.append((float("inf"), float("inf")))
        else:
            waits.append((time.perf_counter() - wanted, time.clock_gettime(clock) - spent))
        free.append(mine)

    following = time.perf_counter()
    while not until():
        following += LOOK_EVERY_S
        await asyncio.sleep(max(0.0, following - time.perf_counter()))
        task = asyncio.create_task(one(following))
        asked.add(task)
        task.add_done_callback(asked.discard)
    if asked:
        await asyncio.wait(asked, timeout=60)
    for each in free:
        each.close()
    return waits


async def sit_down(port: int) -> tuple[Client, str]:
    """Somebody's table with a game that goes on."""
    client = Client(port, VICTIM)
    form = {"game": "classic", "seats": "4", "bots": "careful", "name": "Ana", "how": "play"}
    _, head, _ = await client.ask("/tables", form)
    return client, head["location"].split("/")[2]


async def listen(port: int, number: int) -> Client:
    """Open a table from one of many addresses, and have its news as long as the client is held."""
    client = Client(port, f"192.0.{number // 250}.{number % 250 + 1}")
    form = {"game": "classic", "seats": "4", "bots": "careful", "name": "Bo", "how": "play"}
    _, head, _ = await client.ask("/tables", form)
    await client.ask(f"{head['location']}/wire")
    return client


def figures(waits: list[tuple[float, float]]) -> dict[str, float]:
    """The median, the 99th percentile and the longest in milliseconds, of both ways to count."""
    found: dict[str, float] = {}
    for kind, each in zip(("", "cpu_"), zip(*waits, strict=True), strict=True):
        ordered = sorted(each)
        at = {"p50": median(ordered), "p99": ordered[int(len(ordered) * 0.99)], "max": ordered[-1]}
        found |= {f"{kind}{name}": round(value * 1000, 1) for name, value in at.items()}
    return found


def memory_mb(pid: int) -> int:
    """What a process holds."""
    said = Path(f"/proc/{pid}/status").read_text()
    (kilobytes,) = re.findall(r"VmRSS:\s+(\d+)", said)
    return int(kilobytes) // 1024


@contextmanager
def serving(folder: Path, options: list[str]) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A server on a processor of its own, where there are two."""
    command = [
        sys.executable,
        "-m",
        "sixth",
        "serve",
        "--port",
        "0",
        "--data",
        str(folder),
        "--unlimited",
        "none",
    ]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
    if len(cores := sorted(os.sched_getaffinity(0))) > 1:
        os.sched_setaffinity(process.pid, cores[:1])
        os.sched_setaffinity(0, cores[1:])
    assert process.stdout is not None
    try:
        yield process, int(process.stdout.readline().split(":")[2].split("/")[0])
    finally:
        process.kill()
        process.wait()


def _after(seconds: float) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() > end


async def main() -> None:
    """Attack, and say what was worst."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--episode", type=float, default=15)
    parser.add_argument("--full", type=int, default=6)
    parser.add_argument("--only", type=int, action="append", default=[])
    parser.add_argument("--open", type=int, default=0, help="tables at which others listen all the while")
    parser.add_argument("--each", action="store_true", help="an episode for each kind of request")
    parser.add_argument("--lines", type=int, default=0, help="connections at once; drawn if 0")
    parser.add_argument("--kind", action="append", default=[], help="an episode for this kind alone")
    parser.add_argument("--settings", default="")
    asked = parser.parse_args()
    count = max(1, round(asked.minutes * 60 / asked.episode))
    worst: tuple[float, int] = (0.0, 0)
    with TemporaryDirectory() as folder:
        tables, games = prepare(Path(folder), asked.full)
        with (
            serving(Path(folder), asked.settings.split()) as (server, port),
            get_context("spawn").Pool(1) as other,
        ):
            victim, table = await sit_down(port)
            attack = Attack(port, tables, games, lines=asked.lines)
            # What is made once in a process is made before: templates, the code of bots.
            attack = other.apply(warm_up, (attack,))
            listening = [await listen(port, at) for at in range(asked.open)]
            assert len(listening) == asked.open
            calm = await look_on(victim, table, server.pid, _after(CALM_S))
            print(json.dumps({"calm": figures(calm), "mb": memory_mb(server.pid)}), flush=True)
            kinds = asked.kind or (sorted(ACTIONS) if asked.each else [""] * count)
            for number in asked.only or range(1, len(kinds) + 1):
                seed, only = f"{asked.seed} {number}", kinds[number - 1]
                how = attack, seed, asked.episode, only
                attack.streams, going = [], other.apply_async(run_episode, how)
                found = figures(await look_on(victim, table, server.pid, going.ready))
                drawn, answers, attack = going.get()
                said = {"episode": number, **found, "mb": memory_mb(server.pid), **drawn, "answers": answers}
                print(json.dumps(said), flush=True)
                worst = max(worst, (found["p99"], number))
            print(json.dumps({"worst": worst[1], "p99": worst[0], "goal": GOAL_MS}), flush=True)
            going = other.apply_async(run_episode, (attack, f"{asked.seed} {worst[1]}", 10.0))
            await asyncio.sleep(8)
            began = time.monotonic()
            server.send_signal(signal.SIGTERM)
            await asyncio.to_thread(server.wait)
            print(json.dumps({"ends_in_s": round(time.monotonic() - began, 2), "code": server.returncode}))


if __name__ == "__main__":
    asyncio.run(main())
