"""The way of a site back to today after a start with a clock in the future."""

import asyncio
import json
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Any

import pytest

from sixth.cli.app import run
from sixth.client import AsyncClient
from sixth.server.core import retries
from sixth.server.features.daily.rows import ChainRow, DailyRows
from sixth.server.ops import clock
from sixth.server.store.sql import SqlStore
from sixth.server.table.events import Began
from sixth.server.table.fold import fold
from tests.server.support.clocks import ID, ClockedTable, opening
from tests.server.support.logs import secret
from tests.server.support.serving import Server, serving

AHEAD_MS = 400 * 86_400_000
"""The error of a wrong clock, in milliseconds: more than a year."""

WARNING = r"The database is at .*, but the clock of this machine says .*`sixth db clock --set-back`\."


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
        DailyRows(store).chain(ChainRow(begins, "5" * 64))
        DailyRows(store).begin(ID, day, "somewhere", 10)


@pytest.mark.parametrize("chain", [True, False])
def test_the_time_of_a_database_is_set_back_to_now(database_url: str, *, chain: bool) -> None:
    """Clocks keep their remaining time; a chain of daily deals that begins in the future gives way."""
    fill_from_future(database_url, chain=chain)
    before = now_ms()
    assert run(["db", "clock", "--set-back", "--database", database_url]) == 0
    with closing(SqlStore(database_url)) as store:
        assert store.read(clock.latest) <= store.now() <= now_ms() + 1000
        table = fold(ID, store.load(ID))
        assert table.clock is not None
        assert before <= table.clock.at <= now_ms()
        remaining_ms = [end - table.clock.at for end in table.clock.until if end is not None]
        assert remaining_ms
        assert all(0 < each <= 120_000 for each in remaining_ms)
        assert store.deadlines.next() == min(end for end in table.clock.until if end is not None)
        assert not DailyRows(store).counted(ID)
        new = ChainRow("2026-02-02", "6" * 64)
        assert (DailyRows(store).chain(new) == new) is chain
    assert run(["db", "check", "--database", database_url]) == 0


def test_the_time_cannot_be_set_back_while_a_server_runs(
    database_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(retries, "TIMEOUT_S", 0.2)
    with serving(tmp_path / "data", database=database_url):
        assert run(["db", "clock", "--set-back", "--database", database_url]) == 1
        errors = capsys.readouterr().err
        assert "nother" in errors
        assert len(errors.splitlines()) == 1


def test_the_daily_comes_back_from_the_future(tmp_path: Path) -> None:
    """A start warns that the site is ahead of the clock, and names the command that sets it back."""
    (tmp_path / "data").mkdir()
    fill_from_future(f"sqlite:///{tmp_path}/data/sixth.sqlite3", chain=True)
    today = datetime.now(UTC).date()
    with serving(tmp_path / "data", complaints=WARNING) as server:
        assert asyncio.run(_daily(server))["day"] > f"{today}"
        assert len(server.errors.splitlines()) == 1
        server.stop()
        assert run(["db", "clock", "--data", str(server.data)]) == 0
        assert run(["db", "clock", "--set-back", "--data", str(server.data)]) == 0
        server.restart()
        assert len(server.errors.splitlines()) == 1
        assert asyncio.run(_daily(server))["begins"] in (f"{today}", f"{datetime.now(UTC).date()}")
    assert json.loads(server.errors)["level"] == "warning"


async def _daily(server: Server) -> dict[str, Any]:
    async with AsyncClient(server.url) as site:
        return dict(await site.call("GET", "/daily"))
