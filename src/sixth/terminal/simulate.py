"""Games of bots for the command line, with a progress bar, records and a summary."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any, Final

from rich import box
from rich.console import Console
from rich.table import Table

from sixth.bots.match import MatchTally, play_games
from sixth.console import new_console, write_line
from sixth.i18n import gettext as _, ngettext, number_text, percent_text
from sixth.progress import track
from sixth.rules.codec import dumps, rules_to_json
from sixth.rules.options import Rules
from sixth.terminal.files import STANDARD, open_output
from sixth.terminal.labels import games_text
from sixth.terminal.readiness import get_ready

_DIGITS: Final = 4
"""Decimal places of the numbers in JSON; more would be noise."""


@dataclass(frozen=True)
class Simulation:
    """A named game with its rules, the bots by seat, the number of games, and the seed."""

    game: str
    rules: Rules
    bots: Sequence[str]
    games: int
    seed: int


def simulate(job: Simulation, *, records: str | None, json: bool) -> None:
    """Play the games, write their records to the file `records` if one is named, and print a summary."""
    tally = MatchTally(job.rules.seats)
    get_ready(job.bots, _tell)
    with _records_to(records) as file:
        games = play_games(job.rules, job.bots, games=job.games, seed=job.seed)
        for game in track(_("Playing the games"), games, job.games):
            tally.add(game)
            if file is not None:
                file.write(game.record().encode())
    if json:
        write_line(dumps(_summary(job, tally)))
    else:
        # Standard output may hold nothing beside the records.
        _print_summary(job, tally, new_console(stderr=records == STANDARD))


@contextmanager
def _records_to(name: str | None) -> Iterator[IO[bytes] | None]:
    if name is None:
        yield None
    elif name == STANDARD:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with open_output(name) as file:
            yield file


def _tell(line: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"{line}\n")


def _summary(job: Simulation, tally: MatchTally) -> dict[str, Any]:
    def short(number: float | None) -> float | None:
        return None if number is None else round(number, _DIGITS)

    return {
        "game": job.game,
        "rules": rules_to_json(job.rules),
        "seats": job.rules.seats,
        "games": tally.games,
        "seed": job.seed,
        "rounds": tally.rounds,
        "abandoned": tally.abandoned,
        "bots": [
            {
                "bot": bot,
                "seat": seat,
                "heads": short(tally.heads_a_round(seat)),
                "total": short(tally.heads_a_game(seat)),
                "win": short(tally.wins(seat)),
            }
            for seat, bot in enumerate(job.bots)
        ],
    }


def _print_summary(job: Simulation, tally: MatchTally, console: Console) -> None:
    table = Table(box=box.SIMPLE, pad_edge=False)
    table.add_column(_("seat"), justify="right")
    table.add_column(_("bot"))
    for title in (_("heads a round"), _("total a game"), _("wins")):
        table.add_column(title, justify="right")
    for seat, bot in enumerate(job.bots):
        wins = tally.wins(seat)
        table.add_row(
            str(seat),
            bot,
            number_text(tally.heads_a_round(seat), digits=2),
            number_text(tally.heads_a_game(seat), digits=1),
            "–" if wins is None else percent_text(wins),
        )
    games, rounds = games_text(tally.games), ngettext("{count} round", "{count} rounds", tally.rounds)
    template = _("{games} of {game}, {rounds}, seed {seed}")
    rounds = rounds.format(count=tally.rounds)
    console.print(template.format(games=games, game=job.game, rounds=rounds, seed=job.seed))
    console.print(table)
    if tally.abandoned:
        template = _("{games} abandoned, because no end was in sight.")
        console.print(template.format(games=games_text(tally.abandoned)))
