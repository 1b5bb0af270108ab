"""Tournaments on a server that is killed at the worst moments."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx2

from sixth.server.table.identity import new_token
from tests.server.features.tournaments.evenings import begun, of, play_round, running, settled
from tests.server.support.hosting import prepare
from tests.server.support.serving import PATIENCE, TLS, serving

_DIES: Final = """
import os, signal
from sixth.server.live.tables import Tables
opened = 0
create = Tables.create_with_game
async def create_one(*args, **more):
    global opened
    if opened:
        os.kill(os.getpid(), signal.SIGKILL)
    opened += 1
    await create(*args, **more)
Tables.create_with_game = create_one
"""
"""Has a server die as it opens its second table."""

_PLAN: Final = {"name": "Friday", "options": {"hand": 2, "end": "rounds:1"}, "rounds": 1}


class _Program:
    """A program with a token."""

    def __init__(self, url: str) -> None:
        self.token = new_token()
        self.http = httpx2.Client(
            base_url=f"{url}/api/v1",
            headers={"authorization": f"Bearer {self.token}"},
            timeout=PATIENCE,
            verify=TLS,
        )

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the answer to a command."""
        answer = self.http.post(f"/tournaments{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json()


def test_a_round_whose_tables_were_half_opened_is_completed_after_a_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "data", first=_DIES) as server:
        host, *players = [_Program(server.url) for _ in range(9)]
        code = host.post("", _PLAN)["code"]
        for number, player in enumerate(players):
            player.post(f"/{code}/join", {"name": f"P{number}", "bot": False})
        with suppress(httpx2.TransportError):
            # The server dies about when it answers.
            host.post(f"/{code}/begin")
        server.process.wait(PATIENCE)
        server.kill()
        server.first = ""
        server.restart()
        seats = [player.http.get(f"/tournaments/{code}/seat").json() for player in players]
        tables = {seat["table"] for seat in seats}
        assert len(tables) == 2
        for seat, player in zip(seats, players, strict=True):
            headers = {"authorization": f"Bearer {seat['token']}"}
            address = f"{server.url}/api/v1/tables/{seat['table']}"
            shown = player.http.get(address, headers=headers).json()
            assert (shown["seat"], shown["asks"]) == (seat["seat"], "choose")
            player.http.close()
        host.http.close()


def test_a_game_that_ended_before_a_restart_is_reported_once_after_it(tmp_path: Path) -> None:
    database = prepare(tmp_path)

    async def evening() -> str:
        async with running(database) as site:
            code, senders = await begun(site)
            # The process ends before the loop looks at the end of the games.
            await of(site).close()
            await play_round(site, code, senders)
            assert not (await of(site).get(code)).rounds[0].results
            return code

    async def morning(code: str) -> int:
        async with running(database) as site:
            await settled(site)
            tournament = await of(site).get(code)
            assert sorted(tournament.rounds[0].results) == [1, 2]
            return tournament.version

    code = asyncio.run(evening())
    assert asyncio.run(morning(code)) == asyncio.run(morning(code))
