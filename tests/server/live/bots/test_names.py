"""Bots at tables by their names."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

import sixth
from sixth import bots
from sixth.rules.game import Refusal
from sixth.rules.record import HUMAN
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.live.bots.names import check_bots, check_kind
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table import seating
from sixth.server.table.config import TableConfig
from sixth.server.table.events import Arranged, Opened, Sat, TableEvent
from sixth.server.table.seating import MIXED
from sixth.server.table.state import Table

CLASSIC = sixth.games["classic"].replace(seats=3)
UNKNOWN = TableConfig(stand_in="deep blue")


@pytest.mark.parametrize("kind", [*bots.names, MIXED])
def test_every_bot_by_its_name_is_accepted(kind: str) -> None:
    check_kind(kind)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(Refusal, match="no bot of that name"):
        check_kind("deep blue")


@pytest.mark.parametrize(
    "event", [Opened(CLASSIC, "00", UNKNOWN), Arranged(UNKNOWN), Sat(1, "Alma", "deep blue", None)]
)
def test_an_event_that_names_an_unknown_bot_is_refused(event: TableEvent) -> None:
    with pytest.raises(Refusal, match="no bot of that name"):
        check_bots((event,))


def test_people_and_known_bots_may_sit_down() -> None:
    check_bots((Opened(CLASSIC, "00"), Sat(0, "Ana", HUMAN, "0"), Sat(1, "Alma", "careful", None)))


def test_a_command_that_names_an_unknown_bot_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    def add(table: Table) -> Sequence[TableEvent]:
        return seating.add_bot(table, 0, 1, "deep blue")

    def arrange(table: Table) -> Sequence[TableEvent]:
        return seating.arrange(table, 0, UNKNOWN)

    async def command() -> None:
        tables = Tables(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3"), BotPool(1))
        with pytest.raises(Refusal, match="no bot of that name"):
            await tables.open(CLASSIC, "Ana", UNKNOWN, counted=CountProof(TABLES))
        name, _ = await tables.open(CLASSIC, "Ana", counted=CountProof(TABLES))
        before = await tables.get(name)
        for decide in (add, arrange):
            with pytest.raises(Refusal, match="no bot of that name"):
                await tables.command(name, decide)
        assert await tables.get(name) == before
        await tables.close()

    asyncio.run(command())
