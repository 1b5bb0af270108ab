"""Commands at several processes over one database: none overlooks what another process has written."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import event

import sixth
from sixth.rules.game import NotNow, Refusal
from sixth.rules.options import End
from sixth.server.core.pace import BATCH_SIZE
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.features.replay.api import play_again
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import gameplay
from sixth.server.table.events import Began, OwnEvent, TableEvent, Texted
from sixth.server.table.fold import fold
from sixth.server.table.state import Table
from tests.server.support.logs import sitting, whole
from tests.server.support.postgres import Postgres
from tests.server.support.tables import change

ID = "table"
RULES = sixth.games["classic"].replace(seats=3)
LOG = sitting(RULES, seed=1)
GAME = whole(sixth.games["classic"].replace(seats=3, end=End("rounds", 4)), seed=1, rounds=4)


class Process:
    """A process without messages from the others; `reads` counts how often it has read a log."""

    def __init__(self, url: str) -> None:
        self.store = SqlStore(url)
        self.tables = Tables(self.store, BotPool(1))
        self.reads = 0
        event.listen(self.store.engine, "before_cursor_execute", self._count_reads)

    def _count_reads(self, *args: object) -> None:
        self.reads += "log.happening" in str(args[2])


@asynccontextmanager
async def two_processes(url: str) -> AsyncIterator[tuple[Process, Process]]:
    """Two processes that have a table in their caches as it is now."""
    one, other = Process(url), Process(url)
    one.store.append(ID, 0, LOG)
    for each in (one, other):
        await each.tables.get(ID)
        each.reads = 0
    yield one, other
    for each in (one, other):
        await each.tables.close()


def run(database: Postgres, check: Callable[[Process, Process], Awaitable[None]]) -> None:
    """Run `check` with two processes over one database."""

    async def main() -> None:
        async with two_processes(database.make()) as (one, other):
            await check(one, other)

    asyncio.run(main())


def text(words: str, seat: int = 0) -> Callable[[Table], tuple[TableEvent, ...]]:
    """Return a command that adds these words to the shuffle."""
    return partial(gameplay.add_text, seat=seat, text=words)


def test_a_command_on_a_table_in_the_cache_reads_no_log(database: Postgres) -> None:
    async def check(one: Process, _other: Process) -> None:
        for words in ("a", "b", "c"):
            await change(one.tables, ID, text(words))
        assert one.reads == 0

    run(database, check)


def test_a_command_is_decided_again_where_another_process_was_first(database: Postgres) -> None:
    async def check(one: Process, other: Process) -> None:
        await change(one.tables, ID, text("a"))
        after = await change(other.tables, ID, text("b", seat=1))
        assert [each.text for each in after.seats[:2]] == ["a", "b"]
        assert other.reads == 1
        assert other.store.load(ID)[len(LOG) :] == (Texted(0, "a"), Texted(1, "b"))

    run(database, check)


def test_a_refusal_never_follows_from_an_old_table(database: Postgres) -> None:
    """A person who sits down at one process may act at the other at once."""

    def answer(table: Table) -> tuple[TableEvent, ...]:
        if table.seats[1].text != "question":
            raise NotNow("not-now", "There is no question.")
        return (Texted(0, "answer"),)

    async def check(one: Process, other: Process) -> None:
        with pytest.raises(Refusal):
            await change(other.tables, ID, answer)
        await change(one.tables, ID, text("question", seat=1))
        after = await change(other.tables, ID, answer)
        assert [each.text for each in after.seats[:2]] == ["answer", "question"]

    run(database, check)


def test_no_command_is_ignored_because_of_an_old_table(database: Postgres) -> None:
    """A player changes a text at one process, and changes it back at the other."""

    async def check(one: Process, other: Process) -> None:
        await change(one.tables, ID, text("a"))
        await other.tables.get(ID)
        await change(one.tables, ID, text("b"))
        assert (await change(other.tables, ID, text("a"))).seats[0].text == "a"

    run(database, check)


def test_an_action_at_one_process_is_on_pages_of_the_others_at_once(database: Postgres) -> None:
    """Pages show what is in the log, even if no message about it has come."""

    async def check(one: Process, other: Process) -> None:
        await change(one.tables, ID, text("a"))
        assert (await other.tables.log.cached(ID)).seats[0].text != "a"
        assert (await other.tables.get(ID)).seats[0].text == "a"

    run(database, check)


def test_a_table_may_begin_in_the_middle_of_a_game_of_any_length(tmp_path: Path) -> None:
    """A long game is folded and written in pieces."""
    began = next(at for at, each in enumerate(GAME) if isinstance(each, Began))

    async def check() -> None:
        store = SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3")
        tables = Tables(store, BotPool(1))
        store.append("earlier", 0, GAME)
        earlier = await tables.archive.find("game-1")
        assert earlier is not None
        assert earlier.events > 3 * BATCH_SIZE
        for at in (0, 1, BATCH_SIZE, 2 * BATCH_SIZE + 7, earlier.events - 1):
            counted = CountProof(TABLES)
            table, _ = await play_again(tables, earlier, 0, "Ana", "nearest", counted=counted, at=at)
            log = store.load(table)
            dealt = [each for each in log if not isinstance(each, OwnEvent)]
            game = [each for each in GAME[began:] if not isinstance(each, OwnEvent)]
            assert dealt == game[: max(at, len(dealt))]
            assert await tables.get(table) == fold(table, log)
        await tables.close()

    asyncio.run(check())
