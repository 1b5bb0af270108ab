"""How many tables a server carries, beside a well-known server for turn-based games. `python bench/load.py`.

    python bench/load.py [--tables 10 100 1000] [--idle 5000] [--watch 100] [--most] [--turns 1] [--alone]
                         [--pace 10] [--seconds 30] [--warm 30] [--database URL [--workers 1]] [--reviews 4]

Each table has four people, who are told what happens over a line of their own and do one thing in `--pace`
seconds, at moments of their own. Nothing is counted of the first `--warm` seconds. Measured is how long it
takes from an action until all four have been told, what the server's processor and memory do meanwhile, how
many bytes that takes before any compression, and what a line costs over which nothing comes (`--idle`, in
lines). `--most` looks for the most tables of which 99 % of the actions are told of within 150 ms. `--watch`
measures the moves of nine bots that think of nothing, and of the dealer, while one person looks.

The server is a process of its own on the first processor, the clients are on the others. Measured turn about,
`--turns` times each, are Sixth with a SQLite file; where `--database` names an empty PostgreSQL, Sixth with
that, in as many processes as `--workers` says (one number or several; more than one process is not kept to
one processor, and what the database itself uses is not counted); with `--reviews` Sixth while the coach looks
at so many games (5 at most) of ten rounds, at all four seats of each, on the server's own processor; and,
unless `--alone` is said, where there is a Node, the peer: boardgame.io with the same game
(`bench/peers/boardgame_io/server.js`). A line of JSON a figure, and at the end a table with the medians.
"""

import argparse
import gc
import json
import resource
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle, product
from typing import Any

import uvloop
from peers import ours, process, reviewed
from peers.boardgame_io import client
from peers.play import SEATS, Bench, Table
from peers.process import Server

SIXTH, PEER = "sixth", "boardgame.io"

GOAL_MS = 150
AIMS = {
    "load.1000.cpu.action": "the peer's, 0.5 at most",
    "load.1000.p50": "2",
    "load.1000.p99": "30",
    "load.1000.told.action": "4",
    "load.idle": "15",
    "load.watch.cpu.move": "0.3",
    "load.most": "4,000",
}
"""What Sixth is to reach on the machine that `docs/performance.md` tells of."""

FIRST = 10
"""Tables after which memory is looked at: what they bring in is there once, however many follow."""

BOTS = 9
MOVES_A_TURN = BOTS + BOTS + 1
"""At a table of one person with so many bots: what these choose, and the cards that are placed."""

MAX_TABLES = 4900
"""With four lines each, as many as 20,000 open files allow."""

Opener = Callable[[], Awaitable[Table]]


class Figures:
    """What was measured, said as it comes, and all of it once more at the end."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))

    def add(self, side: str, name: str, value: float, unit: str, **more: object) -> None:
        """A figure of one of the two, as a line of JSON."""
        self._found[name, unit][side].append(value)
        print(
            json.dumps({"bench": name, "of": side, "value": round(value, 3), "unit": unit, **more}),
            flush=True,
        )

    def table(self) -> None:
        """All of them, the median where there are several."""
        sides = list(dict.fromkeys(side for found in self._found.values() for side in found))
        # The peer is what Sixth is compared with, and each other way to run Sixth is compared with the usual.
        ratios = [(side, SIXTH) if side != PEER else (SIXTH, PEER) for side in sides if side != SIXTH]
        heads = ["figure", "unit", *sides, *(f"{this} / {that}" for this, that in ratios), "aim"]
        print(f"\n| {' | '.join(heads)} |\n|---|---|{'---:|' * (len(heads) - 3)}---|")
        for (name, unit), found in self._found.items():
            medians = {side: statistics.median(values) for side, values in found.items()}
            cells = [f"{medians[side]:,.4g}" if side in medians else "–" for side in sides]
            for this, that in ratios:
                told = this in medians and medians.get(that)
                cells.append(f"{medians[this] / medians[that]:.2f}" if told else "–")
            print(f"| `{name}` | {unit} | {' | '.join(cells)} | {AIMS.get(name, '')} |")


def share(values: Sequence[float], of: float) -> float:
    """The value below which such a share of them lies."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(len(ranked) * of))] if ranked else float("nan")


@dataclass(frozen=True)
class Load:
    """How tables are played at."""

    pace_s: float
    seconds: float
    warm_s: float


