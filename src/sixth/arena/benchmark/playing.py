"""Plays the benchmark, or goes on with it, and writes the records in their order."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from sixth.arena.benchmark.definition import Benchmark, Part
from sixth.arena.benchmark.records import results_in, whole_deals
from sixth.arena.contest import ArenaError, Entrant
from sixth.arena.deal import DealResult
from sixth.arena.play import check_entrant, check_played
from sixth.arena.results_file import lock_results
from sixth.arena.worker_pool import WorkerPool, in_order
from sixth.i18n import error_text, gettext as _
from sixth.processors import cores
from sixth.progress import bar

Results = Mapping[Part, list[DealResult]]
"""The results of each part, by the number of the deal."""


def play_benchmark(
    benchmark: Benchmark, bot: Entrant, share: float, *, workers: int | None, records: Path | None
) -> Results:
    """Play a share of the benchmark with `bot`, and write the records of its games to a file.

    Deals whose records are in the file are not played again.

    Raises:
        ArenaError: the bot cannot start, fails in a game, or the records in the file are of another one.
    """
    check_entrant(bot)
    results: Results = {part: [] for part in benchmark.parts}
    deals = benchmark.deals_of(share)
    with ExitStack() as stack:
        file = None if records is None else stack.enter_context(_open(records))
        if file is not None and records is not None:
            lock_results(file, str(records))
            for part, result in _kept(file, benchmark, bot, share, str(records)):
                results[part].append(result)
        done = sum(map(len, results.values()))
        step = stack.enter_context(bar(_("Deals"), len(results) * deals, done=done))
        for part, played in results.items():
            left = range(len(played), deals)
            if not left:
                continue
            with WorkerPool(part.contest(bot), workers=min(workers or cores(), len(left))) as pool:
                for result in in_order(pool.play(left), left.start):
                    check_played(part.contest(bot), result)
                    if file is not None:
                        _write(file, result)
                    played.append(result)
                    step()
    return results


def _open(path: Path) -> IO[bytes]:
    try:
        # In this mode all writes go to the end.
        return path.open("a+b")
    except (OSError, ValueError) as error:
        wrong = _("{file} cannot be written: {why}.")
        raise ArenaError(wrong.format(file=path, why=error_text(error))) from error


def _kept(
    file: IO[bytes], benchmark: Benchmark, bot: Entrant, share: float, name: str
) -> Iterator[tuple[Part, DealResult]]:
    """Yield the results of the deals in the file, which then ends with the last whole one."""
    file.seek(0)
    size = whole_deals(file, benchmark, share)
    if not size and file.tell():
        file.seek(0)
        first = file.readline()
        if not first.startswith(b'{"record":'):
            raise ArenaError(_("{file} has no records of a benchmark; name another file.").format(file=name))
    file.truncate(size)
    file.seek(0)
    yield from results_in(file, benchmark, bot, share, name=name, unfinished=True)
    file.seek(0, os.SEEK_END)


def _write(file: IO[bytes], result: DealResult) -> None:
    try:
        file.write("".join(result.records).encode())
        file.flush()
    except OSError as error:
        wrong = _("{file} cannot be written: {why}.")
        raise ArenaError(wrong.format(file=file.name, why=error_text(error))) from error
