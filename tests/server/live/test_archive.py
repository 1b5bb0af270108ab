"""Games that are over: any moment of them is found without playing all of it again, in another process."""

import asyncio
import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import sixth
from sixth.i18n import current_language, using_language
from sixth.rules.game import Refusal
from sixth.rules.options import End
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.errors import UnavailableError
from sixth.server.live.archive import Archive
from sixth.server.live.ended.game import EndedGame, Games
from sixth.server.live.ended.worker import BrokenJobError
from sixth.server.live.listening.pubsub import PubSub
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
    archive = Archive(store, pubsub)
    yield archive
    archive.close()
    store.close()


def test_a_game_that_was_asked_for_is_at_hand_and_read_no_more() -> None:
    logs = iter([LOG])
    games = Games(lambda _table: next(logs))
    assert games.ended("table", "game-1") is games.ended("table", "game-1")


def test_a_game_that_goes_on_is_nothing_however_far_it_is() -> None:
    for length in range(1, len(LOG)):
        assert Games(lambda _table, length=length: LOG[:length]).ended("table", "game-1") is None  # type: ignore[misc]


def test_what_is_unknown_is_nothing(archive: Archive) -> None:
    assert asyncio.run(archive.ended("game-2")) is None


def test_what_is_long_is_done_in_a_process_of_its_own_in_the_language_in_use(archive: Archive) -> None:
    async def ask() -> None:
        game = await archive.ended("game-1")
        assert game is not None
        assert (game.rounds, len(game.seats), game.daily, game.abandoned) == (3, 3, "", False)
        with using_language("de"):
            process, length, language = await archive.do(where, game)
        assert process != os.getpid()
        assert (length, language) == (game.events, "de")

    asyncio.run(ask())


def test_a_process_that_is_killed_is_started_again_and_nobody_notices(archive: Archive) -> None:
    async def ask() -> None:
        game = await archive.ended("game-1")
        assert game is not None
        process, *_ = await archive.do(where, game)
        os.kill(process, signal.SIGKILL)
        assert (await archive.do(where, game))[0] not in (process, os.getpid())

    asyncio.run(ask())


def test_what_ends_the_process_each_time_is_given_up(archive: Archive) -> None:
    with pytest.raises(UnavailableError):
        asyncio.run(archive.read(end))


def test_a_refusal_comes_back_as_it_was_and_an_error_of_ours_with_where_it_was(archive: Archive) -> None:
    with pytest.raises(Refusal, match="Not 3") as refused:
        asyncio.run(archive.read(partial(refuse, number=3)))
    assert refused.value.code == "no-three"
    with pytest.raises(BrokenJobError, match="in fail"):
        asyncio.run(archive.read(fail))


def test_a_server_that_ends_begins_no_more_work(archive: Archive, pubsub: PubSub) -> None:
    pubsub.close()
    with pytest.raises(UnavailableError):
        asyncio.run(archive.read(partial(refuse, number=3)))


# What follows is done in the other process.


def where(game: EndedGame) -> tuple[int, int, str]:
    return os.getpid(), len(game), current_language()


def end(_games: Games) -> None:
    os._exit(1)


def refuse(_games: Games, number: int) -> None:
    raise Refusal("no-three", "Not {number}.", number=number)


def fail(_games: Games) -> None:
    raise ZeroDivisionError
