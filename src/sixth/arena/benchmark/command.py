"""The command `sixth benchmark`: plays it or checks a file, and prints one table."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from rich import box
from rich.console import Console
from rich.table import Table

from sixth.arena.benchmark.definition import BENCHMARK, Benchmark
from sixth.arena.benchmark.playing import play_benchmark
from sixth.arena.benchmark.result_file import check, records_beside, result_of
from sixth.arena.contest import ArenaUsageError, Entrant, entrants_from
from sixth.arena.report import with_interval
from sixth.console import print_text
from sixth.i18n import gettext as _, ngettext, number_text, percent_text
from sixth.rules.codec import dumps

Written = Callable[[str], AbstractContextManager[IO[bytes]]]
"""A function that opens a file by name, which is written whole or not at all."""


@dataclass(frozen=True, kw_only=True)
class BenchmarkOptions:
    """The options of the command; None means that an option is not given."""

    bot: str | None
    commands: Sequence[str] = ()
    out: str | None = None
    check: str | None = None
    share: float = 1
    workers: int | None = None
    json: bool = False


def run(
    options: BenchmarkOptions,
    *,
    written: Written,
    write_line: Callable[[str], None],
    benchmark: Benchmark = BENCHMARK,
) -> None:
    """Play the benchmark or check a result, and print it; `written` opens the file of the result."""
    if (options.bot is None) == (options.check is None):
        raise ArenaUsageError(_("Name a bot, or give --check with a file."))
    if options.check is not None:
        result = check(Path(options.check), benchmark)
    else:
        result = _play(options, written, benchmark)
    if options.json:
        write_line(dumps(result))
        return
    console = Console(markup=False, highlight=False, emoji=False)
    _print(result, console)
    if options.check is not None:
        print_text(console, _("The figures follow from the records, and the deals from the seeds."))


def _play(options: BenchmarkOptions, written: Written, benchmark: Benchmark) -> dict[str, Any]:
    if not 0 < options.share <= 1:
        wrong = _("--share takes a number above 0 and up to 1, not {value}.")
        raise ArenaUsageError(wrong.format(value=f"{options.share:g}"))
    if options.workers is not None and options.workers < 1:
        wrong = _("{option} takes a whole number of at least 1, not {value}.")
        raise ArenaUsageError(wrong.format(option="--workers", value=options.workers))
    bot = _entrant(options)
    records = None if options.out is None else records_beside(Path(options.out))
    results = play_benchmark(benchmark, bot, options.share, workers=options.workers, records=records)
    result = result_of(benchmark, bot, options.share, results, records)
    if options.out is not None:
        with written(options.out) as file:
            file.write(dumps(result).encode() + b"\n")
    return result


def _entrant(options: BenchmarkOptions) -> Entrant:
    entrants = entrants_from(options.bot or "", options.commands)
    if len(entrants) > 1:
        raise ArenaUsageError(_("The benchmark takes one bot, not {count}.").format(count=len(entrants)))
    return entrants[0]


def _print(result: dict[str, Any], console: Console) -> None:
    deals = result["parts"][0]["deals"]
    heading = ngettext(
        "{bot} in {name}: {count} deal of each part, in all rotations of the seats",
        "{bot} in {name}: {count} deals of each part, in all rotations of the seats",
        deals,
    )
    name = result["benchmark"]
    print_text(console, heading.format(bot=result["bot"], name=name, count=number_text(deals)))
    # All columns fit into 80 characters.
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(_("game"))
    for title in (_("seats"), _("heads a round"), _("the others"), _("wins"), _("equal shares")):
        table.add_column(title, justify="right")
    for part in result["parts"]:
        win_ci = part["win_ci"] and [100 * end for end in part["win_ci"]]
        table.add_row(
            part["game"],
            str(part["seats"]),
            with_interval(part["heads"], part["heads_ci"]),
            with_interval(part["others"], part["others_ci"]),
            with_interval(100 * part["win"], win_ci, digits=1) + " %",
            with_interval(part["shares"], part["shares_ci"]),
        )
    table.add_section()
    table.add_row(_("all"), "", "", "", "", with_interval(result["shares"], result["shares_ci"]))
    console.print(table)
    print_text(
        console,
        _("± is half of a 95 % interval. With 1 equal share a bot wins as often as each of its opponents."),
    )
    if not result["whole"]:
        template = _("This is not the whole benchmark, but {percent} of it.")
        print_text(console, template.format(percent=percent_text(result["share"])))
