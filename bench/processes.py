"""What several processes over one PostgreSQL cost beside one of them. `python bench/processes.py URL`.

    python bench/processes.py URL [--tables 200] [--workers 4] [--turns 3] [--pace 10] [--seconds 20]
                              [--warm 10]

Measured, in turn, is the time on the processor that an action takes of one process over SQLite, of one over
the PostgreSQL at `URL`, and of several workers over that: where each table is asked for at one worker's own
port, as by a proxy that goes by its address, and where every request and every stream goes to the port that
all workers share. What the database uses is not counted. All processes share the first processor. A line of
JSON a figure, and at the end a table with the medians.
"""

import argparse
import gc
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from random import Random

import uvloop
from load import share
from peers import ours, process
from peers.play import Bench
from peers.process import Server


class SharedPool(ours.Pool):
    """Connections to the port that workers share: whichever worker accepts one has it."""

    POOLS = 16

    def __init__(self, bench: Bench, url: str) -> None:
        super().__init__(bench, url)
        # One pool takes the connection that was used last, so it would ask one worker only.
        self._pools = [ours.Pool(bench, url) for _ in range(self.POOLS)]
        self._rng = Random(1)

    def send(self, request: bytes, answered: ours.Answered) -> None:
        """Send it over any of the connections."""
        self._rng.choice(self._pools).send(request, answered)


@dataclass(frozen=True)
class Way:
    """How many workers there are, where they keep tables, and whether all are asked at the shared port."""

    name: str
    database: str | None
    workers: int = 1
    shared: bool = False

    @contextmanager
    def serving(self) -> Iterator[Server]:
        """The server, as a host starts it."""
        with process.ours(self.database, self.workers, alone=True) as server:
            yield server

    def pools(self, bench: Bench, server: Server) -> list[ours.Pool]:
        """Return the pools of which each table has one."""
        if self.shared:
            return [SharedPool(bench, server.url)]
        return [ours.Pool(bench, url) for url in server.own or [server.url]]


def report(way: Way, name: str, value: float, unit: str) -> None:
    """A figure as a line of JSON."""
    line = {"bench": f"processes.{name}", "of": way.name, "value": round(value, 3), "unit": unit}
    print(json.dumps(line), flush=True)


async def measured(way: Way, asked: argparse.Namespace, server: Server) -> float:
    """Milliseconds of processor an action."""
    bench = Bench(asked.pace)
    pools = cycle(way.pools(bench, server))
    await bench.seat(asked.tables, lambda: ours.opened(bench, next(pools)))
    spent: list[float] = []

    def used() -> None:
        spent.append(server.cpu_s())

    await bench.play(asked.warm, asked.seconds, used)
    counts = bench.counts
    found = 1000 * (spent[1] - spent[0]) / max(1, len(counts.times))
    report(way, "actions", len(counts.times) / asked.seconds, "1/s")
    report(way, "p50", 1000 * share(counts.times, 0.5), "ms")
    report(way, "p99", 1000 * share(counts.times, 0.99), "ms")
    report(way, "wrong", counts.refused + counts.lost, "actions")
    report(way, "cpu.action", found, "ms of processor an action")
    bench.leave(0)
    return found


def main() -> None:
    """Measure each way in turn, and say how much more it costs than one process."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("database", help="a PostgreSQL, empty")
    parser.add_argument("--tables", type=int, default=200, help="at play")
    parser.add_argument("--workers", type=int, default=4, help="where there are several")
    parser.add_argument("--turns", type=int, default=3, help="times that each is measured")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two actions of one person")
    parser.add_argument("--seconds", type=float, default=20.0, help="to play in")
    parser.add_argument("--warm", type=float, default=10.0, help="seconds before, which are not counted")
    asked = parser.parse_args()
    one = Way("PostgreSQL, one process", asked.database)
    ways = [
        Way("SQLite", None),
        one,
        Way(f"{asked.workers} workers, a table at one", asked.database, asked.workers),
        Way(f"{asked.workers} workers, the shared port", asked.database, asked.workers, shared=True),
    ]
    found: defaultdict[Way, list[float]] = defaultdict(list)
    gc.disable()
    for _ in range(asked.turns):
        for way in ways:
            gc.collect()
            with way.serving() as server:
                found[way].append(uvloop.run(measured(way, asked, server)))
            time.sleep(1)
    print("\n| | ms of processor an action | to one process | of a turn each |\n|---|---:|---:|---|")
    usual = statistics.median(found[one])
    for way, values in found.items():
        each = ", ".join(f"{value / beside:.2f}" for value, beside in zip(values, found[one], strict=True))
        middle = statistics.median(values)
        print(f"| {way.name} | {middle:.3g} | {middle / usual:.2f} | {each} |")


if __name__ == "__main__":
    main()
