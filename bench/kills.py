"""Whether a kill loses anything that was answered. `python bench/kills.py`.

    python bench/kills.py [--kills 1000] [--database sqlite|postgresql] [--workers 1] [--seed 1]

People play whole games of several kinds at a real server, five tables at a time, while processes are killed
(SIGKILL) at random moments: the server, or a server that starts; over a PostgreSQL also one of its workers,
one of the processes of PostgreSQL that serve a connection, or its first process. After each round of games
every action that was acknowledged must be in the log, and every record must be accepted by the referee of
the tests and dealt fairly; the first that is not ends the run with an error. Printed is a line of JSON a
round, and a last one with all of them together. The last line also counts what the servers logged.
"""

import argparse
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.support import serving
from tests.server.support.parties import TABLES, play_through
from tests.server.support.postgres import Postgres, postgres
from tests.server.support.serving import Server

A_ROUND = 4
"""Kills while the games of a round are played."""

LONGEST_START_S = 2.0
"""Seconds after which a server that starts is killed at the latest."""

Kill = Callable[[Random], None]


def kinds_of_kills(server: Server, database: Postgres | None) -> dict[str, Kill]:
    """The kills by their names; after each, whatever does not start again by itself is started."""

    def kill_server(_rng: Random) -> None:
        server.kill()
        server.restart()

    def kill_start(rng: Random) -> None:
        server.kill()
        server.begin_start()
        time.sleep(rng.uniform(0, LONGEST_START_S))
        server.kill()
        server.restart()

    def kill_worker(rng: Random) -> None:
        with suppress(IndexError, ProcessLookupError):
            os.kill(rng.choice(server.workers()), signal.SIGKILL)

    kinds: dict[str, Kill] = {"server": kill_server, "start": kill_start}
    if database is None:
        return kinds

    def kill_postgresql(_rng: Random) -> None:
        database.kill()
        database.start()

    kinds |= {"connection": database.kill_connection, "postgresql": kill_postgresql}
    return kinds | ({"worker": kill_worker} if "--workers" in server.options else {})


def end(server: Server) -> None:
    """Kill a server that still runs."""
    if server.process.poll() is None:
        server.kill()


def main() -> None:
    """Play, kill and check until there were as many kills as were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.workers > 1 and given.database == "sqlite":
        parser.error("several workers need --database postgresql")
    rng, began = Random(given.seed), time.monotonic()
    killed: Counter[str] = Counter()
    games = actions = 0
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="sixth-kills-")))
        database = stack.enter_context(postgres()) if given.database == "postgresql" else None
        url = database.make() if database else f"sqlite:///{folder}/sixth.sqlite3"
        options = ("--workers", str(given.workers)) if given.workers > 1 else ()
        server = Server(folder / "data", database=url, options=options)
        stack.callback(end, server)
        kinds = kinds_of_kills(server, database)

        def kill(rng: Random) -> None:
            name = rng.choice(sorted(kinds))
            kinds[name](rng)
            killed[name] += 1

        while (left := given.kills - killed.total()) > 0:
            seed = rng.randrange(2**32)
            times = min(A_ROUND, left)
            actions += play_through([server], url, kill, times=times, seed=seed, patience=True)
            games += len(TABLES)
            found = {"kills": killed.total(), "games": games, "acknowledged": actions, "lost": 0}
            print(json.dumps(found | {"seconds": round(time.monotonic() - began)}), flush=True)
        logged = Counter(each["event"].partition(":")[0] for each in server.logged())
        print(json.dumps({"kinds": killed, "logged": logged}))


if __name__ == "__main__":
    serving.PATIENCE = 120.0
    main()
