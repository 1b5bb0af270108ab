"""The feed of a table to pages and programs, none of which waits for another."""

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
from sixth.server.live.door import Sender
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
    """The other end of a connection, which may stop reading: the bodies and lines that it has received."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.lines: list[dict[str, Any]] = []
        self.reads, self.news, self.disconnected = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.reads.set()

    async def send(self, message: Message) -> None:
        await self.reads.wait()
        self.bodies.append(message["body"])
        self.lines += [json.loads(line) for line in message["body"].splitlines()]
        self.news.set()

    async def wait_for(self, version: int) -> None:
        """Wait until the last line is of this version."""
        while not self.lines or self.lines[-1].get("v") != version:
            self.news.clear()
            await self.news.wait()

    async def receive(self) -> Message:
        await self.disconnected.wait()
        return {"type": "http.disconnect"}


Listen = Callable[[FeedListener], Reader]


def run_at_table(folder: Path, play: Callable[[Tables, Table, Sender, Listen], Awaitable[None]]) -> None:
    """Run `play` at a new table of three seats, then disconnect all listeners that it has added."""

    async def run() -> None:
        tables = Tables(SqlStore(f"sqlite:///{folder}/sixth.sqlite3"), BotPool(1))
        tables.start()
        rules = sixth.games["classic"].replace(seats=3)
        table_id, token = await tables.door.open(rules, "Ana", counted=CountProof(TABLES))
        table, feeds, readers = await tables.get(table_id), Feeds(tables), dict[Reader, asyncio.Task[None]]()

        def listen(listener: FeedListener) -> Reader:
            reader = Reader()
            readers[reader] = asyncio.create_task(feeds.listen(table, listener, reader.receive, reader.send))
            return reader

        await play(tables, table, Sender(table_id=table_id, token=token), listen)
        for each in readers:
            each.disconnected.set()
        await asyncio.gather(*readers.values())
        assert not tables.pubsub.has_listeners(table_id)
        await tables.close()

    asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_a_listener_that_does_not_read_delays_no_other_and_gets_later_what_it_missed(tmp_path: Path) -> None:
    async def play(tables: Tables, table: Table, host: Sender, listen: Listen) -> None:
        spectator, first = Audience.of(None), table.version
        slow_page, quick_page = (listen(PageListener(tables, spectator)) for _ in range(2))
        slow, quick = (listen(News(tables, table, spectator, None)) for _ in range(2))
        everybody = (slow_page, quick_page, slow, quick)
        await asyncio.gather(*(each.wait_for(first) for each in everybody))
        for each in (slow_page, slow):
            each.reads.clear()
        for seat, bot in ((1, "random"), (2, "nearest")):
            table = await tables.door.send(host, AddBot(seat=seat, bot=bot))
            await asyncio.gather(quick_page.wait_for(table.version), quick.wait_for(table.version))
        for each in (slow_page, slow):
            assert each.lines[-1]["v"] < table.version
            each.reads.set()
            await each.wait_for(table.version)
        assert "full" in slow_page.lines[-1]
        events = [event["v"] for line in slow.lines[1:] for event in line["events"]]
        assert events == [*range(first + 1, table.version + 1)]
        for each in everybody:
            versions = [line["v"] for line in each.lines]
            assert versions == sorted(versions)

    run_at_table(tmp_path, play)


def test_listeners_who_may_know_the_same_receive_the_same_bytes(tmp_path: Path) -> None:
    async def play(tables: Tables, table: Table, host: Sender, listen: Listen) -> None:
        for seat in (1, 2):
            table = await tables.door.send(host, AddBot(seat=seat, bot="random"))
        news = [listen(News(tables, table, Audience.of(None), table.version)) for _ in range(2)]
        pages = [listen(PageListener(tables, Audience.of(None), version=table.version)) for _ in range(2)]
        table = await tables.door.send(host, Begin(game=1), counted=CountProof(TABLES))
        for one, other in (news, pages):
            await one.news.wait()
            await other.news.wait()
            assert one.bodies[0].partition(b"\n")[0] == other.bodies[0].partition(b"\n")[0]

    run_at_table(tmp_path, play)


def test_a_listener_with_a_fault_is_sent_away_and_the_others_receive_everything(
    tmp_path: Path,
) -> None:
    class Broken(PageListener):
        def news(self, change: Change, seat: int | None) -> bytes:
            raise AssertionError("The test raises this.")

    async def play(tables: Tables, table: Table, host: Sender, listen: Listen) -> None:
        spectator = Audience.of(None)
        broken, page = listen(Broken(tables, spectator)), listen(PageListener(tables, spectator))
        await page.wait_for(table.version)
        assert [line["code"] for line in broken.lines] == ["fault"]
        table = await tables.door.send(host, AddBot(seat=1, bot="random"))
        await page.wait_for(table.version)
        assert len(broken.lines) == 1

    run_at_table(tmp_path, play)


def test_a_change_has_no_steps_that_came_after_it(tmp_path: Path) -> None:
    """Otherwise they would be sent again with the next change."""

    async def play(tables: Tables, table: Table, host: Sender, listen: Listen) -> None:
        feed = Feed(tables, table)
        await tables.door.send(host, AddBot(seat=1, bot="random"))
        assert [after.version for _, after in feed.steps_since(table.version - 1)] == [table.version]
        assert feed.steps_since(table.version) == feed.steps_since(0) == ()

    run_at_table(tmp_path, play)


def test_a_change_is_encoded_once_for_all_listeners() -> None:
    calls = []

    def encode(change: Change) -> bytes:
        calls.append(change)
        return b"line"

    change = Change(0, (), full())
    assert [change.encoded(encode) for _ in range(3)] == [b"line"] * 3
    assert calls == [change]
