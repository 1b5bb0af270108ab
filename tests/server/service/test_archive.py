"""Games that are over: any moment of them is found without playing all of it again."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixth
from sixth.rules.events import GameEnded
from sixth.rules.options import End
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.core.errors import UnavailableError
from sixth.server.service.archive import Archive
from sixth.server.service.listening.pubsub import PubSub
from sixth.server.service.log import TableLog
from sixth.server.store.sql import SqlStore
from tests.server.support.logs import whole

LOG = whole(sixth.games["classic"].replace(seats=3, end=End("rounds", 3)), seed=1)


@pytest.fixture
def pubsub() -> PubSub:
    return PubSub(SINGLE_PROCESS)


@pytest.fixture
def archive(tmp_path: Path, pubsub: PubSub) -> Iterator[Archive]:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    store.append("table", 0, LOG)
    archive = Archive(store, TableLog(store, pubsub, NO_COUNTERS), pubsub)
    yield archive
    archive.close()
    store.close()


def test_any_moment_of_a_game_is_that_of_its_record_whichever_is_asked_for_first(archive: Archive) -> None:
    game = asyncio.run(archive.ended("game-1"))
    assert game is not None
    assert isinstance(game.record.events[-1], GameEnded)
    length = len(game.record.events)
    assert length > 200
    for version in (length, 0, 1, 99, 100, 101, 250, length - 1, None):
        assert game.state(version) == game.record.state(version)


def test_a_game_that_was_asked_for_is_at_hand_and_read_no_more(archive: Archive) -> None:
    assert asyncio.run(archive.ended("game-1")) is asyncio.run(archive.ended("game-1"))


def test_what_is_unknown_is_nothing(archive: Archive) -> None:
    assert asyncio.run(archive.ended("game-2")) is None
    assert asyncio.run(archive.at_table("table", "game-2")) is None


def test_a_server_that_ends_begins_no_more_work(archive: Archive, pubsub: PubSub) -> None:
    pubsub.close()
    with pytest.raises(UnavailableError):
        asyncio.run(archive.do(lambda: None))
