"""What each address costs the serving process at most. `python bench/costs.py [--only PATH] [--over MS]`.

A server of its own, over tables and games as long as there can be; every route of the app with the largest
input that it takes. Of each request, alone, the processor time of the whole serving process is taken, so
what its threads do counts, too. A line of JSON a route: the dearest request, the least of `--runs`, since all
else that the process does meanwhile only adds, and what the first one cost, which includes what is made once
and kept. `ROUTES` has a case for every route
(`tests/server/test_costs.py` holds that), and all of them are also asked with long paths, queries, cookies,
headers and bodies.
"""

import argparse
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cases import ROUTES, Case, hostile, request
from worlds import World, build

GOAL_MS: Final = 5.0
"""Milliseconds of processor in the serving process that a request may cost."""

RUNS: Final = 5

# ------------------------------------------------------------------ measuring


@dataclass
class Answer:
    """An answer, and the milliseconds of processor that it took."""

    status: int
    size: int
    ms: float


class Measured:
    """Asks a server, whose process is `pid`, one request after the other."""

    def __init__(self, port: int, pid: int) -> None:
        self._port = port
        # The clock of another process (`clock_getcpuclockid`).
        self._clock = (~pid << 3) | 2
        self.line = socket.create_connection(("127.0.0.1", port))

    def ask(self, route: str, case: Case) -> Answer:
        """Send a request, and return what came."""
        raw = request(route, case, self._port)
        self.line.close()
        # Of a connection of its own, since a refused head closes it.
        self.line = socket.create_connection(("127.0.0.1", self._port), timeout=60)
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with suppress(ConnectionError):
            return self._answer(raw)
        # What is refused before it is read may be reset.
        return Answer(0, 0, 0.0)

    def _answer(self, raw: bytes) -> Answer:
        before = time.clock_gettime(self._clock)
        self.line.sendall(raw)
        head, _, rest = self._until(b"\r\n\r\n").partition(b"\r\n\r\n")
        told = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
        size = len(rest)
        if told:
            while size < int(told[1]) and (got := self.line.recv(2**18)):
                size += len(got)
        elif not rest:
            # A stream: what comes first.
            size += len(self.line.recv(2**20))
        after = time.clock_gettime(self._clock)
        return Answer(int(head.split()[1]) if head else 0, size, (after - before) * 1000)

    def _until(self, mark: bytes) -> bytes:
        found = b""
        while mark not in found and (got := self.line.recv(2**18)):
            found += got
        return found


@contextmanager
def serving(folder: Path, options: Sequence[str] = ()) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A server over a folder, which ends with the block."""
    command = [sys.executable, "-m", "sixth", "serve", "--port", "0", "--data", str(folder)]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server, int(server.stdout.readline().split(":")[2].split("/")[0])
        finally:
            server.send_signal(signal.SIGKILL)


def measure(measured: Measured, route: str, runs: int) -> Iterator[dict[str, Any]]:
    """Yield what each request to a route costs."""
    for case in (*ROUTES[route], *hostile(route)):
        first = measured.ask(route, case)
        found = [measured.ask(route, case) for _ in range(runs)]
        yield {
            "route": route,
            "case": case.name or case.query or "&".join(case.at.values()),
            "ms": round(min(each.ms for each in found), 1),
            "first": round(first.ms, 1),
            "status": found[-1].status,
            "bytes": found[-1].size,
        }


def report(world: World, *, only: str, over: float, runs: int) -> float:
    """Print the dearest request of each route, and all that cost more than `over`; return the most."""
    most = 0.0
    with serving(world.folder, world.options) as (server, port):
        measured = Measured(port, server.pid)
        world.fill(port)
        for route in sorted(ROUTES):
            if only and only not in route:
                continue
            found = sorted(measure(measured, route, runs), key=lambda each: -float(each["ms"]))
            for at, each in enumerate(found):
                if at == 0 or each["ms"] > over or each["first"] > 2 * over:
                    print(json.dumps({"bench": "cost", **each}), flush=True)
            most = max(most, found[0]["ms"])
    return most


def main() -> None:
    """Measure, and end with 1 if a request costs too much."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", default="", help="a part of the routes' names")
    parser.add_argument("--over", type=float, default=GOAL_MS)
    parser.add_argument("--runs", type=int, default=RUNS)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        most = report(build(Path(folder) / "data"), only=asked.only, over=asked.over, runs=asked.runs)
    print(json.dumps({"bench": "cost.most", "ms": most, "goal": GOAL_MS}))
    sys.exit(most > asked.over)


if __name__ == "__main__":
    main()
