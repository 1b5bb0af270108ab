"""The queue of reviews, which a program beside the server works out as the library does."""

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
from sixth.server.features.reviews.rows import ReviewProgress, ReviewRows, Subject
from sixth.server.features.reviews.turns import TURN_S, in_turn
from sixth.server.live.archive import Archive, GameSummary
from sixth.server.live.ended.game import record_in
from sixth.server.live.log import TableLog
from sixth.server.live.pubsub import PubSub
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from tests.server.support.hosting import until
from tests.server.support.logs import Log, token, whole
from tests.server.support.postgres import Postgres
from tests.server.support.serving import PATIENCE, Server, serving

CLASSIC = sixth.games["classic"].replace(seats=2, hand=3)
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
    """The parts of a site that reviews need."""

    store: SqlStore
    log: TableLog
    archive: Archive

    def reviews(self, turn_s: float = TURN_S) -> Reviews:
        """Return the service of a process in which a turn has so many seconds."""
        return Reviews(self.store, self.archive, self.log.at_hand, turn_s)

    def game(self, name: str) -> GameSummary:
        """Return an ended game."""
        game = asyncio.run(self.archive.find(name))
        assert game is not None
        return game

    def review(self, game: GameSummary, seat: int) -> Review | None:
        """Return the review of a seat; None if it is not finished."""
        progress = asyncio.run(self.reviews().find(game, seat))
        return review_from_json(loads(progress.body)) if progress and progress.body else None


@pytest.fixture
def site(store: SqlStore) -> Iterator[Site]:
    """A site over the store."""
    pubsub = PubSub(SINGLE_PROCESS)
    log = TableLog(store, pubsub, NO_COUNTERS)
    archive = Archive(store, pubsub)
    yield Site(store, log, archive)
    archive.close()


def test_a_review_is_worked_out_once_and_equals_that_of_the_library(site: Site) -> None:
    game = site.game("game-1")

    async def ask_and_work() -> None:
        reviews = site.reviews()
        await reviews.ask(game, 1)
        await reviews.ask(game, 1)
        assert await reviews.run_once()
        assert not await reviews.run_once()

    asyncio.run(ask_and_work())
    assert site.review(game, 1) == as_json(review(record(LOG), 1))


def test_a_long_review_in_turns_with_another_network_equals_that_of_the_library(
    site: Site,
) -> None:
    long, short = site.game("long"), site.game("game-1")
    places = []

    async def ask_and_work() -> None:
        reviews = site.reviews(turn_s=0)
        await reviews.ask(long, 0, network=Network("192.0.2.1"))
        await reviews.ask(long, 1, network=Network("192.0.2.1"))
        await reviews.ask(short, 0, network=Network("192.0.2.2"))
        places.append((await progress_of(reviews, short, 0)).ahead)
        assert await reviews.run_once()
        places.append((await progress_of(reviews, short, 0)).ahead)
        half = await progress_of(reviews, long, 0)
        assert half.body is None
        assert half.share == pytest.approx(0.5, abs=0.2)
        assert await reviews.run_once()
        assert (await progress_of(reviews, short, 0)).body
        assert not (await progress_of(reviews, long, 0)).body
        assert await reviews.run_once()

    asyncio.run(ask_and_work())
    # The first review of the long game goes before the short one, the second after it.
    assert places == [1, 0]
    assert site.review(long, 0) == as_json(review(record(LONG), 0))


def record(log: Log) -> Record:
    """Return the record of the game in a log."""
    (name,) = [each.game for each in log if isinstance(each, Began)]
    record = record_in("table", name, log)
    assert record is not None
    return record


async def progress_of(reviews: Reviews, game: GameSummary, seat: int) -> ReviewProgress:
    """Return the progress of a review that was requested."""
    progress = await reviews.find(game, seat)
    assert progress is not None
    return progress


def as_json(review: Review) -> Review:
    """Return a review as it is read from JSON, where reasons are sentences without values."""
    return review_from_json(loads(dumps(review_to_json(review))))


