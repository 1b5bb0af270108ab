"""A small benchmark for tests, and its result."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sixth.arena.benchmark.definition import Benchmark, Part
from sixth.arena.benchmark.playing import play_benchmark
from sixth.arena.benchmark.result_file import records_beside, result_of
from sixth.arena.contest import Entrant
from sixth.rules.codec import dumps

SMALL = Benchmark(
    "small/1",
    (
        Part("classic", ("random", "careful"), 5),
        Part("logic", ("nearest",), 6),
        Part("halves", ("nearest",), 7),
        Part("kids", ("random",), 8),
    ),
    deals=5,
)
BOT = Entrant("nearest")


def write_result(folder: Path, bot: Entrant = BOT, share: float = 1) -> Path:
    """Play the small benchmark, and return the file of its result."""
    file = folder / "result.json"
    records = records_beside(file)
    results = play_benchmark(SMALL, bot, share, workers=1, records=records)
    file.write_text(dumps(result_of(SMALL, bot, share, results, records)))
    return file


@cache
def _result() -> tuple[bytes, bytes]:
    """Return the result of the small benchmark, and its records."""
    with TemporaryDirectory() as folder:
        file = write_result(Path(folder))
        return file.read_bytes(), records_beside(file).read_bytes()


def copy_result(folder: Path) -> Path:
    """Write the result of the small benchmark, which a process plays once for all tests; return its file."""
    file = folder / "result.json"
    result, records = _result()
    file.write_bytes(result)
    records_beside(file).write_bytes(records)
    return file


def games_in(records: Path) -> list[list[bytes]]:
    """Return the lines of each game in records."""
    games: list[list[bytes]] = []
    for line in records.read_bytes().splitlines(keepends=True):
        if line.startswith(b'{"record"'):
            games.append([])
        games[-1].append(line)
    return games


def refused(text: str) -> Any:
    """Return a pattern of an error with this text, as one sentence."""
    return rf"^[^\n]*{text}[^\n]*\.$"
