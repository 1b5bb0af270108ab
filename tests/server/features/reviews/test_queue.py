"""The queue of reviews, which the coach works out as the library does, in a process beside the server."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx2
import pytest

import sixth
from sixth.coach import Review, review, review_from_json, review_to_json
from sixth.coach.account import VERSION
from sixth.coach.codec import FORMAT
from sixth.coach.positions import rounds_of
from sixth.rules.codec import dumps, loads
from sixth.rules.game import Refusal
from sixth.rules.options import End
from sixth.rules.record import Record, Seat
from sixth.server.core.errors import UnavailableError
from sixth.server.features.reviews.queue import Reviews
from sixth.server.features.reviews.rows import MAX_TRIES, ReviewProgress, ReviewRows, Subject
from sixth.server.live.archive import Archive, GameSummary, record_in
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.coach import Coach
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from tests.server.support.hosting import until
from tests.server.support.logs import Log, whole
from tests.server.support.postgres import Postgres
from tests.server.support.serving import PATIENCE, Server, serving

COACH = f"{FORMAT}.{VERSION}"

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
    archive: Archive
    coach: Coach

    def reviews(self) -> Reviews:
        """Return the service of a process."""
        return Reviews(self.store, self.archive, self.coach)

    async def ask(self, reviews: Reviews, name: str, seat: int) -> None:
        """Request a review."""
        await reviews.ask(await self.game(name), seat)

    async def game(self, name: str) -> GameSummary:
        """Return an ended game."""
        game = await self.archive.find(name)
        assert game is not None
        return game

    async def progress(self, reviews: Reviews, name: str, seat: int) -> ReviewProgress:
        """Return the progress of a review that was requested."""
        progress = await reviews.find(await self.game(name), seat)
        assert progress is not None
        return progress

    async def review(self, name: str, seat: int) -> Review | None:
        """Return the review of a seat; None if it is not finished."""
        progress = await self.progress(self.reviews(), name, seat)
        return review_from_json(loads(progress.body)) if progress.body else None


@pytest.fixture
def site(store: SqlStore) -> Iterator[Site]:
    """A site over the store."""
    bot_pool = BotPool(1)
    tables = Tables(store, bot_pool)
    coach = Coach(tables)
    yield Site(store, tables.archive, coach)
    coach.close()
    tables.archive.close()
    bot_pool.close()


def test_reviews_are_worked_out_once_in_the_order_of_requests_and_equal_those_of_the_library(
    site: Site,
) -> None:
    async def check() -> None:
        reviews, other = site.reviews(), site.reviews()
        await site.ask(reviews, "long", 0)
        await site.ask(reviews, "game-1", 1)
        await site.ask(other, "long", 0)
        assert [
            (await site.progress(reviews, name, seat)).ahead for name, seat in [("long", 0), ("game-1", 1)]
        ] == [0, 1]
        # Two processes work on one review each.
        assert all(await asyncio.gather(reviews.run_once(), other.run_once()))
        assert not await reviews.run_once()
        assert await site.review("long", 0) == as_json(review(record(LONG), 0))
        assert await site.review("game-1", 1) == as_json(review(record(LOG), 1))

    asyncio.run(check())


def record(log: Log) -> Record:
    """Return the record of the game in a log."""
    (name,) = [each.game for each in log if isinstance(each, Began)]
    record = record_in("table", name, log)
    assert record is not None
    return record


def as_json(review: Review) -> Review:
    """Return a review as it is read from JSON, where reasons are sentences without values."""
    return review_from_json(loads(dumps(review_to_json(review))))


def test_a_process_that_ends_leaves_its_review_to_the_next_one_at_once(site: Site) -> None:
    # A fast machine would be done with fewer cards before the progress is seen.
    game = whole(CLASSIC.replace(hand=6, end=End("rounds", 2)), seed=4)
    longer = tuple([replace(each, game="longer") if isinstance(each, Began) else each for each in game])
    site.store.append("longer-table", 0, longer)

    async def check() -> None:
        reviews = site.reviews()
        await site.ask(reviews, "longer", 0)
        work = asyncio.create_task(reviews.run_once())
        await progressing(site, "longer")
        assert not work.done()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        assert await site.reviews().run_once()
        done = await site.review("longer", 0)
        assert done is not None
        assert len(done.rounds) == 2

    asyncio.run(check())


async def progressing(site: Site, game: str) -> None:
    """Wait until a part of the review of the first seat of a game is done."""

    def is_begun() -> bool:
        progress = ReviewRows(site.store).find(Subject(game, 0, COACH), site.store.now())
        return progress is not None and progress.share > 0

    await asyncio.to_thread(until, is_begun, "a part of a review is done")


def test_a_question_at_a_table_waits_for_no_review_of_a_whole_game(site: Site) -> None:
    full = whole(sixth.games["classic"].replace(seats=2, end=End("rounds", 3)), seed=5)
    site.store.append(
        "full-table", 0, [replace(each, game="full") if isinstance(each, Began) else each for each in full]
    )

    async def check() -> None:
        reviews = site.reviews()
        await site.ask(reviews, "full", 0)
        work = asyncio.create_task(reviews.run_once())
        await progressing(site, "full")
        (position, *_) = next(rounds_of(record(LOG), 0)).positions
        await site.coach.worth(position, first=True)
        assert not work.done()
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)

    asyncio.run(check())


KILLS = 3
"""As many kills as the errors after which a review is given up."""


def test_a_coach_that_is_killed_is_replaced_and_its_review_goes_on(site: Site) -> None:
    async def check() -> None:
        reviews, known = site.reviews(), set(multiprocessing.active_children())
        await site.ask(reviews, "long", 1)
        known.update(multiprocessing.active_children())
        work = asyncio.create_task(work_on_all(reviews))
        for _ in range(KILLS):
            coach = await asyncio.to_thread(next_process, known)
            coach.kill()
            known.add(coach)
        await work
        assert await site.review("long", 1) == as_json(review(record(LONG), 1))

    asyncio.run(check())


def next_process(known: Collection[BaseProcess]) -> BaseProcess:
    """Wait for a process that this one has started, and which is not known yet."""
    until(lambda: bool(set(multiprocessing.active_children()) - set(known)), "a process is started")
    return (set(multiprocessing.active_children()) - set(known)).pop()


async def work_on_all(reviews: Reviews) -> None:
    """Work until no review waits."""
    while await reviews.run_once():
        pass


def test_a_review_that_cannot_be_worked_out_is_given_up_and_the_next_one_is_not(site: Site) -> None:
    async def check() -> None:
        reviews = site.reviews()
        broken = replace(await site.game("game-1"), game="gone")
        await reviews.ask(broken, 0)
        await site.ask(reviews, "game-1", 0)
        for _ in range(MAX_TRIES):
            assert await reviews.run_once()
        progress = await reviews.find(broken, 0)
        assert progress is not None
        assert progress.failed
        assert await reviews.run_once()
        assert await site.review("game-1", 0)

    asyncio.run(check())


def test_a_site_that_ends_counts_no_error_of_a_review(site: Site) -> None:
    async def check() -> None:
        reviews = site.reviews()
        await site.ask(reviews, "game-1", 0)
        await site.progress(reviews, "game-1", 0)
        site.coach.close()
        for _ in range(MAX_TRIES + 1):
            with pytest.raises(UnavailableError):
                await reviews.run_once()
        assert not (await site.progress(reviews, "game-1", 0)).failed

    asyncio.run(check())


def test_reviews_that_were_accepted_are_finished_when_the_server_is_killed(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with closing(SqlStore(f"sqlite:///{tmp_path}/data/sixth.sqlite3")) as store:
        store.append("table", 0, LOG)
    with serving(tmp_path / "data") as server, requesting(server, 0) as client:
        until(lambda: bool(coaches(server.process.pid)), "the coach works on a review")
        (coach,) = coaches(server.process.pid)
        server.kill()
        until(lambda: not Path(f"/proc/{coach}").exists(), "the process of the coach ends with its server")
        server.restart()
        wait_for_reviews(client, 0)


def test_reviews_go_on_when_every_worker_and_every_coach_is_killed(
    tmp_path: Path, database: Postgres
) -> None:
    url = database.make()
    with closing(SqlStore(url)) as store:
        store.append("table", 0, LOG)
    with (
        serving(
            tmp_path / "data", database=url, options=("--workers", "2"), complaints=r".*worker.*"
        ) as server,
        requesting(server, 0, 1) as client,
    ):
        until(lambda: bool(coaches(*server.workers())), "the coach works on a review")
        workers = server.workers()
        # A worker that outlives its coach starts another one, which complains if its worker is killed then.
        for process in [*workers, *coaches(*workers)]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        wait_for_reviews(client, 0, 1)


def coaches(*servers: int) -> list[int]:
    """Return the ids of the processes of the coach of these servers, which have the lowest priority."""
    ids, niceness = [], min(19, os.nice(0) + 10)
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            if int(fields[1]) in servers and int(fields[16]) == niceness:
                ids.append(int(path.name))
    return ids


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

    The process that works on them has a low priority, so on a busy machine that takes long.
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
    async def check() -> None:
        other = replace(await site.game("game-1"), **changes)  # type: ignore[arg-type]
        with pytest.raises(Refusal, match=text):
            await site.reviews().ask(other, seat)

    asyncio.run(check())
