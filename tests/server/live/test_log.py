"""The logs of tables in the cache of a process, read in pieces or taken in from other processes."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixth
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.core.metrics import NO_COUNTERS
from sixth.server.live.log import TableLog
from sixth.server.store.sql import SqlStore
from sixth.server.table.codec import dumps_event
from sixth.server.table.events import TableEvent, Texted
from sixth.server.table.fold import TableStep, fold, steps
from tests.server.support.logs import whole

LOG = whole(sixth.games["classic"].replace(seats=3), seed=1, rounds=1)
LONG = (*LOG[:1], *(Texted(0, str(number)) for number in range(2_000)))
UNKNOWN = "a table that the store does not know, so that reading it would fail"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    store.append("long", 0, LONG)
    yield store
    store.close()


@pytest.fixture
def pubsub() -> PubSub:
    return PubSub()


@pytest.fixture
def log(store: SqlStore, pubsub: PubSub) -> TableLog:
    log = TableLog(store, pubsub, NO_COUNTERS)
    log.cache.hold(all_steps()[-1][1], all_steps())
    return log


def all_steps() -> list[TableStep]:
    table = fold(UNKNOWN, LOG[:1])
    return [(LOG[0], table), *steps(table, LOG[1:])]


@pytest.mark.parametrize("count", [0, 1, 7, 30])
def test_the_latest_steps_are_in_the_cache(log: TableLog, count: int) -> None:
    latest = asyncio.run(log.since(UNKNOWN, len(LOG) - count))
    assert latest == tuple(all_steps()[len(LOG) - count :])
    if latest:
        assert log.at(UNKNOWN, len(LOG) - count + 1) == latest[0][1]


@pytest.mark.parametrize("version", [0, 1, 2, len(LOG) - 100])
def test_steps_older_than_the_cache_are_not_read_again(log: TableLog, version: int) -> None:
    assert asyncio.run(log.since(UNKNOWN, version)) is None
    assert log.at(UNKNOWN, max(1, version)) is None


def test_a_long_log_is_read_to_its_end_while_other_tasks_run(log: TableLog) -> None:
    async def do() -> None:
        turns = 0

        async def count_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(count_turns())
        table = await log.cached("long")
        assert turns >= len(LONG) / 100
        other.cancel()
        assert table == fold("long", LONG)
        assert await log.since("long", len(LONG) - 1) == ((LONG[-1], table),)

    asyncio.run(do())


def test_a_log_is_read_once_for_all_that_ask_at_the_same_time(log: TableLog) -> None:
    async def do() -> None:
        first, *others = await asyncio.gather(*(log.cached("long") for _ in range(25)))
        assert all(each is first for each in others)

    asyncio.run(do())


def test_events_written_since_are_read_after_those_in_the_cache(log: TableLog, store: SqlStore) -> None:
    async def do() -> None:
        await log.cached("long")
        more = tuple(Texted(0, f"more {number}") for number in range(250))
        store.append("long", len(LONG), more)
        table = await log.read("long")
        assert table == fold("long", (*LONG, *more))
        assert await log.since("long", table.version - 250) is None
        latest = steps(fold("long", (*LONG, *more[:-3])), more[-3:])
        assert await log.since("long", table.version - 3) == tuple(latest)

    asyncio.run(do())


def test_a_server_that_is_about_to_end_reads_no_long_log_to_its_end(log: TableLog, pubsub: PubSub) -> None:
    pubsub.close()
    with pytest.raises(UnavailableError):
        asyncio.run(log.cached("long"))


def test_an_unknown_table_raises_an_error(log: TableLog) -> None:
    with pytest.raises(NoTableError):
        asyncio.run(log.cached("none"))


# ------------------------------------------------------------------ events of other processes

NEXT = (Texted(0, "a"), Texted(1, "b"))


def encode(*events: TableEvent) -> str:
    """Return these events as messages between processes have them."""
    return f"[{','.join(dumps_event(event) for event in events)}]"


def test_events_of_another_process_that_follow_directly_are_taken_in(log: TableLog) -> None:
    assert log.take_events(UNKNOWN, len(LOG) + 2, encode(*NEXT))
    assert log.cache.version(UNKNOWN) == len(LOG) + 2
    latest = asyncio.run(log.since(UNKNOWN, len(LOG)))
    assert [event for event, _ in latest or ()] == list(NEXT)


@pytest.mark.parametrize("version", [len(LOG), len(LOG) + 1, len(LOG) + 3])
def test_events_of_another_process_that_do_not_follow_directly_are_not_taken_in(
    log: TableLog, version: int
) -> None:
    assert not log.take_events(UNKNOWN, version, encode(*NEXT))
    assert log.cache.version(UNKNOWN) == len(LOG)


@pytest.mark.parametrize(
    "body", ["", "{", "1", "[1,2]", '[{"event":"flown"},{"event":"flown"}]', '[{"event":"texted"},{}]']
)
def test_events_that_cannot_be_read_are_not_taken_in(log: TableLog, body: str) -> None:
    assert not log.take_events(UNKNOWN, len(LOG) + 2, body)
    assert log.cache.version(UNKNOWN) == len(LOG)


def test_no_events_of_a_table_outside_the_cache_are_taken_in(log: TableLog) -> None:
    assert not log.take_events("another", 2, encode(*NEXT))
    assert log.cache.version("another") == 0
