"""The tools of a site: one seat at each table, refusals in one sentence, and a goodbye."""

import asyncio
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from tests.command_result import CommandResult
from tests.mcp.models import model, text_of
from tests.server.support.hosting import Site
from tests.server.support.programs import SHORT, Program
from tests.server.support.serving import PATIENCE


def test_a_model_that_asks_for_the_hand_of_another_seat_reads_one_sentence(site: Site) -> None:
    async def ask() -> None:
        async with model(site.url) as player:
            table = (await player.call("open_table", name="Model", seats=2, options=SHORT))["table"]
            await player.call("begin", table_id=table, game=1, bots="random")
            for tool in ("look", "wait"):
                sentence = await player.refusal(tool, table_id=table, seat=1)
                assert "not seat: a table is shown as your own seat sees it" in sentence
            assert "not token" in await player.refusal("look", table_id=table, token="x" * 43)

    asyncio.run(ask())


def test_a_model_has_one_seat_at_a_table(site: Site) -> None:
    async def sit() -> None:
        ana = Program.host(site, seats=4, config={"outside": True})
        async with model(site.url) as player:
            assert (await player.call("look", table_id=ana.table))["seat"] is None
            seats = [await player.call("sit", table_id=ana.table, name="Model") for _ in range(2)]
            assert [each["seat"] for each in seats] == [1, 1]
            assert "token" not in str(seats)
        sitters = [seat.sitter and seat.sitter.name for seat in site.table(ana.table).seats]
        # At the end the model has left.
        assert sitters == ["Ana", None, None, None]

    asyncio.run(sit())


def test_a_table_without_bots_from_outside_refuses_a_model_in_a_sentence(site: Site) -> None:
    async def sit() -> None:
        table = Program.host(site, seats=2).table
        async with model(site.url) as player:
            assert "bots" in await player.refusal("sit", table_id=table, name="Model")
            assert (await player.call("look", table_id=table))["seat"] is None
            assert "bot" in await player.refusal("sit", table_id=table, name="Model", bot=False)

    asyncio.run(sit())


@pytest.mark.parametrize("helps", [True, False])
def test_the_coach_advises_where_the_host_allows_it(site: Site, helps: bool) -> None:
    async def ask() -> None:
        async with model(site.url) as player:
            config = {"helps": helps, "turn_seconds": 600}
            opened = await player.call("open_table", name="Model", seats=2, options=SHORT, config=config)
            table = opened["table"]
            await player.call("begin", table_id=table, game=1, bots="random")
            question = await player.question(table)
            moment = {name: question[name] for name in ("game", "round", "turn")}
            result = await player.result("advise", table_id=table, **moment)
            async with asyncio.timeout(PATIENCE):
                # The coach loads its kernels first, which takes long on a busy machine.
                while result.is_error and "no answer" in text_of(result):
                    result = await player.result("advise", table_id=table, **moment)
            assert result.is_error is not helps
            if helps:
                assert result.structured_content["best"] in question["view"]["legal"]
            else:
                assert text_of(result).endswith(".")

    asyncio.run(ask())


def test_waiting_ends_after_its_seconds_and_tells_what_is_new(site: Site) -> None:
    async def wait() -> None:
        ana = Program.host(site, seats=3, config={"outside": True})
        async with model(site.url) as player:
            await player.call("sit", table_id=ana.table, name="Model")
            first = await player.call("wait", table_id=ana.table, seconds=1)
            assert [line["line"] for line in first["lines"]] == ["full"]
            Program.guest(site, ana.table, "Bo")
            second = await player.call("wait", table_id=ana.table, seconds=1)
            assert [line["events"][0]["event"] for line in second["lines"]] == ["sat"]
            assert second["version"] > first["version"]
            for seconds in (0, 61, "1", True):
                await player.refusal("wait", table_id=ana.table, seconds=seconds)

    asyncio.run(wait())


def test_a_finished_game_can_be_read_and_checked(site: Site) -> None:
    async def play() -> None:
        async with model(site.url) as player:
            config = {"turn_seconds": 600}
            opened = await player.call("open_table", name="Model", seats=2, options=SHORT, config=config)
            table = opened["table"]
            await player.call("begin", table_id=table, game=1, bots="random")
            await player.play(table, Random(1))
            game = (await player.call("look", table_id=table))["game"]
            record = await player.call("record", game_id=game)
            assert record["lines"][0]["game"] == game
            assert (await player.call("proof", game_id=game))["fair"]

    asyncio.run(play())


def test_what_the_site_refuses_is_told_in_its_sentence(site: Site) -> None:
    async def look() -> None:
        async with model(site.url) as player:
            assert await player.refusal("look", table_id="nowhere") == (
                "There is no such table; check its address."
            )
            for arguments in ({}, {"table_id": "x", "game": 1, "round": 1, "turn": 1}):
                assert "is missing" in await player.refusal("act", **arguments)
            assert "address" in await player.refusal("look", table_id="../games")

    asyncio.run(look())


def test_a_site_that_does_not_answer_is_told_in_one_sentence(run: Callable[..., CommandResult]) -> None:
    result = run("mcp", "http://127.0.0.1:9")
    assert (result.code, result.out) == (1, "")
    assert result.err == "sixth: There is no answer from http://127.0.0.1:9.\n"


def test_an_address_without_a_site_of_sixth_is_told_in_one_sentence(
    run: Callable[..., CommandResult], tmp_path: Path
) -> None:
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}"
        result = run("mcp", url)
        other.shutdown()
    assert (result.code, result.err.splitlines()[-1]) == (1, f"sixth: There is no site of Sixth at {url}.")
