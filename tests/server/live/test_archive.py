"""The archive of ended games, and the process that works on them."""

import asyncio
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import sixth
from sixth.i18n import using_language
from sixth.rules.events import Chose, Revealed
from sixth.rules.game import Refusal
from sixth.rules.options import End
from sixth.server.cluster.pubsub import PubSub
from sixth.server.core.errors import UnavailableError
from sixth.server.live.archive import Archive, Decision, Games
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Confirmed, Returned, StoodIn, TableEvent, TimedOut
from tests.server.support.jobs import end, fail, read_another, refuse, where
from tests.server.support.logs import whole
from tests.server.support.postgres import postgres

LOG = whole(sixth.games["classic"].replace(seats=3, end=End("rounds", 3)), seed=1)


@pytest.fixture
def pubsub() -> PubSub:
    return PubSub()


@pytest.fixture
def archive(tmp_path: Path, pubsub: PubSub) -> Iterator[Archive]:
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    store.append("table", 0, LOG)
    archive = Archive(store, pubsub)
    yield archive
    archive.close()
    store.close()


def test_a_game_in_the_cache_is_not_read_again() -> None:
    logs = iter([LOG])
    games = Games(lambda _table: next(logs))
    assert games.ended("table", "game-1") is games.ended("table", "game-1")


def test_a_game_that_goes_on_is_not_in_the_archive() -> None:
    for length in range(1, len(LOG)):
        assert Games(lambda _table, length=length: LOG[:length]).ended("table", "game-1") is None  # type: ignore[misc]


def stood_in(log: Sequence[TableEvent]) -> frozenset[Decision]:
    """Return the decisions of bots for people in the game of a log."""
    game = Games(lambda _table: log).ended("table", "game-1")
    assert game is not None
    return game.by_stand_ins


def test_the_choices_of_stand_ins_are_known_and_those_of_people_are_theirs() -> None:
    assert stood_in(LOG) == frozenset()
    ends = [at for at, event in enumerate(LOG) if isinstance(event, Revealed)]
    away = StoodIn(0, "Ada", "careful", "left")
    # In the second turn and the third.
    log = (*LOG[: ends[0] + 1], away, *LOG[ends[0] + 1 : ends[2] + 1], Returned(0), *LOG[ends[2] + 1 :])
    assert {(each.round, each.turn) for each in stood_in(log) if each.kind == "choose"} == {(1, 2), (1, 3)}
    assert {each.seat for each in stood_in(log)} == {0}


def test_a_choice_after_the_time_is_that_of_a_bot_unless_its_person_confirms_it() -> None:
    at = next(at for at, event in enumerate(LOG) if isinstance(event, Chose) and event.seat == 0)
    late = (*LOG[:at], TimedOut(0), *LOG[at:])
    assert stood_in(late) == {Decision(0, 1, 1, "choose")}
    assert stood_in((*late[: at + 2], Confirmed(0), *late[at + 2 :])) == frozenset()


def test_an_unknown_game_is_not_in_the_archive(archive: Archive) -> None:
    assert asyncio.run(archive.find("game-2")) is None


def test_work_on_a_game_runs_in_another_process_in_the_language_in_use(archive: Archive) -> None:
    async def check() -> None:
        game = await archive.find("game-1")
        assert game is not None
        assert (game.rounds, len(game.seats), game.daily, game.abandoned) == (3, 3, "", False)
        with using_language("de"):
            process, length, language = await archive.do(where, game)
        assert process != os.getpid()
        assert (length, language) == (game.events, "de")

    asyncio.run(check())


def test_a_process_that_is_killed_is_started_again_for_the_next_job(archive: Archive) -> None:
    async def check() -> None:
        game = await archive.find("game-1")
        assert game is not None
        process, *_ = await archive.do(where, game)
        os.kill(process, signal.SIGKILL)
        assert (await archive.do(where, game))[0] not in (process, os.getpid())

    asyncio.run(check())


def test_a_job_that_ends_the_process_each_time_is_given_up(archive: Archive) -> None:
    with pytest.raises(UnavailableError):
        asyncio.run(archive.run(end))


def test_a_refusal_comes_back_as_it_is_and_an_error_with_its_traceback(archive: Archive) -> None:
    with pytest.raises(Refusal, match="Not 3") as refusal:
        asyncio.run(archive.run(partial(refuse, number=3)))
    assert refusal.value.code == "no-three"
    with pytest.raises(ZeroDivisionError) as fault:
        asyncio.run(archive.run(fail))
    assert "in fail" in fault.value.__notes__[0]


def test_work_that_needs_a_database_which_is_away_is_refused_in_a_sentence() -> None:
    with postgres() as database, closing(SqlStore(database.make())) as store:
        store.append("table", 0, LOG)
        archive = Archive(store, PubSub())
        assert asyncio.run(archive.find("game-1")) is not None
        database.stop()
        with pytest.raises(UnavailableError) as away:
            asyncio.run(archive.run(read_another))
        assert "\n" not in str(away.value)
        database.start()
        archive.close()


def test_a_server_that_is_about_to_end_begins_no_more_work(archive: Archive, pubsub: PubSub) -> None:
    pubsub.close()
    with pytest.raises(UnavailableError):
        asyncio.run(archive.run(partial(refuse, number=3)))
