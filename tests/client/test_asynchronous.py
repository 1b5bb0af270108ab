"""The client in an event loop, over lost connections and servers that are killed."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import httpx2
import pytest

from sixth.client import Ask, AsyncClient, AsyncSeat, End, ProblemError
from sixth.rules.events import Action, Chose, Took
from sixth.server.store.sql import SqlStore
from sixth.server.table.fold import fold
from tests.server.support.hosting import until
from tests.server.support.parties import deeds
from tests.server.support.programs import SHORT
from tests.server.support.serving import PATIENCE, Server, serving

TABLES, SEATS, KILLS = 10, 4, 2


class Player:
    """A seat that plays at random, and notes what it was told has been done."""

    def __init__(self, seat: AsyncSeat, number: int, seed: int) -> None:
        self.seat, self.number, self._rng = seat, number, Random(seed)
        self.done: set[tuple[str, int, int, int, int]] = set()

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
                self.done.add(("take", self.number, ask.round, ask.turn, action.row))  # type: ignore[union-attr]
            case _:
                self.done.add((ask.asks, self.number, ask.round, ask.turn, action.card))  # type: ignore[union-attr]


def _have_done(players: list[Player], goal: int) -> bool:
    return sum(len(each.done) for each in players) >= goal


async def _play_through(server: Server) -> list[tuple[str, set[tuple[str, int, int, int, int]]]]:
    """Programs at several tables play a game each, while the server is killed and started again."""
    async with AsyncClient(server.url, patience_s=PATIENCE) as site:
        players: list[Player] = []
        for number in range(TABLES):
            host = await site.open(f"Host {number}", seats=SEATS, options=SHORT, config={"outside": True})
            seats = [host, *[await site.sit(host.table, f"Guest {each}") for each in range(1, SEATS)]]
            players += [Player(seat, at, number * SEATS + at) for at, seat in enumerate(seats)]
            await host.begin()
        playing = asyncio.gather(*(each.play() for each in players))
        # Whoever is in the middle of something then has to find out what became of it.
        for goal in sorted(Random().sample(range(1, TABLES * SEATS * 4), KILLS)):
            enough = partial(_have_done, players, goal)
            await asyncio.to_thread(until, enough, "more was done")
            server.kill()
            await asyncio.to_thread(server.restart)
        await asyncio.wait_for(playing, PATIENCE)
        return [(each.seat.table, each.done) for each in players]


def test_what_forty_programs_were_told_is_done_is_there_after_the_server_was_killed(
    tmp_path: Path,
) -> None:
    with serving(tmp_path / "data") as server:
        told = asyncio.run(_play_through(server))
        store = SqlStore(f"sqlite:///{server.data}/sixth.sqlite3")
        for table, done in told:
            log = store.load(table)
            assert done <= set(deeds(table, log))
            state = fold(table, log).state
            assert state is not None
            assert state.over
        assert sum(isinstance(each, Chose | Took) for each in log) > 0
        assert sum(len(done) for _, done in told) >= TABLES * SEATS * 3
        store.close()


def test_a_server_that_ends_says_so_and_one_that_is_not_there_is_waited_for_no_longer_than_one_likes(
    tmp_path: Path,
) -> None:
    async def until_it_ends(server: Server) -> None:
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
        asyncio.run(until_it_ends(server))
