"""The client in an event loop, over lost connections and restarts of the server."""

import asyncio
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import httpx2
import pytest

from sixth.client import Ask, AsyncClient, AsyncSeat, End, ProblemError
from sixth.rules.events import Action, Chose, Took
from sixth.server.store.sql import SqlStore
from sixth.server.table.fold import fold
from tests.server.support.hosting import until
from tests.server.support.parties import deeds_in
from tests.server.support.programs import SHORT
from tests.server.support.serving import PATIENCE, Server, serving

TABLES, SEATS, KILLS = 5, 4, 2


class Player:
    """A seat that plays at random, and notes the answers that the server has accepted."""

    def __init__(self, seat: AsyncSeat, number: int, seed: int) -> None:
        self.seat, self.number, self._rng = seat, number, Random(seed)
        self.accepted: set[tuple[str, int, int, int, int]] = set()

    async def play(self) -> None:
        """Play a game to its end."""
        async for line in self.seat.news():
            if not isinstance(line, Ask):
                continue
            if line.asks == "begin":
                return
            action = self._rng.choice(line.view.legal) if line.view.legal else None
            try:
                await self.seat.answer(line, action)
            except ProblemError as problem:
                if problem.status != 409:
                    raise
            else:
                self._note(line, action)

    def _note(self, ask: Ask, action: Action | None) -> None:
        match action:
            case None:
                pass
            case _ if ask.asks == "take":
                self.accepted.add(("take", self.number, ask.round, ask.turn, action.row))  # type: ignore[union-attr]
            case _:
                self.accepted.add((ask.asks, self.number, ask.round, ask.turn, action.card))  # type: ignore[union-attr]


def _have_played(players: list[Player], goal: int) -> bool:
    return sum(len(each.accepted) for each in players) >= goal


async def _play_through(server: Server) -> list[tuple[str, set[tuple[str, int, int, int, int]]]]:
    """Play a game at each of several tables while the server restarts, and return each seat's answers."""
    async with AsyncClient(server.url, patience_s=PATIENCE) as site:
        players: list[Player] = []
        for number in range(TABLES):
            host = await site.open(f"Host {number}", seats=SEATS, options=SHORT, config={"outside": True})
            seats = [host, *[await site.sit(host.table, f"Guest {each}") for each in range(1, SEATS)]]
            players += [Player(seat, at, number * SEATS + at) for at, seat in enumerate(seats)]
            await host.begin()
        playing = asyncio.gather(*(each.play() for each in players))
        # A player whose answer is under way then has to learn whether the server took it.
        for goal in sorted(Random().sample(range(1, TABLES * SEATS * 4), KILLS)):
            enough = partial(_have_played, players, goal)
            await asyncio.to_thread(until, enough, "more was played")
            server.kill()
            await asyncio.to_thread(server.restart)
        await asyncio.wait_for(playing, PATIENCE)
        return [(each.seat.table, each.accepted) for each in players]


def test_answers_that_a_server_accepted_survive_its_kill(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        seats = asyncio.run(_play_through(server))
        store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
        for table, answers in seats:
            log = store.load(table)
            assert answers <= set(deeds_in(table, log))
            state = fold(table, log).state
            assert state is not None
            assert state.over
        assert sum(isinstance(each, Chose | Took) for each in log) > 0
        assert sum(len(answers) for _, answers in seats) >= TABLES * SEATS * 3
        store.close()


def test_a_request_is_repeated_while_a_proxy_reaches_no_server() -> None:
    class Proxy(BaseHTTPRequestHandler):
        """A proxy before a server that is away for one request."""

        is_away = True

        def do_GET(self) -> None:
            self.send_response(502 if Proxy.is_away else 200)
            self.end_headers()
            self.wfile.write(b"<html>Bad Gateway" if Proxy.is_away else b'{"table":"x"}')
            Proxy.is_away = False

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    async def find(url: str) -> str:
        async with AsyncClient(url, patience_s=PATIENCE) as site:
            return await site.find("CODE")

    with HTTPServer(("127.0.0.1", 0), Proxy) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            assert asyncio.run(find(f"http://127.0.0.1:{server.server_port}")) == "x"
        finally:
            server.shutdown()
            thread.join()


def test_a_server_announces_its_end_and_a_client_without_patience_fails_at_once(tmp_path: Path) -> None:
    async def listen_to_the_end(server: Server) -> None:
        async with AsyncClient(server.url, patience_s=0) as site:
            ana = await site.open("Ana", seats=2)
            async with site.http.stream("GET", f"/tables/{ana.table}/events") as answer:
                lines = answer.aiter_lines()
                await anext(lines)
                await asyncio.to_thread(server.stop)
                last = [line async for line in lines][-1]
            assert '"line":"end"' in last
            assert '"code":"closed","why":"This server is about to end; come back in a moment."' in last
            with pytest.raises(httpx2.TransportError):
                await ana.look()
            with pytest.raises(httpx2.TransportError):
                assert not [line async for line in ana.news() if isinstance(line, End)]

    with serving(tmp_path / "data") as server:
        asyncio.run(listen_to_the_end(server))
