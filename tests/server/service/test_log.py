"""What a process knows of the logs of tables: what is long past is not read again for whoever asks."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixth
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.service.log import TableLog
from sixth.server.service.pubsub import PubSub
from sixth.server.store.sql import SqlStore
from sixth.server.table.state import Step, fold, steps
from tests.server.support.logs import whole

LOG = whole(sixth.games["classic"].replace(seats=3), seed=1, rounds=1)
UNKNOWN = "a table that the store does not know, so that reading it would fail"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[TableLog]:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    log = TableLog(store, PubSub(SINGLE_PROCESS), NO_COUNTERS)
    log.hold(came())
    yield log
    store.close()


def came() -> list[Step]:
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
