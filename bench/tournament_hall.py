"""A hall of people at real tables, with phones that sleep and a server that is killed.

    python bench/tournament_hall.py [--people 59] [--rounds 5] [--kills 2] [--seed 1]

A real server runs over SQLite. Each phone has a connection and a stream of its own; some sleep through the
beginning of a round and come back with another connection. At each table one enters the heads by the form or
the score pad and another confirms; at some the results contradict and are corrected, or heads that cannot be
are asked about. The server is killed (SIGKILL) in the middle of rounds and started again over its database.
At the end each table must have the heads that its players agreed on, and the standings of the server must be
those of `tests/tournament_referee.py`, which shares no code with it; the run ends with an error otherwise.
Printed is a line of JSON a round, and a last one with all of them together.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.parse import unquote

import httpx2

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import tournament_referee as referee
from tests.server.support.serving import TLS, Server, serving

FROM_SCRIPT: Final = {"HX-Request": "true", "Accept": "*/*"}
PAGE: Final = {"Accept": "text/html"}

AGAIN_S: Final = 0.1
"""Seconds until a phone that did not reach the server tries again."""

PATIENCE_S: Final = 120
"""Seconds after which a phone that waits for something ends the run."""

SLEEPERS: Final = 0.2
"""Share of the phones that sleep as a round begins."""

WORRIES: Final = (httpx2.TransportError,)

Heads = tuple[int, ...]


class Log:
    """What happened, counted, and how long answers took."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.answers: list[float] = []
        self.heard: list[float] = []


