"""What a tournament of many people costs the server's process. `python bench/hall.py [PEOPLE ...]`.

    python bench/hall.py 300 1000

Rounds follow one another by themselves, and each person has a stream. Measured is how long it takes from the
end of the last game of a round until every stream has the tables of the next one, how many seconds of
processor that took, what a line of the streams is, and what the page of the host costs: the first one after
a result, whose parts are drawn, and the next one, which has them from the cache. The bots of the site play
the games, as all people leave their tables. The streams are those of the server, without its connections. A
line of JSON a figure.
"""

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.types import ASGIApp, Message

import sixth
from sixth.rules.options import End
from sixth.server.app import create_app
from sixth.server.core.route_limits import TABLES
from sixth.server.features.tournaments.door import Sender
from sixth.server.features.tournaments.service import JOINS, Tournaments, TournamentSeat
from sixth.server.live.door import Sender as SeatSender
from sixth.server.site import Site
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import Leave
from sixth.server.table.identity import new_token
from sixth.tournaments.commands import Begin, Join, Rename
from sixth.tournaments.plan import Plan
from sixth.tournaments.public import public_json
from sixth.tournaments.standings import standings
from sixth.tournaments.state import Tournament

_RULES = sixth.games["classic"].replace(seats=4, hand=2, end=End("rounds", 1))

VIEWS = 5
"""Pages of the host that are measured; the least counts."""


def say(name: str, people: int, value: float, unit: str) -> None:
    """Print a figure."""
    figure = {"bench": f"hall.{name}", "people": people, "value": round(value, 4), "unit": unit}
    print(json.dumps(figure), flush=True)


def player_of(tournament: Tournament) -> str:
    """Return one of the players."""
    return next(iter(tournament.players))


class Streams:
    """The streams of people, and how many of them have the tables of each round."""

    def __init__(self, service: Tournaments, code: str, people: int) -> None:
        self._service, self._code, self._people = service, code, people
        self._heard, self._news = Counter[int](), asyncio.Condition()
        self._tasks = [asyncio.create_task(self._listen()) for _ in range(people)]

    async def _listen(self) -> None:
        known = 0
        async for _line in self._service.listen(self._code, is_brief=True):
            rounds = len((await self._service.get(self._code)).rounds)
            if rounds > known:
                async with self._news:
                    self._heard[known := rounds] += 1
                    self._news.notify_all()

    async def until(self, round: int) -> None:
        """Wait until all have the tables of a round."""
        async with self._news:
            await self._news.wait_for(lambda: self._heard[round] == self._people)

    def close(self) -> None:
        """End all streams."""
        for each in self._tasks:
            each.cancel()


async def leave(site: Site, seats: Sequence[TournamentSeat]) -> None:
    """Have bots play on these seats."""
    for seat in seats:
        await site.door.carry_out(SeatSender(table_id=seat.table_id, token=seat.token), Leave())


async def until_missing(site: Site, code: str, count: int) -> None:
    """Wait until so many results of the first round are missing."""
    service = site.service(Tournaments)
    async for _line in service.listen(code):
        if len((await service.get(code)).rounds[0].missing) == count:
            return


async def until_over(site: Site, table_id: str) -> None:
    """Wait until the game at a table has ended."""
    news = asyncio.Event()
    with site.tables.pubsub.listen(table_id, news):
        while (await site.tables.get(table_id)).playing:
            news.clear()
            await news.wait()


async def view(app: ASGIApp, path: str, cookie: str) -> float:
    """Ask for a page; return the milliseconds of processor that it took."""
    status = 0

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
    scope: dict[str, object] = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
    }
    scope |= {"raw_path": path.encode(), "query_string": b"", "root_path": "", "headers": headers}
    scope |= {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80)}
    used = time.process_time()
    await app(scope, receive, send)
    assert status == 200, status
    return 1000 * (time.process_time() - used)


async def measure(folder: Path, count: int) -> None:
    """Measure a tournament of so many people."""
    app = create_app(SqlStore(f"sqlite:///{folder / 'sixth.sqlite3'}"))
    async with app.router.lifespan_context(app):
        await measure_site(app, app.state.site, count)


async def measure_site(app: ASGIApp, site: Site, count: int) -> None:
    """Measure a tournament of so many people at a site."""
    await site.tables.until_ready("careful")
    service, host = site.service(Tournaments), Sender(token=new_token())
    plan = Plan(name="Bench", rules=_RULES, rounds=5, turn_seconds=3600, pause_seconds=3600)
    code = await service.open(plan, host, counted=TABLES.counted_before)
    people = [Sender(token=new_token()) for _ in range(count)]
    used = time.process_time()
    for number, each in enumerate(people):
        await service.send(code, each, Join(f"Player {number}"), counted=JOINS.counted_before)
    say("join", count, 1000 * (time.process_time() - used) / count, "ms of processor")
    streams = Streams(service, code, count)
    began, used = time.monotonic(), time.process_time()
    await service.send(code, host, Begin())
    await streams.until(1)
    say("begin", count, time.monotonic() - began, "s")
    seats = [seat for each in people if (seat := await service.seat(code, each))]
    say("opened", count, time.monotonic() - began, "s")
    say("opened", count, time.process_time() - used, "s of processor")
    last = seats[0].table_id
    await leave(site, [each for each in seats if each.table_id != last])
    await until_missing(site, code, 1)
    await leave(site, [each for each in seats if each.table_id == last])
    await until_over(site, last)
    began, used = time.monotonic(), time.process_time()
    await streams.until(2)
    say("next", count, time.monotonic() - began, "s")
    say("next", count, time.process_time() - used, "s of processor")
    streams.close()
    page, cookie = f"/tournaments/{code}", f"sixth-tournament-{code}={host.token}"
    await view(app, page, cookie)
    firsts, nexts = list[float](), list[float]()
    for number in range(VIEWS):
        await service.send(code, host, Rename(player_of(await service.get(code)), f"Renamed {number}"))
        firsts.append(await view(app, page, cookie))
        nexts.append(await view(app, page, cookie))
    say("view.first", count, min(firsts), "ms of processor")
    say("view.next", count, min(nexts), "ms of processor")
    tournament = await service.get(code)
    used = time.process_time()
    standings(tournament)
    say("standings", count, 1000 * (time.process_time() - used), "ms of processor")
    used = time.process_time()
    line = json.dumps(public_json(tournament)).encode()
    say("line", count, 1000 * (time.process_time() - used), "ms of processor")
    say("line", count, len(line) / 1000, "KB")
    say("brief", count, len(await anext(service.listen(code, is_brief=True))) / 1000, "KB")


def main() -> None:
    """Measure tournaments of the sizes that were asked for."""
    for count in [int(each) for each in sys.argv[1:]] or [300]:
        with TemporaryDirectory() as folder:
            asyncio.run(measure(Path(folder), count))


if __name__ == "__main__":
    main()
