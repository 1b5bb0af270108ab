"""Own choices, judged from the records of games: which choices count, what they cost, and a file checked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from sixth.coach.positions import Position, in_cents, rounds_of
from sixth.rules.record import HUMAN, OUTSIDE, Record
from sixth.tournaments.file import TournamentFile


def choices_of_people(record: Record) -> Sequence[Sequence[Sequence[Position]] | None]:
    """Return the positions by seat and round, None for a seat that a bot of the site played to the end."""
    return [
        [each.positions for each in rounds_of(record, at)] if seat.kind in (HUMAN, OUTSIDE) else None
        for at, seat in enumerate(record.seats)
    ]


def costs_of(record: Record) -> tuple[float | None, ...]:
    """Return what the choices of a game cost by seat, None for a seat that is not judged."""
    from sixth.coach.judgement import cost_of

    return tuple(
        [
            None if rounds is None else in_cents([cost_of(each) for each in rounds])
            for rounds in choices_of_people(record)
        ]
    )


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """A table whose game was judged again: what its choices cost by seat, in the file and now."""

    round: int
    table: int
    game: str
    in_file: tuple[float | None, ...]
    now: tuple[float | None, ...]

    @property
    def differing(self) -> tuple[int, ...]:
        """The seats at which the file says something else."""
        pairs = enumerate(zip_longest(self.in_file, self.now))
        return tuple([seat for seat, (before, now) in pairs if before != now])


def judged_games(file: TournamentFile) -> Sequence[tuple[int, int, str]]:
    """Return round, table and game of each result that the file has a judgement and a record of."""
    return [
        (round.number, table, result.game)
        for round in file.tournament.begun
        for table, result in sorted(round.results.items())
        if result.costs and result.game in file.records
    ]


def judge_again(file: TournamentFile) -> Iterator[JudgedTable]:
    """Judge the games of `judged_games` again, one after the other."""
    for round, table, game in judged_games(file):
        in_file = file.tournament.rounds[round - 1].results[table].costs
        yield JudgedTable(round, table, game, in_file, costs_of(file.records[game]))
