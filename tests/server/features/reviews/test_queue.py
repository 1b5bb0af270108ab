"""The coach is asked once whoever asks, in a program beside the server, which says what the library says."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import httpx2
import pytest

import sixth
from sixth.coach import Review, review, review_from_json, review_to_json
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.rules.codec import dumps, loads
from sixth.rules.game import Refusal
from sixth.rules.options import End
from sixth.rules.record import Record, Seat
from sixth.server.cluster.broadcast import SINGLE_PROCESS
from sixth.server.core.addresses import Network
from sixth.server.core.counters import NO_COUNTERS
from sixth.server.features.reviews.queue import Reviews
from sixth.server.features.reviews.rows import Progress, Rows, Subject
from sixth.server.features.reviews.turns import TURN_S, in_turn
from sixth.server.live.archive import Archive, Ended
from sixth.server.live.ended.game import record_in
from sixth.server.live.listening.pubsub import PubSub
from sixth.server.live.log import TableLog
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from tests.server.support.hosting import until
from tests.server.support.logs import Log, token, whole
from tests.server.support.postgres import Postgres
from tests.server.support.serving import PATIENCE, Server, serving

CLASSIC = sixth.games["classic"].replace(seats=2, hand=4)
"""A game of few cards, as each decision takes the coach a while."""

LOG = whole(CLASSIC.replace(end=End("rounds", 1)), seed=3)
LONG = tuple(
    replace(each, game="long") if isinstance(each, Began) else each
    for each in whole(CLASSIC.replace(end=End("rounds", 2)), seed=4)
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """A store with a game of one round and one of two, each of two people."""
    store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
    store.append("table", 0, LOG)
    store.append("long-table", 0, LONG)
    yield store
    store.close()


@dataclass(frozen=True)
class Site:
    """What reviews are made of."""

    store: SqlStore
    log: TableLog
    archive: Archive

    def reviews(self, turn_s: float = TURN_S) -> Reviews:
        """The reviews of a process that gives each of them so many seconds at a time."""
        return Reviews(self.store, self.archive, self.log.at_hand, turn_s)

    def game(self, name: str) -> Ended:
        """A game that is over."""
        found = asyncio.run(self.archive.ended(name))
        assert found is not None
        return found

    def said(self, game: Ended, seat: int) -> Review | None:
        """The review of a seat, if it is there."""
        asked = asyncio.run(self.reviews().find(game, seat))
        return review_from_json(loads(asked.body)) if asked and asked.body else None


@pytest.fixture
def site(store: SqlStore) -> Iterator[Site]:
    """That store, its logs and its games."""
    pubsub = PubSub(SINGLE_PROCESS)
    log = TableLog(store, pubsub, NO_COUNTERS)
    archive = Archive(store, pubsub)
    yield Site(store, log, archive)
    archive.close()


def test_what_is_asked_is_worked_out_and_is_what_the_library_says(site: Site) -> None:
    game = site.game("game-1")

    async def ask_and_work() -> None:
        reviews = site.reviews()
        await reviews.ask(game, 1)
        await reviews.ask(game, 1)
        assert await reviews.run_once()
        assert not await reviews.run_once()

    asyncio.run(ask_and_work())
    assert site.said(game, 1) == as_told(review(record(LOG), 1))


def test_a_long_review_lets_another_network_go_on_and_says_in_the_end_what_it_would_have_said(
    site: Site,
) -> None:
    long, short = site.game("long"), site.game("game-1")
    places = []

    async def ask_and_work() -> None:
        reviews = site.reviews(turn_s=0)
        await reviews.ask(long, 0, network=Network("192.0.2.1"))
        await reviews.ask(long, 1, network=Network("192.0.2.1"))
        await reviews.ask(short, 0, network=Network("192.0.2.2"))
        places.append((await told(reviews, short, 0)).ahead)
        assert await reviews.run_once()
        places.append((await told(reviews, short, 0)).ahead)
        half = await told(reviews, long, 0)
        assert half.body is None
        assert half.share == pytest.approx(0.5, abs=0.2)
        assert await reviews.run_once()
        assert (await told(reviews, short, 0)).body
        assert not (await told(reviews, long, 0)).body
        assert await reviews.run_once()

    asyncio.run(ask_and_work())
    # The one that was asked for first, then nobody; the second of the same network comes later.
    assert places == [1, 0]
    assert site.said(long, 0) == as_told(review(record(LONG), 0))


def record(log: Log) -> Record:
    """The record of the game that a log holds."""
    (name,) = [each.game for each in log if isinstance(each, Began)]
    found = record_in("table", name, log)
    assert found is not None
    return found


async def told(reviews: Reviews, game: Ended, seat: int) -> Progress:
    """How far a review is that was asked for."""
    found = await reviews.find(game, seat)
    assert found is not None
    return found


def as_told(found: Review) -> Review:
    """A review as it is read from JSON, where reasons are sentences without values."""
    return review_from_json(loads(dumps(review_to_json(found))))


def test_who_sits_where_a_game_has_just_ended_goes_before_older_games_and_nobody_else(site: Site) -> None:
    old, new = site.game("game-1"), site.game("long")

    async def ask() -> list[Subject]:
        reviews = site.reviews()
        await reviews.ask(old, 0, network=Network("192.0.2.1"))
        await reviews.ask(old, 1, network=Network("192.0.2.2"), tokens=["x" * 43])
        await reviews.ask(new, 0, network=Network("192.0.2.3"), tokens=["x" * 43, token(1)])
        waiting, turns = Rows(site.store).waiting(f"{FORMAT}.{VERSION}", site.store.now())
        return [each.subject for each in in_turn(waiting, turns, site.store.now()) if each.just_ended]

    assert [(each.game, each.seat) for each in asyncio.run(ask())] == [("long", 0)]


KILLS = 3
"""As many as the attempts that an error has."""


def test_reviews_that_were_acknowledged_are_there_in_the_end_however_often_the_server_is_killed(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").mkdir()
    with closing(SqlStore(f"sqlite:///{tmp_path}/data/sixth.sqlite3")) as store:
        store.append("table", 0, LOG)
    with serving(tmp_path / "data") as server, asking(server, 0) as client:
        for _ in range(KILLS):
            until_at_work(server)
            server.kill()
            server.restart()
        until_there(client, 0)


def test_reviews_go_on_when_every_worker_is_killed(tmp_path: Path, database: Postgres) -> None:
    url = database.make()
    with closing(SqlStore(url)) as store:
        store.append("table", 0, LOG)
    with (
        serving(
            tmp_path / "data", database=url, options=("--workers", "2"), complaints=r".*worker.*"
        ) as server,
        asking(server, 0, 1) as client,
    ):
        until_at_work(server)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        until_there(client, 0, 1)


def until_at_work(server: Server) -> None:
    """Wait until a program of a server works on a review."""
    until(lambda: bool(programs_of(server)), "somebody worked on a review")


def programs_of(server: Server) -> list[int]:
    """The programs that work on reviews for a server that runs, by their numbers."""
    found, parents = [], {server.process.pid, *server.workers()}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent in parents and b"reviews.program" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


@contextmanager
def asking(server: Server, *seats: int) -> Iterator[httpx2.Client]:
    """A program that has asked for the reviews of these seats of a game, which were acknowledged."""
    # Each question has a connection of its own, as servers come and go.
    limits = httpx2.Limits(max_keepalive_connections=0)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE, limits=limits) as client:
        for seat in seats:
            asked = client.post("/api/v1/records/game-1/review", json={"seat": seat})
            assert asked.status_code == 202
        yield client


def until_there(client: httpx2.Client, *seats: int) -> None:
    """Wait until the reviews of these seats are there; none has failed meanwhile.

    A program that works on them lets all others go first, so on a busy machine that takes long.
    """
    for seat in seats:
        until(partial(is_there, client, seat), f"the review of seat {seat} was there", patience=5 * PATIENCE)


def is_there(client: httpx2.Client, seat: int) -> bool:
    """Whether a review is there, which has not failed."""
    # While no server answers there is nothing to hear.
    with suppress(httpx2.TransportError):
        found = client.get(f"/api/v1/records/game-1/review?seat={seat}").json()
        assert not found["failed"]
        return bool(found["review"])
    return False


@pytest.mark.parametrize(
    ("changed", "seat", "said"),
    [
        ({"seats": (Seat("Ana"), Seat("Bo", "nearest"))}, 1, "bot"),
        ({}, 2, "no seat"),
        ({"abandoned": True}, 0, "abandoned"),
    ],
    ids=["a bot's seat", "no such seat", "abandoned"],
)
def test_what_cannot_be_reviewed_is_said_in_a_sentence(
    site: Site, changed: dict[str, object], seat: int, said: str
) -> None:
    other = replace(site.game("game-1"), **changed)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match=said):
        asyncio.run(site.reviews().ask(other, seat))