@dataclass
class Used:
    """What was used up between two moments."""

    server: Server
    took_s: float = 0
    cpu_s: float = 0
    driver_s: float = 0

    def __call__(self) -> None:
        """It is the beginning, or the end."""
        self.took_s = time.perf_counter() - self.took_s
        self.cpu_s = self.server.cpu_s() - self.cpu_s
        self.driver_s = time.process_time() - self.driver_s


@dataclass(frozen=True)
class Side:
    """A server to be measured: how it is started, and how tables are opened at it."""

    name: str
    serving: Callable[[], AbstractContextManager[Server]]
    opener: Callable[..., Opener]
    reviews: int = 0
    """Games that the coach looks at meanwhile."""


def at_sixth(bench: Bench, server: Server, *, begun: bool) -> Opener:
    """How tables are opened at Sixth, and by what their people follow them.

    Of several workers each has its share of them, as by a proxy.
    """
    pools = cycle([ours.Pool(bench, url) for url in server.own or (server.url,)])
    return lambda: ours.opened(bench, next(pools), begun=begun)


def at_peer(bench: Bench, server: Server, *, begun: bool) -> Opener:
    """How they are at the peer, where a match begins with its first deal."""
    names = count()
    return lambda: client.opened(bench, server.url, f"match-{next(names)}")


async def loaded(figures: Figures, side: Side, tables: int, load: Load, server: Server) -> None:
    """So many tables at play."""
    bench, used = Bench(load.pace_s), Used(server)
    opened = side.opener(bench, server, begun=True)
    await bench.seat(min(FIRST, tables), opened)
    before = server.memory_bytes()
    await bench.seat(tables, opened)
    pool = ours.Pool(bench, server.url)
    await reviewed.ask(pool, side.reviews)
    await bench.play(load.warm_s, load.seconds, used)
    held, counts = server.memory_bytes() - before, bench.counts
    done = len(counts.times)
    add = partial(figures.add, side.name)
    wrong = {"refused": counts.refused, "lost": counts.lost, "looked": counts.looked}
    driver = round(100 * used.driver_s / used.took_s)
    add(f"load.{tables}.actions", done / used.took_s, "1/s", pace_s=load.pace_s, driver_pct=driver, **wrong)
    add(f"load.{tables}.p50", 1000 * share(counts.times, 0.5), "ms")
    add(f"load.{tables}.p99", 1000 * share(counts.times, 0.99), "ms")
    if side.reviews:
        # What the programs used that work them out is no figure of the server.
        ready = await reviewed.done(pool, side.reviews)
        add(f"load.{tables}.reviews", ready, f"of {SEATS * side.reviews} reviews done")
        bench.leave(0)
        return
    add(f"load.{tables}.cpu", 100 * used.cpu_s / used.took_s, "% of a processor")
    add(f"load.{tables}.cpu.action", 1000 * used.cpu_s / max(1, done), "ms of processor an action")
    add(f"load.{tables}.told.action", counts.told_bytes / max(1, done) / 1024, "KB told an action")
    add(f"load.{tables}.answer.action", counts.answer_bytes / max(1, done) / 1024, "KB answered an action")
    if tables > FIRST:
        add(f"load.{tables}.memory", held / (tables - FIRST) / 1024, "KB a table with its four lines")
    bench.leave(0)


