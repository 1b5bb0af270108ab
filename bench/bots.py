"""How long the bots take: each level alone, and champions at many tables at once. `python bench/bots.py`.

Alone, a level decides everything of a round of careful players, in one thread, with its budget as at a table.
At tables it is the server's own: real tables over SQLite, one person and three champions each, and all people
play at once, as soon as they are asked. The time of a move counts from when it was asked for.
"""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import sixth
import sixth.server.app  # a new database has the tables of all features
from sixth import bots
from sixth.rules.events import Action
from sixth.rules.game import legal
from sixth.rules.options import End
from sixth.rules.state import State
from sixth.rules.view import View
from sixth.rules.view_json import action_to_json
from sixth.server.core import route_limits
from sixth.server.live.bots.pool import BotPool
from sixth.server.live.door import Sender
from sixth.server.live.tables import Tables
from sixth.server.protocol.values import Action as Answer
from sixth.server.store.sql import SqlStore
from sixth.server.table.commands import Begin

SEATS = 4
TABLES = (1, 10, 100)
COUNTED = route_limits.CountProof(route_limits.TABLES)
BEAT = 0.005
"""Seconds between two beats of the event loop's heart."""

Times = list[float]


def report(name: str, times: Sequence[float], note: str) -> None:
    """Some times as a line of JSON, in milliseconds."""
    times = sorted(times)
    shares = {"p50": 0.5, "p99": 0.99, "max": 1.0}
    found = {key: round(1000 * times[int(share * (len(times) - 1))], 2) for key, share in shares.items()}
    print(json.dumps({"bench": name, **found, "unit": "ms", "count": len(times), "note": note}), flush=True)


# ------------------------------------------------------------------ each level alone


def decisions(seats: int) -> list[View]:
    """Everything that there is to decide in a round of careful players."""
    game = sixth.Game(sixth.games["classic"].replace(seats=seats, end=End("rounds", 1)), seed=1)
    careful = bots.make("careful")
    found = []
    while not game.over:
        for seat in game.to_act:
            view = game.view(seat)
            found += [view] if len(view.legal) > 1 else []
            game.act(seat, careful.act(view))
    return found


def alone(level: str, seats: int) -> Times:
    """The time of each move of a level."""
    times = []
    for view in decisions(seats):
        bot = bots.make(level, seed=1, seconds=bots.budget(level))
        begin = perf_counter()
        bot.act(view)
        times.append(perf_counter() - begin)
    return times


# ------------------------------------------------------------------ many tables


class Watched(BotPool):
    """Keeps how long each move took from when it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Times = []

    async def move(self, bot: str, state: State, seat: int) -> Action:
        """See `BotPool.move`."""
        begin = perf_counter()
        action = await super().move(bot, state, seat)
        self.times.append(perf_counter() - begin)
        return action


async def play(tables: Tables, turns: Times) -> None:
    """One person's first round, and how long each turn took from their choice to the next question."""
    name, token = await tables.door.open(sixth.games["classic"].replace(seats=SEATS), "Ana", counted=COUNTED)
    moved = asyncio.Event()
    with tables.pubsub.listen(name, moved):
        sender = Sender(table_id=name, token=token)
        await tables.door.send(sender, Begin(game=1, bots="champion"), counted=COUNTED)
        asked = perf_counter()
        while True:
            # What happens from here on is noticed.
            moved.clear()
            table = await tables.get(name)
            state = table.state
            if table.between_rounds or state is None:
                return
            if 0 not in state.to_act:
                await moved.wait()
                continue
            turns.append(perf_counter() - asked)
            asked = perf_counter()
            action = legal(state, 0)[0]
            moment: dict[str, Any] = {"game": 1, "round": state.round, "turn": state.turn}
            answer = Answer.model_validate(action_to_json(action))
            await tables.door.carry_out(sender, answer.command(**moment))


async def heart(gaps: Times) -> None:
    """Beat, and keep how late each beat was."""
    while True:
        begin = perf_counter()
        await asyncio.sleep(BEAT)
        gaps.append(perf_counter() - begin - BEAT)


async def together(number: int) -> None:
    """So many tables at once."""
    with TemporaryDirectory() as folder:
        thinking, turns, gaps = Watched(), Times(), Times()
        tables = Tables(SqlStore(f"sqlite:///{Path(folder) / 'bench.sqlite3'}"), thinking)
        beating = asyncio.create_task(heart(gaps))
        await asyncio.gather(*(play(tables, turns) for _ in range(number)))
        beating.cancel()
        await tables.close()
    who = f"{number} tables of {SEATS - 1} champions" if number > 1 else f"a table of {SEATS - 1} champions"
    report(f"bots.move.{number}", thinking.times, f"{who}: from being asked to the answer")
    report(f"bots.turn.{number}", turns, f"{who}: from a person's choice to the next question")
    report(f"bots.loop.{number}", gaps, f"{who}: how late the event loop is")


def main() -> None:
    """Measure and print."""
    bots.get_ready()
    for seats in (SEATS, 10):
        for level in bots.methods:
            report(f"bots.{level}.{seats}", alone(level, seats), f"{seats} seats, one thread")
    for number in TABLES:
        asyncio.run(together(number))


if __name__ == "__main__":
    main()
