"""The way of a site back to today after a start with a clock in the future."""

import asyncio
import json
import re
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Any

import pytest
from sqlalchemy import text

from sixth.cli.app import run
from sixth.client import AsyncClient
from sixth.server.features.boards.rows import ChainRow, DealRows, NewTry
from sixth.server.ops import clock
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from sixth.server.table.fold import fold
from tests.server.support.clocks import ID, ClockedTable, opening
from tests.server.support.logs import secret
from tests.server.support.serving import Server, serving

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"

AHEAD_MS = 400 * 86_400_000
"""The error of a wrong clock, in milliseconds: more than a year."""

WARNING = r"The database is at .*, but the clock of this machine says .*docs/hosting\.md says how .*"


def now_ms() -> int:
    """Return the time in milliseconds since 1970."""
    return time_ns() // 1_000_000


def fill_from_future(database_url: str, *, chain: bool) -> None:
    """Add a table with a clock, and tries of daily deals, as a server with a wrong clock leaves them."""
    with closing(SqlStore(database_url, lambda: now_ms() + AHEAD_MS)) as store:
        at = store.now()
        table = ClockedTable(fold(ID, opening(60)), at)
        table.do((Began("game", "2026-01-01T00:00:00+00:00", secret(1, 2)),))
        store.append(ID, 0, (*opening(60), *table.log), alarm=at + 60_000)
        day = datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
        begins = day if chain else "2026-01-01"
        DealRows(store).chain(ChainRow(begins, "5" * 64))
        DealRows(store).begin(NewTry(ID, day, "somewhere", day, day, (day,), 10))


def set_back(database_url: str) -> None:
    """Run the statements of the page for hosts, with the time that it is now."""
    (statements,) = re.findall(r"```sql\n(.*?)```", HOSTING.read_text(), re.DOTALL)
    now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S}"
    with closing(SqlStore(database_url)) as store, store.engine.begin() as connection:
        for statement in statements.splitlines():
            dated = statement.replace("2026-11-28T12:00:00", now).replace("2026-11-28", now[:10])
            connection.execute(text(dated))


@pytest.mark.parametrize("chain", [True, False])
def test_the_page_for_hosts_says_how_a_database_comes_back_to_now(database_url: str, *, chain: bool) -> None:
    """Tries of days to come no longer count; a chain of daily deals that begins in the future goes."""
    fill_from_future(database_url, chain=chain)
    set_back(database_url)
    with closing(SqlStore(database_url)) as store:
        assert store.read(clock.latest) <= store.now() <= now_ms() + 1000
        row = DealRows(store).at(ID)
        assert row is not None
        assert not row.counted
        new = ChainRow("2026-02-02", "6" * 64)
        assert (DealRows(store).chain(new) == new) is chain
    assert run(["db", "check", "--database", database_url]) == 0


def test_a_start_warns_that_the_site_is_ahead_of_the_clock(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    database_url = f"sqlite:///{tmp_path}/data/sixth.sqlite3"
    fill_from_future(database_url, chain=True)
    today = datetime.now(UTC).date()
    with serving(tmp_path / "data", complaints=WARNING) as server:
        assert asyncio.run(_daily(server))["day"] > f"{today}"
        assert len(server.errors.splitlines()) == 1
        server.stop()
        assert run(["db", "clock", "--data", str(server.data)]) == 0
        set_back(database_url)
        server.restart()
        assert len(server.errors.splitlines()) == 1
        assert asyncio.run(_daily(server))["begins"] in (f"{today}", f"{datetime.now(UTC).date()}")
    assert json.loads(server.errors)["level"] == "warning"


async def _daily(server: Server) -> dict[str, Any]:
    async with AsyncClient(server.url) as site:
        return dict(await site.call("GET", "/daily"))
