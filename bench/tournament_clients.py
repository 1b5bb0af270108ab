"""Whether a tournament of many programs outlives kills, and how soon each client knows its next table.

    python bench/tournament_clients.py [--people 200] [--rounds 5] [--hand 10] [--kills 10]
                                       [--database sqlite|postgresql] [--stream brief|full] [--seed 1]

A real `sixth serve` with its usual limits, and as many clients at one address, each with a stream of the
tournament and one of its table, play rounds of a duplicate that follow one another. Meanwhile the server is
killed (SIGKILL) and started again over the same data: at random moments, and as the last game of a round
ends. `--stream full` has clients follow the tournament by the API instead of as pages do.

At the end every game must have ended, every action that was accepted must be in the records, the cards must
give the results, nobody may have been sent a card that was hidden then, and the standings must be those that
`tests/tournament_referee.py` works out from the downloaded file. The first fault ends the run with an error.
Printed are lines of JSON: each kill and round as it comes, and at the end, by round, the seconds from the
last accepted action until every client knew its next table, and the server's seconds of processor.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import tournament_check as check

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests import tournament_referee as referee
from tests.server.support import serving
from tests.server.support.postgres import postgres
from tests.server.support.serving import TLS, Server

API = "/api/v1/tournaments"
PAUSE_S = 2
"""Seconds between two rounds."""
RETRY_S = 0.2
LONGEST_S = 120.0
"""Seconds in which a request is repeated, and without a line of a stream."""

NO_CARDS = {
    *("v", "now", "seat", "round", "part", "turn", "game", "games", "ms", "actor", "seats_in", "counts"),
    *("totals", "heads", "out", "out_now", "winners", "row", "until", "banks", "pause", "number", "marks"),
    *("missed", "waited_for", "host", "version", "rules", "config", "clock", "take", "taking"),
}
"""Keys of lines under which no cards are."""


# ------------------------------------------------------------------ what is measured


@dataclass
class Evening:
    """What all clients have seen and done, and when (seconds of a monotonic clock)."""

    people: int
    seen_at: dict[int, list[float]] = field(default_factory=dict)
    """When clients knew their tables, by round."""
    accepted_at: dict[int, float] = field(default_factory=dict)
    """When the last action of a round was accepted."""
    over: Counter[int] = field(default_factory=Counter)
    """Clients whose game has ended, by round."""
    deeds: dict[tuple[check.Moment, str, int], int] = field(default_factory=dict)
    """The card or row of each accepted action, by its place, kind and turn."""
    seen: dict[tuple[check.Moment, int], int] = field(default_factory=dict)
    """The turn that was revealed last when a client was first sent a card, by place and card."""
    answers: Counter[int] = field(default_factory=Counter)
    """Statuses of answers."""
    kills: list[tuple[float, float]] = field(default_factory=list)
    """When the server was killed, and when it answered again."""
    processor: list[float] = field(default_factory=list)
    """Seconds of processor that the server had used as each round was over."""
    news: asyncio.Condition = field(default_factory=asyncio.Condition)

    async def tell(self) -> None:
        """Wake whoever waits for something to happen."""
        async with self.news:
            self.news.notify_all()

    def waited(self, round: int) -> tuple[float, bool]:
        """Return the seconds until all knew their tables of a round, and whether the server was killed."""
        begin, end = self.accepted_at[round - 1], max(self.seen_at[round])
        return end - begin, any(killed <= end and begin <= back for killed, back in self.kills)


# ------------------------------------------------------------------ a client


class Client:
    """Somebody at a program of their own, who plays every round to its end."""

    def __init__(self, evening: Evening, url: str, number: int, *, is_brief: bool, seed: int) -> None:
        self._evening, self._number, self._is_brief = evening, number, is_brief
        self._rng, self._token = Random(f"{seed} {number}"), f"{seed}-{number}".rjust(43, "t")
        self._http = httpx2.AsyncClient(base_url=url, verify=TLS, timeout=LONGEST_S)
        self._code = self._player = ""
        self._seated: dict[int, asyncio.Event] = {}

    async def join(self, code: str) -> None:
        """Join the tournament."""
        self._code = code
        body = {"name": f"Robo {self._number}", "run_by": "bench"}
        self._player = (await self.call("POST", f"{API}/{code}/join", body))["player"]

    async def call(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """Return the answer to a request, which is repeated while there is none; None if it is too late."""
        until = time.monotonic() + LONGEST_S
        headers = {"authorization": f"Bearer {token or self._token}"}
        while True:
            pause = RETRY_S
            try:
                answer = await self._http.request(method, path, json=body, headers=headers)
            except httpx2.TransportError:
                self._evening.answers[0] += 1
            else:
                self._evening.answers[answer.status_code] += 1
                if answer.is_success:
                    return answer.json()
                if answer.status_code == 409:
                    return None
                if answer.status_code not in (429, 503):
                    raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text}")
                pause = float(answer.headers.get("retry-after", pause))
            assert time.monotonic() < until, f"{method} {path} was not answered."
            await asyncio.sleep(pause)

    @asynccontextmanager
    async def _stream(self, path: str, headers: dict[str, str]) -> AsyncIterator[AsyncIterator[str]]:
        async with self._http.stream("GET", path, headers=headers) as answer:
            self._evening.answers[answer.status_code] += 1
            if answer.status_code not in (200, 429, 503):
                await answer.aread()
                raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
            yield answer.aiter_lines() if answer.is_success else _nothing()

    async def play(self) -> None:
        """Follow the tournament to its end, and play each round beside."""
        async with asyncio.TaskGroup() as playing:
            while not await self._follow(playing):  # noqa: ASYNC110 # the wait before it connects again
                await asyncio.sleep(RETRY_S)
        await self._http.aclose()

    async def _follow(self, playing: asyncio.TaskGroup) -> bool:
        """Read the stream of the tournament once; return whether the tournament has ended."""
        path = f"/tournaments/{self._code}/changes" if self._is_brief else f"{API}/{self._code}/changes"
        cookie = f"sixth-tournament-{self._code}={self._token}"
        headers = {"cookie": cookie} if self._is_brief else {"authorization": f"Bearer {self._token}"}
        try:
            async with self._stream(path, headers) as lines:
                async for line in lines:
                    if line and await self._hear(json.loads(line), playing):
                        return True
        except httpx2.TransportError:
            self._evening.answers[0] += 1
        return False

    async def _hear(self, state: dict[str, Any], playing: asyncio.TaskGroup) -> bool:
        rounds, following = state["rounds"], state["next"]
        if following and following["tables"] and self._sits(following["tables"]):
            await self._know(following["number"])
        if rounds:
            tables = state["tables"] if self._is_brief else [each["players"] for each in rounds[-1]["tables"]]
            round = rounds[-1]["number"]
            if self._sits(tables) and not state["ended_at"]:
                await self._know(round)
                if not self._seated[round].is_set():
                    self._seated[round].set()
                    playing.create_task(self._play(round))
        return bool(state["ended_at"])

    def _sits(self, tables: list[list[str]]) -> bool:
        return any(self._player in table for table in tables)

    async def _know(self, round: int) -> None:
        """Note that this client knows its table of a round, unless it knew before."""
        if round not in self._seated:
            self._seated[round] = asyncio.Event()
            self._evening.seen_at.setdefault(round, []).append(time.monotonic())
            await self._evening.tell()

    # -------------------------------------------------------------- a game

    async def _play(self, round: int) -> None:
        seat = await self.call("GET", f"{API}/{self._code}/seat")
        assert seat is not None
        assert seat["round"] == round, (seat, round)
        place = round, seat["number"], seat["seat"]
        path, since = f"/api/v1/tables/{seat['table']}", ""
        headers, turn, is_over = {"authorization": f"Bearer {seat['token']}"}, 0, False
        while not is_over:
            try:
                async with self._stream(f"{path}/events{since}", headers) as lines:
                    async for text in lines:
                        if not text:
                            continue
                        line = json.loads(text)
                        since = f"?since={line['v']}"
                        turn = self._look(place, line, turn)
                        if line["line"] == "ask":
                            await self._answer(place, path, line, seat["token"])
                        if is_over := _is_end(line):
                            break
            except httpx2.TransportError:
                self._evening.answers[0] += 1
            if not is_over:
                await asyncio.sleep(RETRY_S)
        self._evening.over[round] += 1
        await self._evening.tell()

    async def _answer(self, place: check.Moment, path: str, ask: dict[str, Any], token: str) -> None:
        action = self._rng.choice(ask["view"]["legal"])
        body = {**{name: ask[name] for name in ("game", "round", "turn")}, "action": action}
        if await self.call("POST", f"{path}/act", body, token) is not None:
            ((kind, value),) = [each for each in action.items() if each[0] in ("choose", "take")]
            self._evening.deeds[place, kind, ask["turn"]] = value
            self._evening.accepted_at[place[0]] = time.monotonic()
            await self._evening.tell()

    def _look(self, place: check.Moment, line: dict[str, Any], turn: int) -> int:
        """Note which cards a line has; return the turn that was revealed last."""
        seen = self._evening.seen
        view = line["table"]["view"] if line["line"] == "full" else line.get("view")
        if view is not None:
            turn = max(turn, view["turn"] - (view["phase"] == "choose"))
        for event in line.get("events", ()):
            if event["event"] == "revealed":
                turn = event["turn"]
            for card in cards_in(event):
                seen.setdefault((place, card), turn)
        for card in cards_in({name: each for name, each in line.items() if name != "events"}):
            seen.setdefault((place, card), turn)
        return turn


async def _nothing() -> AsyncIterator[str]:
    for line in list[str]():
        yield line


def _is_end(line: dict[str, Any]) -> bool:
    if line["line"] == "full":
        view = line["table"]["view"]
        return view is not None and bool(view["winners"])
    return any(each["event"] == "game_ended" for each in line.get("events", ()))


def cards_in(value: Any) -> Iterator[int]:
    """Yield all numbers of a line that may be cards."""
    if type(value) is int:
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from cards_in(each)
    elif isinstance(value, dict):
        for name, each in value.items():
            if name == "pending":
                yield from [card for card, _seat in each]
            elif name not in NO_CARDS:
                yield from cards_in(each)


# ------------------------------------------------------------------ the server


class Host:
    """The server, its processor time over all of its lives, and its kills."""

    def __init__(self, server: Server) -> None:
        self._server, self._before, self._is_down = server, 0.0, False

    def processor_s(self) -> float:
        """Return the seconds of processor that the server has used so far."""
        return self._before + (0 if self._is_down else used_s(self._server.process.pid))

    async def kill(self, evening: Evening) -> None:
        """Kill the server, and start it again."""
        begin, self._before, self._is_down = time.monotonic(), self.processor_s(), True
        await asyncio.to_thread(self._server.kill)
        await asyncio.to_thread(self._server.restart)
        self._is_down = False
        evening.kills.append((begin, time.monotonic()))
        say("killed", evening.kills[-1][1] - begin, "s until it answers", actions=len(evening.deeds))

    async def kill_in_between(
        self, evening: Evening, counts: list[int], rounds: list[int], rng: Random
    ) -> None:
        """Kill the server once so many actions were accepted, and as these rounds end."""
        while counts or rounds:
            async with evening.news:
                await evening.news.wait_for(
                    lambda: (
                        (counts and len(evening.deeds) >= counts[0])
                        or (rounds and evening.over[rounds[0]] == evening.people)
                    )
                )
            if counts and len(evening.deeds) >= counts[0]:
                counts.pop(0)
            else:
                rounds.pop(0)
                await asyncio.sleep(rng.uniform(0, 0.3))
            await self.kill(evening)

    async def note_processor(self, evening: Evening, rounds: int) -> None:
        """Note what the server has used as each round is over."""
        for round in range(1, rounds + 1):
            async with evening.news:
                while evening.over[round] < evening.people:
                    await evening.news.wait()
            evening.processor.append(self.processor_s())
            say("round", evening.processor[-1], "s of processor so far", round=round)


def used_s(process: int) -> float:
    """Return the seconds of processor of a process and of its children."""
    used = _ticks(process, waited=True)
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        used += _ticks(int(child), waited=False)
    return used / os.sysconf("SC_CLK_TCK")


def _ticks(process: int, *, waited: bool) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if waited else 13]))


# ------------------------------------------------------------------ an evening


async def evening_of(given: argparse.Namespace, server: Server) -> tuple[Evening, str, dict[str, Any]]:
    """Play a tournament; return what was seen of it, its file, and what everybody sees at the end."""
    evening, host = Evening(given.people), Host(server)
    admin = Client(evening, server.url, 0, is_brief=True, seed=-given.seed)
    plan = {
        "name": "Bench",
        "seats": 4,
        "options": {"hand": given.hand, "end": "rounds:1"},
        "rounds": given.rounds,
        "duplicate": True,
        "outside": True,
        "turn_seconds": 3600,
        "pause_seconds": PAUSE_S,
    }
    code = (await admin.call("POST", API, plan))["code"]
    clients = [
        Client(evening, server.url, number, is_brief=given.stream == "brief", seed=given.seed)
        for number in range(1, given.people + 1)
    ]
    for client in clients:
        await client.join(code)
    actions = given.people * given.hand * given.rounds
    ends = list(range(1, given.rounds + 1, 2))[: given.kills // 2]
    middle = given.kills - len(ends)
    counts = [actions * (2 * at + 1) // (2 * middle) for at in range(middle)]
    evening.processor.append(host.processor_s())
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(host.kill_in_between(evening, counts, ends, Random(given.seed)))
        tasks.create_task(host.note_processor(evening, given.rounds))
        for client in clients:
            tasks.create_task(client.play())
        await admin.call("POST", f"{API}/{code}/begin")
    last = Client(evening, server.url, 0, is_brief=True, seed=given.seed)
    shown = await last.call("GET", f"{API}/{code}")
    async with httpx2.AsyncClient(verify=TLS, timeout=LONGEST_S) as http:
        file = await http.get(f"{server.url}/tournaments/{code}/file?games")
    file.raise_for_status()
    return evening, file.text, shown


def check_all(evening: Evening, text: str, shown: dict[str, Any]) -> check.Played:
    """Check what must be so at the end."""
    played = check.read(text.splitlines())
    assert played.is_over
    check.check_games(played)
    for (place, kind, turn), value in evening.deeds.items():
        game = played.games[played.results[place[:2]][0]]
        made = (game.chosen if kind == "choose" else game.took)[place[2], turn]
        assert made == value, f"The action {kind} {value} at {place} in turn {turn} is lost: {made}."
    for (place, card), turn in evening.seen.items():
        game = played.games[played.results[place[:2]][0]]
        assert game.knows(place[2], card, turn), f"The seat {place} was sent the card {card} in turn {turn}."
    ours = [(each.place, each.player) for each in referee.standings(_events(text))]
    theirs = [(each["place"], each["player"]) for each in shown["standings"]]
    assert ours == theirs, "The standings are others than those that follow from the file."
    return played


def _events(text: str) -> list[str]:
    """Return the lines of a file that are of the tournament, not of the records of its games."""
    lines = text.splitlines()
    return lines[: next((at for at, line in enumerate(lines) if line.startswith('{"record"')), len(lines))]


def say(name: str, value: float, unit: str, **more: object) -> None:
    """Print a figure."""
    print(
        json.dumps({"bench": f"clients.{name}", "value": round(value, 3), "unit": unit, **more}), flush=True
    )


def report(evening: Evening, played: check.Played, rounds: int) -> None:
    """Print the figures."""
    waits = dict[bool, list[float]]({True: [], False: []})
    for round in range(2, rounds + 1):
        seconds, is_killed = evening.waited(round)
        waits[is_killed].append(seconds)
        say("next", seconds, "s", round=round, killed=is_killed)
    for is_killed, seconds_each in waits.items():
        if seconds_each:
            say("next.most", max(seconds_each), "s", killed=is_killed)
    for round, (before, after) in enumerate(zip(evening.processor, evening.processor[1:], strict=False), 1):
        begun, ended = evening.accepted_at.get(round - 1, 0), evening.accepted_at[round]
        killed = sum(begun < at < ended for at, _back in evening.kills)
        say("processor", after - before, "s", round=round, kills=killed)
    say("kills", len(evening.kills), "kills")
    say("down", max((back - begin for begin, back in evening.kills), default=0), "s")
    say("actions", len(evening.deeds), "actions", lost=0)
    say("games", len(played.games), "games")
    say("cards", len(evening.seen), "cards sent", hidden=0)
    print(json.dumps({"answers": {str(key): count for key, count in sorted(evening.answers.items())}}))


def main() -> None:
    """Play a tournament, check it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--people", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--hand", type=int, default=10)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--stream", choices=("brief", "full"), default="brief")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="sixth-clients-")))
        database = stack.enter_context(postgres()) if given.database == "postgresql" else None
        url = database.make() if database else None
        # All clients are at one address, as in a hall behind one router.
        server = Server(folder / "data", database=url, options=("--unlimited", "none"))
        stack.callback(end, server)
        evening, text, shown = asyncio.run(evening_of(given, server))
        report(evening, check_all(evening, text, shown), given.rounds)
        logged = Counter(each["event"].partition(":")[0] for each in server.logged())
        print(json.dumps({"logged": logged}))


def end(server: Server) -> None:
    """Kill a server that still runs."""
    if server.process.poll() is None:
        server.kill()


if __name__ == "__main__":
    serving.PATIENCE = LONGEST_S
    main()