async def idle(figures: Figures, side: Side, lines: int, server: Server) -> None:
    """Tables of four at which nothing moves, with so many lines in all."""
    bench = Bench(1)
    opened = side.opener(bench, server, begun=False)
    await bench.seat(2 * FIRST, opened)
    before = server.memory_bytes()
    await bench.seat(2 * FIRST + lines // SEATS, opened)
    held = server.memory_bytes() - before
    figures.add(side.name, "load.idle", held / lines / 1024, "KB a silent line", lines=lines)
    bench.leave(0)


async def watched(figures: Figures, side: Side, tables: int, load: Load, server: Server) -> None:
    """So many tables at which one person plays with bots, and looks at what these and the dealer do."""
    bench, used = Bench(load.pace_s), Used(server)
    await bench.seat(tables, partial(ours.opened_with_bots, bench, ours.Pool(bench, server.url), BOTS))
    await bench.play(load.warm_s, load.seconds, used)
    counts = bench.counts
    moves = max(1, MOVES_A_TURN * counts.choices)
    wrong = {"refused": counts.refused, "lost": counts.lost, "looked": counts.looked}
    figures.add(side.name, "load.watch.turns", counts.choices / used.took_s, "1/s", tables=tables, **wrong)
    figures.add(side.name, "load.watch.cpu.move", 1000 * used.cpu_s / moves, "ms of processor a move")
    figures.add(side.name, "load.watch.told.move", counts.told_bytes / moves / 1024, "KB told a move")
    bench.leave(0)


async def most(figures: Figures, side: Side, load: Load, server: Server) -> None:
    """The most tables that are told in time: twice as many until it is too late, then halfway between."""
    bench = Bench(load.pace_s)
    opened = side.opener(bench, server, begun=True)
    good, bad, tables = 0, 0, 250
    while True:
        bench.leave(tables)
        await bench.seat(tables, opened)
        await bench.play(load.warm_s, load.seconds, lambda: None)
        late_ms = 1000 * share(bench.counts.times, 0.99)
        print(
            json.dumps(
                {"bench": "load.most.try", "of": side.name, "tables": tables, "p99_ms": round(late_ms)}
            )
        )
        good, bad = (tables, bad) if late_ms < GOAL_MS else (good, tables)
        if good == MAX_TABLES or (bad and bad - good <= max(good // 10, 25)):
            break
        tables = (good + bad) // 2 if bad else min(2 * good, MAX_TABLES)
    figures.add(side.name, "load.most", good, f"tables with p99 < {GOAL_MS} ms", not_with=bad or None)
    bench.leave(0)


def _asked() -> argparse.Namespace:
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, nargs="*", default=[10, 100, 1000], help="at play")
    parser.add_argument("--idle", type=int, default=5000, help="lines over which nothing comes; 0 for none")
    parser.add_argument("--watch", type=int, default=0, help="tables at which one person looks on")
    parser.add_argument("--most", action="store_true", help="look for the most tables that are told in time")
    parser.add_argument("--turns", type=int, default=1, help="times that each is measured")
    parser.add_argument("--alone", action="store_true", help="without the peer")
    parser.add_argument("--pace", type=float, default=10.0, help="seconds between two actions of one person")
    parser.add_argument("--seconds", type=float, default=30.0, help="to play in")
    parser.add_argument("--warm", type=float, default=30.0, help="seconds before, which are not counted")
    parser.add_argument("--database", help="an empty PostgreSQL, for Sixth with that")
    parser.add_argument("--reviews", type=int, default=0, help="games that the coach looks at meanwhile")
    parser.add_argument("--workers", type=int, nargs="+", default=[1], help="processes of Sixth with that")
    return parser.parse_args()


def _sides(database: str | None, workers: Sequence[int], *, reviews: int, alone: bool) -> list[Side]:
    """What is measured turn about."""
    sides = [Side(SIXTH, partial(process.ours, None, 1), at_sixth)]
    if database:
        sides += [
            Side(f"PostgreSQL × {each}", partial(process.ours, database, each), at_sixth) for each in workers
        ]
    if reviews:
        serving = partial(process.ours, None, 1, games=reviews)
        sides.append(Side("sixth with reviews", serving, at_sixth, reviews))
    if not alone:
        if process.peer_is_here():
            sides.append(Side(PEER, process.peer, at_peer))
        else:
            print("There is no Node here, so the peer is not measured.", file=sys.stderr)
    return sides


def _measured(side: Side, what: Callable[[Server], Coroutine[Any, Any, None]]) -> None:
    """Have it measured at a server of its own."""
    gc.collect()
    with side.serving() as server:
        uvloop.run(what(server))


def main() -> None:
    """Measure what was asked for."""
    asked = _asked()
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    load, figures = Load(asked.pace, asked.seconds, asked.warm), Figures()
    sides = _sides(asked.database, asked.workers, reviews=asked.reviews, alone=asked.alone)
    # What people hold at tables stays; to look through it again and again would be measured, too.
    gc.disable()
    for _ in range(asked.turns):
        for tables, side in product(asked.tables, sides):
            _measured(side, partial(loaded, figures, side, tables, load))
        for side in sides:
            if asked.idle:
                _measured(side, partial(idle, figures, side, asked.idle))
            if asked.watch and side.name != PEER:
                _measured(side, partial(watched, figures, side, asked.watch, load))
            if asked.most:
                _measured(side, partial(most, figures, side, load))
    figures.table()


if __name__ == "__main__":
    main()
