"""One feed a table tells pages and programs, and none of them waits for another."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.types import Message

import sixth
from sixth.server.api.stream import News
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.holder import Holder
from sixth.server.live.listening.feed import Change, Feed, FeedListener, Feeds
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import AddBot, Begin
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.web.wire.feed import PageListener
from tests.server.support.serving import PATIENCE
from tests.server.support.tables import full


class Reader:
    """Whoever is at the other end of a connection: what was told, and whether it is read just now."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.told: list[dict[str, Any]] = []
        self.reads, self.heard, self.gone = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.reads.set()

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        self.bodies.append(message["body"])
        self.told += [json.loads(line) for line in message["body"].splitlines()]
        self.heard.set()

    async def knows(self, version: int) -> None:
        """Wait until it was told of that version."""
        while not self.told or self.told[-1].get("v") != version:
            self.heard.clear()
            await self.heard.wait()

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}


Listen = Callable[[FeedListener], Reader]


def listening(folder: Path, play: Callable[[Tables, Table, Holder, Listen], Awaitable[None]]) -> None:
    """Have `play` done at a new table of three seats, to which others may listen; then all of them go."""

    async def run() -> None:
        tables = Tables(SqlStore(f"sqlite:///{folder}/sixth.sqlite3"), BotPool(1))
        tables.start()
        rules = sixth.games["classic"].replace(seats=3)
        table_id, token = await tables.open(rules, "Ana", counted=CountProof(TABLES))
        table, feeds, readers = await tables.get(table_id), Feeds(tables), dict[Reader, asyncio.Task[None]]()

        def listen(listener: FeedListener) -> Reader:
            reader = Reader()
            heard = feeds.listen(table, listener, reader.receive, reader.send)
            readers[reader] = asyncio.create_task(heard)
            return reader

        await play(tables, table, Holder(tables, table_id, token), listen)
        for each in readers:
            each.gone.set()
        await asyncio.gather(*readers.values())
        assert not tables.pubsub.heard(table_id)
        await tables.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_who_does_not_read_keeps_nobody_waiting_and_is_told_later_what_was_missed(tmp_path: Path) -> None:
    async def play(tables: Tables, table: Table, host: Holder, listen: Listen) -> None:
        spectator, first = Audience.of(None), table.version
        slow_page, quick_page = (listen(PageListener(tables, spectator)) for _ in range(2))
        slow, quick = (listen(News(tables, table, spectator, None)) for _ in range(2))
        everybody = (slow_page, quick_page, slow, quick)
        await asyncio.gather(*(each.knows(first) for each in everybody))
        for each in (slow_page, slow):
            each.reads.clear()
        for seat, bot in ((1, "random"), (2, "nearest")):
            table = await host.do(AddBot(seat=seat, bot=bot))
            await asyncio.gather(quick_page.knows(table.version), quick.knows(table.version))
        for each in (slow_page, slow):
            assert each.told[-1]["v"] < table.version
            each.reads.set()
            await each.knows(table.version)
        assert "full" in slow_page.told[-1]
        events = [event["v"] for line in slow.told[1:] for event in line["events"]]
        assert events == [*range(first + 1, table.version + 1)]
        for each in everybody:
            versions = [line["v"] for line in each.told]
            assert versions == sorted(versions)

    listening(tmp_path, play)


def test_who_may_know_the_same_is_sent_the_same_bytes(tmp_path: Path) -> None:
    async def play(tables: Tables, table: Table, host: Holder, listen: Listen) -> None:
        for seat in (1, 2):
            table = await host.do(AddBot(seat=seat, bot="random"))
        news = [listen(News(tables, table, Audience.of(None), table.version)) for _ in range(2)]
        pages = [listen(PageListener(tables, Audience.of(None), version=table.version)) for _ in range(2)]
        table = await host.do(Begin(game=1), counted=CountProof(TABLES))
        for one, other in (news, pages):
            await one.heard.wait()
            await other.heard.wait()
            assert one.bodies[0].partition(b"\n")[0] == other.bodies[0].partition(b"\n")[0]

    listening(tmp_path, play)


def test_a_listener_whose_lines_cannot_be_made_comes_back_and_the_others_hear_everything(
    tmp_path: Path,
) -> None:
    class Broken(PageListener):
        def news(self, change: Change, seat: int | None) -> bytes:
            raise AssertionError("This is what is tried.")

    async def play(tables: Tables, table: Table, host: Holder, listen: Listen) -> None:
        spectator = Audience.of(None)
        broken, page = listen(Broken(tables, spectator)), listen(PageListener(tables, spectator))
        await page.knows(table.version)
        assert broken.told == [{"end": "fault"}]
        table = await host.do(AddBot(seat=1, bot="random"))
        await page.knows(table.version)
        assert len(broken.told) == 1

    listening(tmp_path, play)


def test_nothing_is_told_of_what_came_after_the_change_that_is_told(tmp_path: Path) -> None:
    """Or it would be told again with the next one."""

    async def play(tables: Tables, table: Table, host: Holder, listen: Listen) -> None:
        feed = Feed(tables, table)
        await host.do(AddBot(seat=1, bot="random"))
        assert [after.version for _, after in feed.steps_since(table.version - 1)] == [table.version]
        assert feed.steps_since(table.version) == feed.steps_since(0) == ()

    listening(tmp_path, play)


def test_a_change_is_encoded_once_however_many_ask_for_it() -> None:
    asked = []

    def encode(change: Change) -> bytes:
        asked.append(change)
        return b"told"

    change = Change(0, (), full())
    assert [change.encoded(encode) for _ in range(3)] == [b"told"] * 3
    assert asked == [change]
