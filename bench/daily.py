"""How long the bots of a daily deal take when many people begin at once. `python bench/daily.py`.

    python bench/daily.py [--people 1000] [--turns 2]

All begin at the same moment, and play their lowest card at the same moment; the server is a process of its
own on the first processor, and the clients are on the others. Measured is, by the log, how long it takes from
what the bots answer, a deal or the last card of the turn before, until each of them has answered; and how
long an answer to a person takes. A line of JSON a figure.
"""

import argparse
import asyncio
import json
import sqlite3
import statistics
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import httpx2
from peers import process

from sixth.client import AsyncClient, AsyncSeat

AIM_MS = 300
"""The 99th of a hundred moves of bots at most, on the machine that `docs/performance.md` tells of."""


AN_ADDRESS = 20
"""People behind one address: fewer than may begin at once there."""


def say(name: str, times_s: Sequence[float], **more: object) -> None:
    """The middle and the 99th of a hundred, as a line of JSON."""
    p50, p99 = statistics.median(times_s), statistics.quantiles(times_s, n=100)[-1]
    for which, value in (("p50", p50), ("p99", p99)):
        figure = {"bench": f"daily.{name}.{which}", "value": round(1000 * value, 1), "unit": "ms", **more}
        print(json.dumps(figure), flush=True)


def bots_waited(database: Path) -> list[float]:
    """Seconds from what each bot answered until it had, at all tables."""
    found = []
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT table_id, at, happening FROM log ORDER BY table_id, version")
        asked_at = None
        for _table, at, happening in rows:
            event, when = json.loads(happening), datetime.fromisoformat(at)
            if event["event"] != "chose":
                asked_at = when
            elif event["seat"] and asked_at is not None:
                found.append((when - asked_at).total_seconds())
    return found


async def timed(work: Coroutine[Any, Any, object]) -> float:
    """Return how many seconds something takes."""
    began = perf_counter()
    await work
    return perf_counter() - began


async def turn(seat: AsyncSeat, number: int) -> float | None:
    """Play the lowest card, or take the first row; returns the seconds until it was answered."""
    view = (await seat.look()).json["view"]
    if not view["legal"] or view["turn"] > number:
        return None
    moment = {"game": 1, "round": view["round"], "turn": view["turn"]}
    return await timed(seat.do("act", **moment, action=view["legal"][0]))


async def play(server: process.Server, people: int, turns: int) -> None:
    """All begin at once, then each turn at once, some of them behind each address."""
    async with AsyncExitStack() as open_sites:
        seats: list[AsyncSeat] = []
        sites = []
        for number in range(-(-people // AN_ADDRESS)):
            site = await open_sites.enter_async_context(AsyncClient(server.url))
            await site.http.aclose()
            transport = httpx2.AsyncHTTPTransport(local_address=f"127.0.1.{number + 1}")
            site.http = httpx2.AsyncClient(base_url=site.http.base_url, timeout=60, transport=transport)
            sites.append(site)
        day = str((await sites[0].call("GET", "/daily"))["day"])

        async def begin(number: int) -> None:
            token = f"of-{number}".ljust(43, "-")
            site = sites[number // AN_ADDRESS]
            seats.append(await site.play_daily("Ana", day=day, token=token, bot=False))

        used = server.cpu_s()
        times = await asyncio.gather(*(timed(begin(number)) for number in range(people)))
        used = 1000 * (server.cpu_s() - used) / people
        say("begin", times, people=people, cpu_ms_each=round(used, 2))
        for number in range(1, turns + 1):
            found = await asyncio.gather(*(turn(seat, number) for seat in seats))
            say("act", [each for each in found if each is not None], people=people, turn=number)


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=2)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        database = Path(folder) / "sixth.sqlite3"
        with process.ours(f"sqlite:///{database}", 1) as server:
            asyncio.run(play(server, asked.people, asked.turns))
            say("bots", bots_waited(database), people=asked.people, aim_ms=AIM_MS)


if __name__ == "__main__":
    main()
