"""Own choices, judged from the records of games: which choices count, what they cost, and a file checked."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import NamedTuple

from sixth.coach.positions import Position, in_cents, rounds_of
from sixth.rules.record import HUMAN, OUTSIDE, Record
from sixth.tournaments.file import TournamentFile


class OwnPositions(NamedTuple):
    """The positions by round in which somebody chose for themselves.

    Each counts as `weight` positions, so that they stand for those, too, in which a bot chose.
    """

    rounds: Sequence[Sequence[Position]]
    weight: float


def own_positions(
    record: Record, by_stand_ins: Container[tuple[int, int, int, str]] = ()
) -> Sequence[OwnPositions | None]:
    """Return the positions by seat, None for a seat for which bots of the site chose more often than not.

    `by_stand_ins` has seat, round, turn and kind of each decision of a bot for somebody who was away.
    """
    return [
        _own(record, seat, by_stand_ins) if each.kind in (HUMAN, OUTSIDE) else None
        for seat, each in enumerate(record.seats)
    ]


def _own(
    record: Record, seat: int, by_stand_ins: Container[tuple[int, int, int, str]]
) -> OwnPositions | None:
    def is_own(position: Position) -> bool:
        return (seat, position.view.round, position.turn, position.kind) not in by_stand_ins

    # Where there is only one answer nobody chooses.
    rounds = [
        [position for position in each.positions if not position.forced] for each in rounds_of(record, seat)
    ]
    own = [list(filter(is_own, positions)) for positions in rounds]
    every, chosen = sum(map(len, rounds)), sum(map(len, own))
    if 2 * chosen < every:
        return None
    return OwnPositions(own, every / chosen if chosen else 1.0)


def costs_of(record: Record) -> tuple[float | None, ...]:
    """Return what the choices of a game cost by seat, None for a seat that is not judged.

    Nobody was away: who chose is not in a record.
    """
    from sixth.coach.judgement import cost_of

    return tuple(
        [
            None if own is None else in_cents([cost_of(each) for each in own.rounds])
            for own in own_positions(record)
        ]
    )


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """A table whose game was judged again: what its choices cost by seat, in the file and now.

    For those in `stood_in` a bot of the site chose at times, which its record does not say.
    """

    round: int
    table: int
    game: str
    in_file: tuple[float | None, ...]
    now: tuple[float | None, ...]
    stood_in: tuple[int, ...]

    @property
    def differing(self) -> tuple[int, ...]:
        """The seats at which the file says something else."""
        pairs = enumerate(zip_longest(self.in_file, self.now))
        return tuple([seat for seat, (before, now) in pairs if before != now and seat not in self.stood_in])


def judged_games(file: TournamentFile) -> Sequence[tuple[int, int, str]]:
    """Return round, table and game of each result that the file has a judgement and a record of."""
    return [
        (round.number, table, round.played[table])
        for round in file.tournament.begun
        for table, result in sorted(round.results.items())
        if result.costs and round.played.get(table) in file.records
    ]


def judge_again(file: TournamentFile) -> Iterator[JudgedTable]:
    """Judge the games of `judged_games` again, one after the other."""
    for round, table, game in judged_games(file):
        result = file.tournament.rounds[round - 1].results[table]
        yield JudgedTable(round, table, game, result.costs, costs_of(file.records[game]), result.stood_in)
