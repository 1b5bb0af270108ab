"""What a process knows of the logs of tables: long ones are read once, and keep nobody waiting.

Word of what others have appended is taken in only where it follows directly on what is known.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixth
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.core.errors import NoTableError, UnavailableError
from sixth.server.live.listening.pubsub import PubSub
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
    return PubSub(SINGLE_PROCESS)


@pytest.fixture
def log(store: SqlStore, pubsub: PubSub) -> TableLog:
    log = TableLog(store, pubsub, NO_COUNTERS)
    log.hold(came())
    return log


def came() -> list[TableStep]:
    opened = fold(UNKNOWN, LOG[:1])
    return [(LOG[0], opened), *steps(opened, LOG[1:])]


@pytest.mark.parametrize("late", [0, 1, 7, 30])
def test_what_happened_of_late_is_at_hand(log: TableLog, late: int) -> None:
    found = asyncio.run(log.since(UNKNOWN, len(LOG) - late))
    assert found == tuple(came()[len(LOG) - late :])
    if found:
        assert log.at(UNKNOWN, len(LOG) - late + 1) == found[0][1]


@pytest.mark.parametrize("version", [0, 1, 2, len(LOG) - 100])
def test_what_is_long_past_is_not_read_again(log: TableLog, version: int) -> None:
    assert asyncio.run(log.since(UNKNOWN, version)) is None
    assert log.at(UNKNOWN, max(1, version)) is None


def test_a_long_log_is_read_whole_and_others_have_their_turn_meanwhile(log: TableLog) -> None:
    async def do() -> None:
        turns = 0

        async def others() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        meanwhile = asyncio.create_task(others())
        table = await log.at_hand("long")
        assert turns >= len(LONG) / 100
        meanwhile.cancel()
        assert table == fold("long", LONG)
        assert await log.since("long", len(LONG) - 1) == ((LONG[-1], table),)

    asyncio.run(do())


def test_whoever_asks_at_the_same_time_gets_what_is_read_once(log: TableLog) -> None:
    async def do() -> None:
        first, *others = await asyncio.gather(*(log.at_hand("long") for _ in range(25)))
        assert all(each is first for each in others)

    asyncio.run(do())


def test_what_was_written_since_is_read_on_from_there(log: TableLog, store: SqlStore) -> None:
    async def do() -> None:
        await log.at_hand("long")
        more = tuple(Texted(0, f"more {number}") for number in range(250))
        store.append("long", len(LONG), more)
        table = await log.read("long")
        assert table == fold("long", (*LONG, *more))
        assert await log.since("long", table.version - 250) is None
        late = steps(fold("long", (*LONG, *more[:-3])), more[-3:])
        assert await log.since("long", table.version - 3) == tuple(late)

    asyncio.run(do())


def test_a_server_that_ends_reads_no_long_log_to_its_end(log: TableLog, pubsub: PubSub) -> None:
    pubsub.close()
    with pytest.raises(UnavailableError):
        asyncio.run(log.at_hand("long"))


def test_a_table_that_is_not_there_is_none(log: TableLog) -> None:
    with pytest.raises(NoTableError):
        asyncio.run(log.at_hand("none"))


# ------------------------------------------------------------------ word of what others have appended

NEXT = (Texted(0, "a"), Texted(1, "b"))


def told(*events: TableEvent) -> str:
    """These events, as the word of them has them."""
    return f"[{','.join(dumps_event(event) for event in events)}]"


def test_what_follows_directly_is_taken_in(log: TableLog) -> None:
    assert log.take_in(UNKNOWN, len(LOG) + 2, told(*NEXT))
    assert log.known_version(UNKNOWN) == len(LOG) + 2
    found = asyncio.run(log.since(UNKNOWN, len(LOG)))
    assert [event for event, _ in found or ()] == list(NEXT)


@pytest.mark.parametrize("version", [len(LOG), len(LOG) + 1, len(LOG) + 3])
def test_what_does_not_follow_directly_is_not(log: TableLog, version: int) -> None:
    assert not log.take_in(UNKNOWN, version, told(*NEXT))
    assert log.known_version(UNKNOWN) == len(LOG)


@pytest.mark.parametrize(
    "happenings", ["", "{", "1", "[1,2]", '[{"event":"flown"},{"event":"flown"}]', '[{"event":"texted"},{}]']
)
def test_what_is_not_understood_is_not(log: TableLog, happenings: str) -> None:
    assert not log.take_in(UNKNOWN, len(LOG) + 2, happenings)
    assert log.known_version(UNKNOWN) == len(LOG)


def test_of_a_table_that_is_not_at_hand_nothing_is_taken_in(log: TableLog) -> None:
    assert not log.take_in("another", 2, told(*NEXT))
    assert log.known_version("another") == 0