class Phone:
    """A person's phone: its cookies stay, its connections come and go."""

    def __init__(self, name: str, server: Server, log: Log) -> None:
        self.name, self.path, self._server, self._log = name, "", server, log
        self._cookies = httpx2.Cookies()
        self._client = self._connection()
        self._stream: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self.own = ""

    def _connection(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            base_url=self._server.url, cookies=self._cookies, verify=TLS, timeout=PATIENCE_S
        )

    async def send(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Send a request until it is answered, as somebody does who presses again."""
        deadline = time.monotonic() + PATIENCE_S
        while True:
            began = time.monotonic()
            try:
                answer = await self._client.request(method, path, **more)
            except WORRIES:
                self._log.counts["tried_again"] += 1
                assert time.monotonic() < deadline, f"{self.name} cannot reach the server"
                await asyncio.sleep(AGAIN_S)
                continue
            self._log.answers.append(time.monotonic() - began)
            self._log.counts["requests"] += 1
            self._cookies.update(answer.cookies)
            assert answer.status_code < 500, f"{method} {path}: {answer.status_code} {answer.text[:300]}"
            return answer

    async def form(self, command: str, **fields: object) -> httpx2.Response:
        """Send a form of the tournament as scripts do; a refusal has a sentence."""
        data = {name: str(value) for name, value in fields.items()}
        return await self.send("POST", f"{self.path}/{command}", data=data, headers=FROM_SCRIPT)

    # ------------------------------------------------------------------ awake and asleep

    def wake(self) -> None:
        """Follow the tournament by a stream."""
        if self._stream is None:
            self._stream = asyncio.create_task(self._follow())

    async def sleep(self) -> None:
        """Lose the stream and the connection; go on with others later."""
        if self._stream is not None:
            self._stream.cancel()
            with suppress(asyncio.CancelledError):
                await self._stream
            self._stream = None
        await self._client.aclose()
        self._client = self._connection()

    async def _follow(self) -> None:
        while True:
            with suppress(*WORRIES):
                async with self._client.stream("GET", f"{self.path}/changes") as lines:
                    async for _line in lines.aiter_lines():
                        await self.look()
            await asyncio.sleep(AGAIN_S)

    async def look(self) -> None:
        """Read one's own part of the page."""
        own = (await self.send("GET", f"{self.path}?part=own", headers=FROM_SCRIPT)).text
        async with self._news:
            self.own = own.partition('<section id="own"')[2].partition("</section>")[0]
            self._news.notify_all()

    async def until_seated(self, round: int, table: int = 0) -> None:
        """Wait until one's own part of the page shows a seat in a round, perhaps at a certain table."""
        await self.until(lambda _own: self.seat[0] == round and table in (0, self.seat[1]))

    async def until(self, is_shown: Callable[[str], bool]) -> None:
        """Wait until one's own part of the page shows something."""
        async with asyncio.timeout(PATIENCE_S), self._news:
            await self._news.wait_for(lambda: is_shown(self.own))

    @property
    def seat(self) -> tuple[int, int]:
        """The round and the table at which the page says that one sits; zeros for none."""
        found = re.search(r'data-seat="(\d+)-(\d+)"', self.own)
        return (int(found[1]), int(found[2])) if found else (0, 0)

    @property
    def pad(self) -> dict[str, Any]:
        """What the link to the score pad says."""
        found = re.search(r'href="/pad#t=([^"]+)"', self.own)
        assert found, f"{self.name} has no score pad"
        given: dict[str, Any] = json.loads(unquote(found[1]))
        return given


# ------------------------------------------------------------------ a table


class RealTable:
    """A real table of a round: its phones by seat, and the heads that its players agree on."""

    def __init__(self, round: int, number: int, phones: Sequence[Phone], rng: Random, log: Log) -> None:
        self.round, self.number, self.phones, self._rng, self._log = round, number, phones, rng, log
        # Enough heads that a game to 66 may end so.
        heads = [rng.randrange(20, 66) for _ in phones]
        heads[rng.randrange(len(heads))] = rng.randrange(66, 75)
        self.heads = tuple(heads)

    async def report(self, phone: Phone, heads: Heads, **more: object) -> httpx2.Response:
        """Have somebody enter heads."""
        fields = {f"heads{seat}": each for seat, each in enumerate(heads, start=1)}
        return await phone.form("report", round=self.round, table=self.number, **fields, **more)

    async def hand_over(self, phone: Phone, heads: Heads) -> httpx2.Response:
        """Have somebody's score pad hand over its totals."""
        given = phone.pad
        assert given["players"] == [each.name for each in self.phones], given
        fields = {f"heads{seat}": each for seat, each in enumerate(heads, start=1)}
        where = {name: given[name] for name in ("round", "table", "key")}
        return await phone.form("totals", **where, **fields)

    async def confirm(self, phone: Phone) -> None:
        """Have somebody confirm what their page shows that another has entered."""
        await phone.until(lambda own: "/confirm" in own)
        good(await phone.form("confirm", round=self.round, table=self.number))

    def wrong(self) -> Heads:
        """Return heads with a slip in one number."""
        heads, seat = list(self.heads), self._rng.randrange(len(self.heads))
        heads[seat] = 66 + (heads[seat] + 1) % 9 if heads[seat] >= 66 else heads[seat] - 1
        return tuple(heads)

    async def play(self, host: Phone) -> None:
        """Play, and enter the result in one of the ways in which people do."""
        await asyncio.sleep(self._rng.uniform(0, 1))
        for phone in self.phones:
            phone.wake()
            await phone.until_seated(self.round, self.number)
        ways: Mapping[str, Callable[[Phone, Phone, Phone, Phone], Awaitable[None]]] = {
            "plain": self._plain,
            "pad": self._pad,
            "same": self._same,
            "contradicted": self._contradicted,
            "by_host": self._by_host,
            "impossible": self._impossible,
            "late": self._late,
        }
        name = self._rng.choice([*ways, "plain", "pad"])
        self._log.counts[name] += 1
        one, two, three = self._rng.sample(list(self.phones), 3)
        await ways[name](one, two, three, host)

    async def _plain(self, one: Phone, two: Phone, _three: Phone, _host: Phone) -> None:
        good(await self.report(one, self.heads))
        await self.confirm(two)

    async def _pad(self, one: Phone, two: Phone, _three: Phone, _host: Phone) -> None:
        good(await self.hand_over(one, self.heads))
        await self.confirm(two)

    async def _same(self, one: Phone, two: Phone, _three: Phone, _host: Phone) -> None:
        good(await self.report(one, self.heads))
        good(await self.report(two, self.heads))

    async def _contradicted(self, one: Phone, two: Phone, three: Phone, _host: Phone) -> None:
        good(await self.report(one, self.wrong()))
        good(await self.report(two, self.heads))
        await three.until(lambda own: own.count('class="entered"') == 2)
        good(await self.report(three, self.heads))

    async def _by_host(self, one: Phone, two: Phone, _three: Phone, host: Phone) -> None:
        good(await self.report(one, self.wrong()))
        good(await self.report(two, self.heads))
        good(await self.report(host, self.heads))

    async def _impossible(self, one: Phone, two: Phone, three: Phone, _host: Phone) -> None:
        slip = (10 * self.heads[0] + 500, *self.heads[1:])
        asked = await self.report(one, slip)
        assert (asked.status_code, asked.headers.get("Sixth-Field")) == (422, "sure"), asked.text
        if self._rng.random() < 0.5:
            good(await self.report(one, slip, sure="true"))
            good(await self.report(two, self.heads))
            good(await self.report(three, self.heads))
            return
        good(await self.report(one, self.heads))
        await self.confirm(two)

    async def _late(self, one: Phone, two: Phone, _three: Phone, _host: Phone) -> None:
        good(await self.report(one, self.heads))
        await self.confirm(two)
        # Somebody doubts what holds, and takes it back; after the last result the round is over.
        doubted = await self.report(one, self.wrong())
        if doubted.status_code == 303:
            good(await self.report(one, self.heads))


def good(answer: httpx2.Response) -> None:
    """Check that a form was not refused."""
    assert answer.status_code in (200, 303), f"{answer.request.url}: {answer.status_code} {answer.text[:300]}"


# ------------------------------------------------------------------ the evening


class Hall:
    """A tournament in a hall: its host, its phones, and what its tables agreed on."""

    def __init__(self, server: Server, people: int, rounds: int, rng: Random) -> None:
        self.server, self.rounds, self.rng, self.log = server, rounds, rng, Log()
        self.host = Phone("Host", server, self.log)
        self.phones = {f"P{number:02}": Phone(f"P{number:02}", server, self.log) for number in range(people)}
        self.agreed: dict[tuple[int, int], Heads] = {}
        self.code = ""

    async def open(self) -> None:
        """Open the tournament, and have all people join it."""
        plan = {"name": "Hall", "place": "hall", "rounds": str(self.rounds)}
        answer = await self.host.send("POST", "/tournaments/new", data=plan, headers=PAGE)
        path = httpx2.URL(answer.headers["location"]).path
        self.code = path.rpartition("/")[2]
        for phone in (self.host, *self.phones.values()):
            phone.path = path
        for phone in self.phones.values():
            await phone.send("GET", path, headers=PAGE)
            good(await phone.form("join", name=phone.name))
            phone.wake()

    async def state(self) -> dict[str, Any]:
        """Return what everybody may see."""
        answer = await self.host.send("GET", f"/api/v1/tournaments/{self.code}")
        state: dict[str, Any] = answer.json()
        return state

    async def begin(self, number: int) -> list[RealTable]:
        """Begin a round, and return its tables."""
        # Pressed again after a kill, it may have begun; while its results are missing no other one begins.
        await self.host.form("begin")
        state = await self.state()
        assert len(state["rounds"]) == number, f"round {number} has not begun"
        names = {each["id"]: each["name"] for each in state["players"]}
        return [
            RealTable(number, at, [self.phones[names[each]] for each in table["players"]], self.rng, self.log)
            for at, table in enumerate(state["rounds"][-1]["tables"], start=1)
        ]

    async def kill(self, tables: Sequence[asyncio.Task[None]]) -> None:
        """Kill the server once some tables have played, and start it again over its database."""
        pending = set(tables)
        for _ in range(self.rng.randrange(1, len(tables))):
            _done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            if not pending:
                break
        await asyncio.to_thread(self.server.kill)
        self.log.counts["kills"] += 1
        await asyncio.to_thread(self.server.restart)

    async def round(self, number: int, *, is_killed: bool) -> None:
        """Play a round."""
        began = time.monotonic()
        asleep = self.rng.sample(list(self.phones.values()), int(SLEEPERS * len(self.phones)))
        for phone in asleep:
            await phone.sleep()
            self.log.counts["slept"] += 1
        tables = await self.begin(number)
        awake = [each for table in tables for each in table.phones if each not in asleep]
        told = time.monotonic()
        for phone in awake:
            await phone.until_seated(number)
        self.log.heard.append(time.monotonic() - told)
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(each.play(self.host)) for each in tables]
            if is_killed:
                await self.kill(tasks)
        held = (await self.state())["rounds"][-1]["tables"]
        for table, shown in zip(tables, held, strict=True):
            result = shown["result"]
            assert result["holds"], f"table {table.number} of round {number}"
            assert tuple(result["heads"]) == table.heads, f"table {table.number} of round {number}: {result}"
            assert not result["contradictions"], f"table {table.number} of round {number}: {result}"
            self.agreed[number, table.number] = table.heads
        self.say({"round": number, "tables": len(tables), "seconds": round(time.monotonic() - began, 1)})

    async def end(self) -> None:
        """End the tournament, and compare its standings with those of the referee."""
        good(await self.host.form("end"))
        state = await self.state()
        file = (await self.host.send("GET", f"{self.host.path}/file")).text.splitlines()
        places = referee.standings(file)
        assert _shown_by(state) == [_row(each) for each in places]
        evening = referee.evening_of(file)
        held = {
            (at, number): table.held
            for at, tables in enumerate(evening.rounds, start=1)
            for number, table in enumerate(tables, start=1)
        }
        assert held == self.agreed
        for each in places:
            phone = self.phones[each.name]
            await phone.look()
            assert f"Place {each.place} of {len(places)}" in phone.own, f"{each}: {phone.own}"
        for phone in (self.host, *self.phones.values()):
            await phone.sleep()
        answers = sorted(self.log.answers)
        self.say(
            {
                "people": len(self.phones),
                "rounds": self.rounds,
                "results": len(self.agreed),
                **self.log.counts,
                "events": len(file) - 1,
                "median_ms": round(1000 * answers[len(answers) // 2], 1),
                "p99_ms": round(1000 * answers[len(answers) * 99 // 100], 1),
                "seats_known_s": round(max(self.log.heard), 2),
                "standings": "equal",
            }
        )

    @staticmethod
    def say(line: Mapping[str, object]) -> None:
        """Print a line of JSON."""
        print(json.dumps({"bench": "tournament_hall", **line}), flush=True)


def _row(place: referee.Place) -> tuple[object, ...]:
    figures = (round(float(each), 4) for each in (place.points, place.relative))
    return (place.place, place.player, *figures, place.heads, place.rounds)


def _shown_by(state: Mapping[str, Any]) -> list[tuple[object, ...]]:
    return [
        (
            *(each["place"], each["player"]),
            *(round(float(each[name]), 4) for name in ("points", "relative")),
            *(each["heads"], each["rounds"]),
        )
        for each in state["standings"]
    ]


async def play(server: Server, *, people: int, rounds: int, kills: int, seed: int) -> None:
    """Play a whole evening at a server."""
    rng = Random(seed)
    hall = Hall(server, people, rounds, rng)
    await hall.open()
    killed = set(rng.sample(range(1, rounds + 1), min(kills, rounds)))
    for number in range(1, rounds + 1):
        await hall.round(number, is_killed=number in killed)
    await hall.end()


def main() -> None:
    """Play the evening that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--people", type=int, default=59)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory(prefix="sixth-hall-") as folder, serving(Path(folder) / "data") as server:
        asyncio.run(
            play(server, people=given.people, rounds=given.rounds, kills=given.kills, seed=given.seed)
        )


if __name__ == "__main__":
    main()
