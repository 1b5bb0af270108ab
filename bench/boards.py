"""How long the place of a player takes in a board with many results. `python bench/boards.py`.

    python bench/boards.py [--results 100000]

The rows are those of a board of a week that so many people have played to its end, on SQLite. Measured is
what the page of a player asks for, without drawing it: the place in the whole board with the score of each
deal, the choices of a deal beside the field's, and the ladder of a hundred people. A line of JSON a figure.
"""

import argparse
import asyncio
import json
import statistics
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Final, cast

from sqlalchemy import insert

import sixth.server.app  # noqa: F401 - the tables of all features
from sixth.server.features.boards.board import Board, board_of
from sixth.server.features.boards.boards import Boards, Progress
from sixth.server.features.boards.ladder import ladder_of
from sixth.server.features.boards.rows import DealRows
from sixth.server.features.boards.tables import (
    board_choices,
    board_counts,
    board_ladder,
    board_results,
    daily_tries,
)
from sixth.server.store.people_schema import people, person_seats
from sixth.server.store.sql import SqlStore

AIM_MS: Final = 5
"""Milliseconds in which a place is to be answered."""

ROUNDS: Final = 200
_LADDER: Final = 100
_AT_ONCE: Final = 20_000


def fill(store: SqlStore, board: Board, results: int) -> None:
    """Write the rows of so many players of one version of a board."""
    rng, counts = Random(1), Counter[tuple[str, int]]()
    deals = [board.deal(number, "a") for number in range(1, board.deals + 1)]
    tries, totals, choices = list[dict[str, Any]](), list[dict[str, Any]](), list[dict[str, Any]]()
    for number in range(results):
        heads = [min(60, int(rng.expovariate(0.09))) for _ in deals]
        for deal, each in zip(deals, heads, strict=True):
            counts[deal, each] += 1
            about = {"network": "", "counted": True, "until": board.last.isoformat()}
            player = {"player": f"player{number}", "table_id": f"{deal}-{number}"}
            tries.append({"day": deal, "heads": each, **player, **about})
        counts[board.whole("a"), sum(heads)] += 1
        ended = {"player": f"player{number}", "table_id": f"{deals[-1]}-{number}"}
        totals.append({"board": board.whole("a"), "heads": sum(heads), **ended})
        # All are at the first points, and nearly everybody alone at the last.
        for turn in range(10):
            choices.append(
                {
                    "deal": deals[0],
                    "point": f"{turn}-{number % 6**turn}",
                    "choice": f"{number}",
                    "players": 1,
                    "heads": heads[0],
                    "squares": heads[0] ** 2,
                }
            )
    rows = [{"subject": name, "heads": each, "players": count} for (name, each), count in counts.items()]
    merged = {(row["point"], row["choice"][-1]): {**row, "choice": row["choice"][-1]} for row in choices}
    known = range(_LADDER)
    with store.engine.begin() as connection:
        for table, values in (
            (daily_tries, tries),
            (board_results, totals),
            (board_counts, rows),
            (board_choices, list(merged.values())),
        ):
            for start in range(0, len(values), _AT_ONCE):
                connection.execute(insert(table), values[start : start + _AT_ONCE])
        person = {"mark": 0, "shown": "hidden", "since": 0, "seen_at": 0}
        connection.execute(
            insert(people), [{"person_id": f"p{at}", "name": f"N{at}", **person} for at in known]
        )
        connection.execute(insert(board_ladder), [{"person_id": f"p{at}"} for at in known])
        seats = [{"table_id": f"{deals[-1]}-{at}", "proof": "x", "person_id": f"p{at}"} for at in known]
        connection.execute(insert(person_seats), seats)


async def timed(name: str, ask: Callable[[int], Awaitable[object]], results: int, aim: int | None) -> None:
    """Ask often, and print the median and the 99th of a hundred, and the processor's time each."""
    times, used = list[float](), process_time()
    for number in range(ROUNDS):
        began = perf_counter()
        await ask(number)
        times.append(1000 * (perf_counter() - began))
    cpu = 1000 * (process_time() - used) / ROUNDS
    figures = {"p50": statistics.median(times), "p99": statistics.quantiles(times, n=100)[-1], "cpu": cpu}
    for which, value in figures.items():
        figure = {
            "bench": f"boards.{name}.{which}",
            "value": round(value, 2),
            "unit": "ms",
            "results": results,
        }
        print(json.dumps(figure | ({"aim_ms": aim} if aim else {})), flush=True)


async def measure(store: SqlStore, board: Board, results: int) -> None:
    """Measure what the pages of a board ask for."""
    rows = DealRows(store)
    # Neither tables nor ends of games are asked for.
    boards = Boards(cast("Any", None), rows, cast("Any", None))

    async def place(number: int) -> object:
        tries = await asyncio.to_thread(rows.of_player, f"player{number * (results // ROUNDS)}")
        return await boards.result(Progress(board, "player", "a", tries))

    async def choices(number: int) -> object:
        points: Sequence[str] = [f"{turn}-{number % 6**turn}" for turn in range(10)]
        return await asyncio.to_thread(rows.chosen, board.deal(1, "a"), points)

    async def ladder(_number: int) -> object:
        return await asyncio.to_thread(store.read, lambda connection: ladder_of(connection, board, 0))

    await timed("place", place, results, AIM_MS)
    await timed("choices", choices, results, AIM_MS)
    await timed("ladder", ladder, results, None)


def main() -> None:
    """Measure it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--results", type=int, default=100_000)
    asked = parser.parse_args()
    board = board_of(date(2026, 12, 3), weekly=True)
    with TemporaryDirectory() as folder:
        store = SqlStore(f"sqlite:///{Path(folder) / 'sixth.sqlite3'}")
        fill(store, board, asked.results)
        asyncio.run(measure(store, board, asked.results))
        store.close()


if __name__ == "__main__":
    main()
