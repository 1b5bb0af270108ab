"""Reports of whom a table waits for, to programs with nothing to do at it."""

import asyncio
import re

import pytest

import sixth
from sixth.client import AsyncClient, ProblemError
from sixth.client.news import table_of
from sixth.client.waiting import WaitReports, table_waiting_text
from sixth.rules.options import End
from sixth.server.api.answers import TableShown
from sixth.server.api.stream import News
from sixth.server.table.view import table_view
from tests.server.support.hosting import Site
from tests.server.support.logs import moves
from tests.server.support.programs import SHORT
from tests.server.support.serving import PATIENCE


def test_a_seat_that_plays_reports_whom_the_table_has_long_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(News, "heartbeat_s", 0.01)
    monkeypatch.setattr("sixth.client.waiting._FIRST_REPORT_S", 0.0)

    async def do() -> None:
        reports: asyncio.Queue[str] = asyncio.Queue()

        async def until_reported(text: str) -> None:
            async with asyncio.timeout(PATIENCE):
                while not (await reports.get()).startswith(f"{text} 0 s so far."):
                    pass

        async with AsyncClient(site.url, tell=reports.put_nowait) as client:
            ana = await client.open("Ana", seats=2, options=SHORT, config={"outside": True}, bot=False)
            bo = await client.sit(ana.table, "Bo")
            playing = asyncio.create_task(bo.play(lambda ask: ask.view.legal[0]))
            await until_reported("Waiting for Ana to start.")
            await ana.begin()
            await until_reported("Waiting for Ana to choose.")
            await ana.play(lambda ask: ask.view.legal[0])
            await asyncio.wait_for(playing, PATIENCE)

    asyncio.run(do())


def test_a_seat_that_the_host_removes_plays_no_longer(site: Site) -> None:
    async def do() -> None:
        async with AsyncClient(site.url) as client:
            ana = await client.open("Ana", seats=2, config={"outside": True}, bot=False)
            bo = await client.sit(ana.table, "Bo")
            playing = asyncio.create_task(bo.play(lambda ask: ask.view.legal[0]))
            await ana.do("remove", seat=1, name="Bo")
            with pytest.raises(ProblemError, match="The host has asked the bot to leave the table") as error:
                await asyncio.wait_for(playing, PATIENCE)
            assert (error.value.status, error.value.code) == (403, "no-seat")

    asyncio.run(do())


def test_reports_become_rarer_and_are_warnings_of_a_logger_by_default(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 100.0
    monkeypatch.setattr("sixth.client.waiting.monotonic", lambda: now)

    async def do() -> None:
        nonlocal now
        async with AsyncClient(site.url) as client:
            ana = await client.open("Ana", seats=2)
            line = await anext(lines := ana.news())
            await lines.aclose()
            hears = WaitReports(ana.look, client.tell)
            for _ in range(30):
                await hears.hear(line)
                now += 10

    asyncio.run(do())
    assert [each.getMessage() for each in caplog.records] == [
        f"Waiting for Ana to start. {seconds} s so far." for seconds in (30, 60, 120, 240)
    ]


def texts(game: str) -> set[str]:
    """Return what is said of the table at each move of a game of this name, without the names of players."""
    rules = sixth.games[game].replace(seats=2, end=End("rounds", 2))
    tables = [table for table, _ in moves(rules, seed=1)]
    shown = (TableShown.of(table_view(table, 0), "") for table in tables)
    sentences = (table_waiting_text(table_of(each.model_dump(mode="json"))) for each in shown)
    return {re.sub(r"Person \d( and Person \d)?", "…", each) for each in sentences}


def test_reports_name_the_decision_that_a_table_waits_for() -> None:
    start, choose = "Waiting for … to start.", "Waiting for … to choose."
    assert texts("classic") >= {start, choose, "Waiting for … to pick a row."}
    assert texts("logic") >= {start, "Waiting for … to pick a card.", choose}
    assert texts("kids") >= {start, "Waiting for … to turn over a card."}
    for each in texts("classic") | texts("logic") | texts("kids"):
        assert re.fullmatch(r"Waiting for (other players|… to .*)\.", each)
