"""What an append costs the server's process, the database not counted: `python bench/appends.py URL`.

Two events for one of fifty tables, eighty times a second, as when two hundred tables of four are at play.
What the event loop itself takes is left out. A line of JSON.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from secrets import token_hex

import sixth
import sixth.server.app  # a new database has the tables of all features
from sixth.server.live.commits import Commits
from sixth.server.store import Append
from sixth.server.store.games import games_in
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import Opened, Texted

TABLES, TIMES, RATE = 50, 400, 80


async def spent_ms(do: Callable[[int], Awaitable[object]]) -> float:
    """Milliseconds of processor each time."""
    used, began, tasks = time.process_time(), time.monotonic(), []
    for number in range(TIMES):
        tasks.append(asyncio.ensure_future(do(number)))
        await asyncio.sleep(max(0.0, began + (number + 1) / RATE - time.monotonic()))
    await asyncio.gather(*tasks)
    return 1000 * (time.process_time() - used) / TIMES


async def main(url: str) -> None:
    """Measure, and say it."""
    store = SqlStore(url)
    commits = Commits(store)
    tables, alarm = [token_hex(8) for _ in range(TABLES)], store.now() + 3_600_000
    versions = dict.fromkeys(tables, 1)
    for table in tables:
        store.append(table, 0, (Opened(sixth.Rules(seats=4), "00" * 32),))

    async def append(number: int) -> None:
        table = tables[number % TABLES]
        version, versions[table] = versions[table], versions[table] + 2
        events = (Texted(0, f"{number} of many"), Texted(1, f"{number} of many"))
        await commits.append(Append(table, version, [*map(dumps_event, events)], games_in(events), alarm))

    async def nothing(_number: int) -> None:
        await asyncio.sleep(0)

    await spent_ms(append)
    value = await spent_ms(append) - await spent_ms(nothing)
    store.close()
    kind = url.partition(":")[0]
    print(json.dumps({"bench": f"append.{kind}", "value": round(value, 2), "unit": "ms of processor"}))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
