"""A worker process of the arena, which plays the deals that it reads from standard input.

Its input has the contest, numbers of deals and `end`, a line each. Its output has `{"groups": …}` whenever
the processes of bots change (so that they can be killed with this one), and the results, a line each. It
ends at the end of its input, even in the middle of a deal, because then the arena has gone.
"""

import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from io import FileIO
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Final, NoReturn

from sixth import bots
from sixth.arena.contest import Contest, contest_from_json
from sixth.arena.deal import ContestTable, result_to_json
from sixth.arena.players.external_bot import ExternalBot, kill_group
from sixth.arena.players.player import InternalBot, Player
from sixth.rules.codec import Json, dumps, loads

END: Final = "end\n"
"""The line after the last deal."""


class _Groups:
    """The process groups of the bots, which are killed when this process ends."""

    def __init__(self, out: FileIO) -> None:
        self._out = out
        self._groups: set[int] = set()
        self.lock: Final = RLock()

    def add(self, group: int) -> None:
        with self.lock:
            self._groups.add(group)
            self._tell()

    def remove(self, group: int) -> None:
        with self.lock:
            self._groups.discard(group)
            self._tell()

    def _tell(self) -> None:
        _write(self._out, {"groups": sorted(self._groups)})

    def kill_and_exit(self, code: int) -> NoReturn:
        # The lock is not released, so no group is added after this. A bot is started under the lock, so no
        # group is missing either.
        self.lock.acquire()
        for group in self._groups:
            kill_group(group)
        # Exit at once: the other thread may wait for input, and a bot may think for an hour.
        os._exit(code)


def main() -> None:
    """Play the deals that standard input names, until its end."""
    # The output of bots must not mix with the results.
    out = FileIO(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    groups = _Groups(out)
    try:
        _work(out, groups)
    except BaseException as error:
        with suppress(OSError):
            _write(out, {"failed": f"{type(error).__name__}: {error}"})
        traceback.print_exc()
        groups.kill_and_exit(1)
    groups.kill_and_exit(0)


def _work(out: FileIO, groups: _Groups) -> None:
    lines = iter(sys.stdin.readline, "")
    contest = contest_from_json(loads(next(lines)))
    table = ContestTable(contest, lambda bot: _player(contest, bot, groups))
    deals: SimpleQueue[int | None] = SimpleQueue()
    Thread(target=_listen, args=(lines, deals, groups), daemon=True).start()
    while (deal := deals.get()) is not None:
        _write(out, {"result": result_to_json(table.play(deal))})
    table.close()


def _listen(lines: Iterator[str], deals: "SimpleQueue[int | None]", groups: _Groups) -> None:
    for line in lines:
        deals.put(None if line == END else int(line))
    groups.kill_and_exit(1)


def _player(contest: Contest, bot: int, groups: _Groups) -> Player:
    entrant = contest.entrants[bot]
    if entrant.command is None:
        return InternalBot(lambda seed: bots.make(entrant.name, seed=seed))
    return ExternalBot(
        entrant.command,
        seconds=contest.seconds,
        start_seconds=contest.start_seconds,
        start_lock=groups.lock,
        on_start=groups.add,
        on_end=groups.remove,
    )


def _write(out: FileIO, value: Json) -> None:
    data = dumps(value).encode() + b"\n"
    while data:
        data = data[out.write(data) or 0 :]
