"""Own choices of a tournament's file, judged again in a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from sixth.console import print_text
from sixth.errors import CommandError
from sixth.i18n import gettext as _, ngettext, number_text
from sixth.progress import track
from sixth.terminal.files import display_name
from sixth.terminal.readiness import get_ready
from sixth.text import printable
from sixth.tournaments.file import TournamentFile
from sixth.tournaments.judging import JudgedTable, judge_again, judged_games


@dataclass(frozen=True)
class JudgedFile:
    """The games of a file that were judged again, and how many judgements are of games without a record."""

    file: TournamentFile
    tables: Sequence[JudgedTable]
    without_record: int

    @property
    def differing(self) -> Sequence[tuple[JudgedTable, int]]:
        """Each table and seat at which the file has another figure."""
        return [(table, seat) for table in self.tables for seat in table.differing]

    def to_json(self) -> dict[str, Any]:
        """Return what was judged as JSON."""
        return {
            "games": len(self.tables),
            "without_record": self.without_record,
            "stood_in": sum(len(table.stood_in) for table in self.tables),
            "differences": [
                {
                    "round": table.round,
                    "table": table.table,
                    "game": table.game,
                    "seat": seat,
                    "name": self._name(table, seat),
                    "file": _at(table.in_file, seat),
                    "judged": _at(table.now, seat),
                }
                for table, seat in self.differing
            ],
        }

    def show(self, console: Console) -> None:
        """Print where the file says something else, and how many games were judged."""
        template = _("Round {round}, table {table}, {name}: the file has {file}, the coach {judged}.")
        for table, seat in self.differing:
            figures = {"file": _figure(table.in_file, seat), "judged": _figure(table.now, seat)}
            name = printable(self._name(table, seat), longest=60)
            print_text(console, template.format(round=table.round, table=table.table, name=name, **figures))
        count = len(self.tables)
        template = ngettext("{count} game was judged again.", "{count} games were judged again.", count)
        print_text(console, template.format(count=number_text(count)))
        if not self.differing:
            print_text(console, _("All judgements are the same."))
        if count := sum(len(table.stood_in) for table in self.tables):
            template = ngettext(
                "{count} seat was left out, as a bot chose for it at times.",
                "{count} seats were left out, as bots chose for them at times.",
                count,
            )
            print_text(console, template.format(count=number_text(count)))
        if self.without_record:
            count = self.without_record
            template = ngettext(
                "{count} judgement is of a game whose record is not in the file.",
                "{count} judgements are of games whose records are not in the file.",
                count,
            )
            print_text(console, template.format(count=number_text(count)))

    def _name(self, table: JudgedTable, seat: int) -> str:
        players = self.file.tournament.rounds[table.round - 1].tables[table.table - 1]
        return self.file.tournament.players[players[seat]].name if seat < len(players) else ""


def judge_file(name: str, file: TournamentFile) -> JudgedFile:
    """Judge the games of a file again, with a bar; raise `CommandError` if it has none to judge."""
    games = judged_games(file)
    if not games:
        wrong = _(
            "{file} has no record of a game that was judged; in a file that was downloaded with its games,"
            " the records follow the tournament."
        )
        raise CommandError(wrong.format(file=display_name(name)))
    get_ready(["champion"], lambda _line: None)
    tables = list(track(_("Games"), judge_again(file), len(games)))
    results = [each for round in file.tournament.begun for each in round.results.values()]
    return JudgedFile(file, tables, sum(bool(each.costs) for each in results) - len(games))


def _at(costs: Sequence[float | None], seat: int) -> float | None:
    return costs[seat] if seat < len(costs) else None


def _figure(costs: Sequence[float | None], seat: int) -> str:
    cost = _at(costs, seat)
    return "–" if cost is None else number_text(cost, digits=2)
