"""Bots choose their moves beside the event loop, in a few threads for any number of tables."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import sixth
from sixth import bots
from sixth.rules.events import Action
from sixth.rules.game import legal
from sixth.rules.state import State
from sixth.rules.view import view
from sixth.server.core.route_limits import TABLES, CountProof
from sixth.server.live.bots.pool import STAND_IN, BotPool
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import Begin
from sixth.server.table.seating import EASY, MIXES

CLASSIC = sixth.games["classic"].replace(seats=4)


@pytest.fixture
def bot_pool() -> Iterator[BotPool]:
    """A pool of two threads, with kernels that are ready."""
    bots.get_ready()
    pool = BotPool(threads=2)
    yield pool
    pool.close()


def first_turn() -> State:
    """Return a state in which each player has to choose a card."""
    return sixth.Game(CLASSIC, seed=1).state


async def many(bot_pool: BotPool, bot: str, number: int) -> tuple[list[Action], list[int], int]:
    """Request moves at once; return the actions, the order of their ends, and turns of the loop meanwhile."""
    ended: list[int] = []
    beats = 0

    async def move(at: int) -> Action:
        action = await bot_pool.move(bot, first_turn(), at % 4)
        ended.append(at)
        return action

    async def beat() -> None:
        nonlocal beats
        while True:
            await asyncio.sleep(0)
            beats += 1

    heart = asyncio.create_task(beat())
    actions = await asyncio.gather(*(move(at) for at in range(number)))
    heart.cancel()
    return actions, ended, beats


def test_the_event_loop_goes_on_while_bots_search_in_a_few_threads(bot_pool: BotPool) -> None:
    before = set(threading.enumerate())
    actions, _, beats = asyncio.run(many(bot_pool, "champion", 60))
    assert all(action in legal(first_turn(), at % 4) for at, action in enumerate(actions))
    assert beats > 10
    new = set(threading.enumerate()) - before
    assert 1 <= len([thread for thread in new if thread.name.startswith("sixth-")]) <= 2


def test_moves_end_in_the_order_of_their_requests() -> None:
    bots.get_ready()
    bot_pool = BotPool(threads=1)
    _, ended, _ = asyncio.run(many(bot_pool, "champion", 100))
    bot_pool.close()
    assert ended == list(range(100))


def test_bots_that_answer_at_once_do_not_wait_for_those_that_search(bot_pool: BotPool) -> None:
    async def play() -> bool:
        deep = [asyncio.create_task(bot_pool.move("champion", first_turn(), 0)) for _ in range(8)]
        await asyncio.sleep(0)
        for bot in ("random", "nearest", "careful", "montecarlo", "policy"):
            await bot_pool.move(bot, first_turn(), 1)
        before = any(not task.done() for task in deep)
        await asyncio.gather(*deep)
        return before

    assert asyncio.run(play())


def test_the_stand_in_plays_for_bots_whose_kernels_are_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sixth.bots.warmup._READY", threading.Event())
    bot_pool = BotPool(threads=1)
    state = first_turn()
    for bot in bots.names:
        if not bots.is_ready([bot]):
            action = asyncio.run(bot_pool.move(bot, state, 2))
            assert action == bots.make(STAND_IN).act(sixth.Game(CLASSIC, seed=1).view(2))
    bot_pool.close()
    assert not bots.is_ready(["champion"])
    assert bots.is_ready([STAND_IN])


def test_a_cancelled_move_delays_no_other_move() -> None:
    bots.get_ready()
    bot_pool = BotPool(threads=1)

    async def play() -> None:
        tasks = [asyncio.create_task(bot_pool.move("champion", first_turn(), 0)) for _ in range(200)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await bot_pool.move("champion", first_turn(), 1)

    asyncio.run(play())
    bot_pool.close()


def test_the_kinds_of_a_mix_sit_down_in_turn(bot_pool: BotPool, tmp_path: Path) -> None:
    async def kinds(seats: int) -> list[str]:
        tables = Tables(SqlStore(f"sqlite:///{tmp_path}/sixth.sqlite3"), bot_pool)
        name, token = await tables.door.open(
            sixth.games["classic"].replace(seats=seats), "Ana", counted=CountProof(TABLES)
        )
        sender = Sender(table_id=name, token=token)
        table = await tables.door.send(sender, Begin(game=1, bots=EASY), counted=CountProof(TABLES))
        await tables.close()
        return [sitter.kind for sitter in table.sitters[1:] if sitter]

    four, ten = (asyncio.run(kinds(seats)) for seats in (4, 10))
    assert tuple(four) == MIXES[EASY]
    assert tuple(ten) == MIXES[EASY] * 3


def test_a_move_that_follows_from_the_position_alone_is_computed_once_for_all_tables(
    bot_pool: BotPool,
) -> None:
    async def ask() -> list[Action]:
        return await asyncio.gather(*(bot_pool.fixed_move("policy", first_turn(), 1) for _ in range(50)))

    moves = asyncio.run(ask())
    assert moves[0] in legal(first_turn(), 1)
    assert all(move is moves[0] for move in moves)
    assert moves[0] == bots.make("policy", seed=1).act(view(first_turn(), 1))
