"""Commands are decided on what a process knows: what other processes did meanwhile is never overlooked."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import event

import sixth
from sixth.rules.game import Forbidden, NotNow, Refusal
from sixth.rules.options import End
from sixth.rules.record import HUMAN
from sixth.server.core.pace import BATCH_SIZE
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.features.replay.again import play_again
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay
from sixth.server.table.events import Began, Kicked, OwnEvent, Sat, TableEvent, Texted
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.logs import sitting, whole
from tests.server.support.postgres import Postgres

ID = "table"
LOG = sitting(sixth.games["classic"].replace(seats=3), seed=1)
GAME = whole(sixth.games["classic"].replace(seats=3, end=End("rounds", 4)), seed=1, rounds=4)


class Process:
    """A process that hears nothing of what others do, and how often it has read a log."""

    def __init__(self, url: str) -> None:
        self.store = SqlStore(url, notifies=False)
        self.tables = Tables(self.store, BotPool(1))
        self.reads = 0
        event.listen(self.store.engine, "before_cursor_execute", self._asked)

    def _asked(self, *given: object) -> None:
        self.reads += "log.happening" in str(given[2])


@asynccontextmanager
async def two(url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes, both of which know a table as it is now."""
    one, other = Process(url), Process(url)
    one.store.append(ID, 0, LOG)
    for each in (one, other):
        await each.tables.get(ID)
        each.reads = 0
    yield one, other
    for each in (one, other):
        await each.tables.close()


def run(database: Postgres, check: Callable[[Process, Process], Awaitable[None]]) -> None:
    """Have `check` look at two processes over one database."""

    async def whole() -> None:
        async with two(database.make()) as (one, other):
            await check(one, other)

    asyncio.run(whole())


def text(words: str, seat: int = 0) -> Callable[[Table], tuple[TableEvent, ...]]:
    """Add these words to the shuffle."""
    return partial(gameplay.add_text, seat=seat, text=words)


def test_what_is_decided_on_what_is_known_reads_nothing(database: Postgres) -> None:
    async def check(one: Process, _other: Process) -> None:
        for words in ("a", "b", "c"):
            await one.tables.command(ID, text(words))
        assert one.reads == 0

    run(database, check)


def test_what_somebody_else_did_first_is_read_and_it_is_decided_anew(database: Postgres) -> None:
    async def check(one: Process, other: Process) -> None:
        await one.tables.command(ID, text("a"))
        after = await other.tables.command(ID, text("b", seat=1))
        assert [each.text for each in after.seats[:2]] == ["a", "b"]
        assert other.reads == 1
        assert other.store.load(ID)[len(LOG) :] == (Texted(0, "a"), Texted(1, "b"))

    run(database, check)


def test_a_refusal_is_never_for_what_was_known_before(database: Postgres) -> None:
    """Who sat down at one process may act at the other at once."""

    def only_at_four(table: Table) -> tuple[TableEvent, ...]:
        if table.seats[1].text != "come":
            raise NotNow("not-now", "Nobody has come.")
        return (Texted(0, "seen"),)

    async def check(one: Process, other: Process) -> None:
        with pytest.raises(Refusal):
            await other.tables.command(ID, only_at_four)
        await one.tables.command(ID, text("come", seat=1))
        after = await other.tables.command(ID, only_at_four)
        assert [each.text for each in after.seats[:2]] == ["seen", "come"]

    run(database, check)


def test_that_nothing_happens_is_never_for_what_was_known_before(database: Postgres) -> None:
    """Somebody changes their mind at one process, and changes it back at the other."""

    async def check(one: Process, other: Process) -> None:
        await one.tables.command(ID, text("a"))
        await other.tables.get(ID)
        await one.tables.command(ID, text("b"))
        assert (await other.tables.command(ID, text("a"))).seats[0].text == "a"

    run(database, check)


def test_who_has_lost_a_seat_elsewhere_does_nothing_in_the_name_of_whoever_has_it_now(
    database: Postgres,
) -> None:
    async def check(one: Process, other: Process) -> None:
        mine = LOG[2]
        assert isinstance(mine, Sat)

        def as_before(table: Table) -> tuple[TableEvent, ...]:
            if table.seats[1].token != mine.token:
                raise Forbidden("no-seat", "You have no seat at this table.")
            return gameplay.add_text(table, 1, "me")

        await one.tables.command(ID, lambda _: (Kicked(1), Sat(1, "Cy", HUMAN, "hash")))
        with pytest.raises(Refusal, match="no seat"):
            await other.tables.command(ID, as_before)

    run(database, check)


def test_whoever_acts_at_one_process_sees_it_at_any_other_at_once(database: Postgres) -> None:
    """A page is of what is in the log, whether or not word of it has come."""

    async def check(one: Process, other: Process) -> None:
        await one.tables.command(ID, text("a"))
        assert (await other.tables.known(ID)).seats[0].text != "a"
        assert (await other.tables.get(ID)).seats[0].text == "a"

    run(database, check)


def test_many_processes_that_know_nothing_of_each_other_lose_nothing(database: Postgres) -> None:
    async def check(one: Process, other: Process) -> None:
        async def write(process: Process, seat: int) -> None:
            for number in range(10):
                await process.tables.command(ID, text(f"{seat} {number}", seat=seat))

        await asyncio.gather(write(one, 0), write(other, 1), write(other, 2))
        log = one.store.load(ID)[len(LOG) :]
        for seat in range(3):
            mine = [each.text for each in log if isinstance(each, Texted) and each.seat == seat]
            assert mine == [f"{seat} {number}" for number in range(10)]

    run(database, check)


def test_a_table_begins_with_a_game_of_any_length_as_it_was(tmp_path: Path) -> None:
    """One from amid a long game is folded and written in pieces."""
    began = next(at for at, each in enumerate(GAME) if isinstance(each, Began))

    async def check() -> None:
        store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
        tables = Tables(store, BotPool(1))
        store.append("earlier", 0, GAME)
        earlier = await tables.archive.ended("game-1")
        assert earlier is not None
        assert earlier.events > 3 * BATCH_SIZE
        for at in (0, 1, BATCH_SIZE, 2 * BATCH_SIZE + 7, earlier.events - 1):
            counted = CountProof(TABLES)
            table, _ = await play_again(tables, earlier, 0, "Ana", "nearest", counted=counted, at=at)
            log = store.load(table)
            dealt = [each for each in log if not isinstance(each, OwnEvent)]
            assert dealt == [each for each in GAME[began:] if not isinstance(each, OwnEvent)][:at]
            assert await tables.get(table) == fold(table, log)
        await tables.close()

    asyncio.run(check())
