"""A process of the arena, which plays the deals that its standard input names.

In, a line each: the contest, numbers of deals, `end`. Out, a line each: `{"groups": …}` whenever the
bots' own processes change (so that they can be killed with this one), and the results. It ends as soon as its
input does, even in the middle of a deal: then whoever asked for it has gone.
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
from sixth.arena.deal import Table, result_to_json
from sixth.arena.players.external_bot import ExternalBot, kill_group
from sixth.arena.players.player import InternalBot, Player
from sixth.rules.codec import Json, dumps, loads

END: Final = "end\n"
"""The line after the last deal."""


class _Groups:
    """The groups of processes that the bots run in; none is left when this process ends."""

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
        # The lock is kept, so that nobody is told of another group after this; it is held by whoever starts
        # one, so there is none that nobody was told of.
        self.lock.acquire()
        for group in self._groups:
            kill_group(group)
        # At once: the other thread may wait for input, or a bot may think for an hour.
        os._exit(code)


def main() -> None:
    """Play the deals that standard input names, until it ends."""
    # What a bot prints must not get between the results.
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
    table = Table(contest, lambda bot: _player(contest, bot, groups))
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
        starting=groups.lock,
        started=groups.add,
        ended=groups.remove,
    )


def _write(out: FileIO, value: Json) -> None:
    data = dumps(value).encode() + b"\n"
    while data:
        data = data[out.write(data) or 0 :]
