"""The file of a result: the figures, what they were played with, and the digest of the records beside it."""

import hashlib
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from sixth.arena.benchmark.definition import Benchmark
from sixth.arena.benchmark.figures import figures
from sixth.arena.benchmark.playing import Results
from sixth.arena.benchmark.records import results_in
from sixth.arena.contest import ArenaError, Entrant
from sixth.i18n import error_text, gettext as _
from sixth.progress import track
from sixth.rules.codec import Malformed, dumps, loads
from sixth.sim.policy.weights import FLAT, SHIPPED

_PACKAGES: Final = ("sixth", "numpy", "numba")


def records_beside(file: Path) -> Path:
    """Return the path of the records of the result in `file`."""
    return file.with_name(f"{file.name}.records.jsonl")


def result_of(
    benchmark: Benchmark, bot: Entrant, share: float, results: Results, records: Path | None
) -> dict[str, Any]:
    """Return the result as JSON; its last member is the digest of all others."""
    members = {
        "benchmark": benchmark.name,
        "definition": benchmark.digest(),
        "bot": bot.name,
        "command": bot.command,
        "share": share,
        "whole": share == 1,
        **figures(bot, results),
        "versions": {"python": platform.python_version()} | {each: version(each) for each in _PACKAGES},
        "weights": {path.name: _digest(path) for path in (SHIPPED, FLAT)},
        "records": None if records is None else _digest(records),
    }
    return members | {"digest": _digest_of(members)}


def check(file: Path, benchmark: Benchmark) -> dict[str, Any]:
    """Return the result in `file` once its records, played again, have given the same figures.

    Raises:
        ArenaError: the file or its records cannot be read, were changed, or do not fit together.
    """
    document = _read(file, benchmark)
    records = records_beside(file)
    try:
        if _digest(records) != document["records"]:
            raise ArenaError(_("{file} was changed after it was written.").format(file=records))
        bot = Entrant(document["bot"], None if document["command"] is None else tuple(document["command"]))
        results: Results = {part: [] for part in benchmark.parts}
        with records.open("rb") as lines:
            share = document["share"]
            played = results_in(lines, benchmark, bot, share, name=str(records))
            count = len(results) * benchmark.deals_of(share)
            for part, result in track(_("Deals"), played, count):
                results[part].append(result)
    except OSError as error:
        raise _unreadable(records, error) from error
    again = figures(bot, results)
    if any(document[name] != value for name, value in again.items()) or document["whole"] != (share == 1):
        raise ArenaError(_("The figures in {file} do not follow from its records.").format(file=file))
    return document


def _read(file: Path, benchmark: Benchmark) -> dict[str, Any]:
    try:
        document = loads(file.read_text("utf-8"))
    except (OSError, ValueError, Malformed) as error:
        if isinstance(error, OSError):
            raise _unreadable(file, error) from error
        document = None
    if type(document) is not dict or document.get("benchmark") != benchmark.name:
        template = _("{file} is no result of the benchmark {name}.")
        raise ArenaError(template.format(file=file, name=benchmark.name))
    members = {name: value for name, value in document.items() if name != "digest"}
    if document.get("digest") != _digest_of(members):
        raise ArenaError(_("{file} was changed after it was written.").format(file=file))
    if document.get("definition") != benchmark.digest():
        template = _("{file} was played by another definition of {name}.")
        raise ArenaError(template.format(file=file, name=benchmark.name))
    return document


def _unreadable(file: Path, error: OSError) -> ArenaError:
    return ArenaError(_("{file} cannot be read: {why}.").format(file=file, why=error_text(error)))


def _digest(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _digest_of(members: dict[str, Any]) -> str:
    return hashlib.sha256(dumps(members).encode()).hexdigest()