def test_only_players_of_a_game_that_has_just_ended_go_before_older_games(site: Site) -> None:
    old, new = site.game("game-1"), site.game("long")

    async def ask() -> list[Subject]:
        reviews = site.reviews()
        await reviews.ask(old, 0, network=Network("192.0.2.1"))
        await reviews.ask(old, 1, network=Network("192.0.2.2"), tokens=["x" * 43])
        await reviews.ask(new, 0, network=Network("192.0.2.3"), tokens=["x" * 43, token(1)])
        waiting, turns = ReviewRows(site.store).waiting(f"{FORMAT}.{VERSION}", site.store.now())
        return [each.subject for each in in_turn(waiting, turns, site.store.now()) if each.just_ended]

    assert [(each.game, each.seat) for each in asyncio.run(ask())] == [("long", 0)]


KILLS = 3
"""As many kills as the errors after which a review is given up."""


def test_reviews_that_were_accepted_are_finished_after_any_number_of_kills(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").mkdir()
    with closing(SqlStore(f"sqlite:///{tmp_path}/data/sixth.sqlite3")) as store:
        store.append("table", 0, LOG)
    with serving(tmp_path / "data") as server, requesting(server, 0) as client:
        for _ in range(KILLS):
            wait_for_work(server)
            server.kill()
            server.restart()
        wait_for_reviews(client, 0)


def test_reviews_go_on_when_every_worker_is_killed(tmp_path: Path, database: Postgres) -> None:
    url = database.make()
    with closing(SqlStore(url)) as store:
        store.append("table", 0, LOG)
    with (
        serving(
            tmp_path / "data", database=url, options=("--workers", "2"), complaints=r".*worker.*"
        ) as server,
        requesting(server, 0, 1) as client,
    ):
        wait_for_work(server)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        wait_for_reviews(client, 0, 1)


def wait_for_work(server: Server) -> None:
    """Wait until a program of a server works on a review."""
    until(lambda: bool(programs_of(server)), "a program works on a review")


def programs_of(server: Server) -> list[int]:
    """Return the ids of the programs that work on reviews for a running server."""
    programs, parents = [], {server.process.pid, *server.workers()}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent in parents and b"reviews.program" in (path / "cmdline").read_bytes():
                programs.append(int(path.name))
    return programs


@contextmanager
def requesting(server: Server, *seats: int) -> Iterator[httpx2.Client]:
    """A client whose requests for the reviews of these seats were accepted."""
    # Each request has a connection of its own, as servers come and go.
    limits = httpx2.Limits(max_keepalive_connections=0)
    with httpx2.Client(base_url=server.url, timeout=PATIENCE, limits=limits) as client:
        for seat in seats:
            answer = client.post("/api/v1/records/game-1/review", json={"seat": seat})
            assert answer.status_code == 202
        yield client


def wait_for_reviews(client: httpx2.Client, *seats: int) -> None:
    """Wait until the reviews of these seats are finished, and check that none fails.

    The program that works on them has the lowest priority, so on a busy machine that takes long.
    """
    for seat in seats:
        until(
            partial(is_finished, client, seat),
            f"the review of seat {seat} is finished",
            patience=5 * PATIENCE,
        )


def is_finished(client: httpx2.Client, seat: int) -> bool:
    """Return whether a review is finished, and check that it has not failed."""
    # While no server answers, the state of the review is unknown.
    with suppress(httpx2.TransportError):
        progress = client.get(f"/api/v1/records/game-1/review?seat={seat}").json()
        assert not progress["failed"]
        return bool(progress["review"])
    return False


@pytest.mark.parametrize(
    ("changes", "seat", "text"),
    [
        ({"seats": (Seat("Ana"), Seat("Bo", "nearest"))}, 1, "bot"),
        ({}, 2, "no seat"),
        ({"abandoned": True}, 0, "abandoned"),
    ],
    ids=["a bot's seat", "no such seat", "abandoned"],
)
def test_a_seat_without_a_review_is_refused_with_the_reason(
    site: Site, changes: dict[str, object], seat: int, text: str
) -> None:
    other = replace(site.game("game-1"), **changes)  # type: ignore[arg-type]
    with pytest.raises(Refusal, match=text):
        asyncio.run(site.reviews().ask(other, seat))
