"""A tournament as a value: the fold of its events."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Literal

from sixth.rules.record import HUMAN
from sixth.tournaments.events import Player, Tables, TournamentEvent
from sixth.tournaments.plan import Plan

Stage = Literal["rounds", "knock-out", "final"]
"""The part of a tournament to which a round belongs; the final is the knock-out's last table."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who has joined.

    `lot` is a number that `seed` and id give, the lowest first. `since` is the first round in which they
    could play, and `active` whether they play in the next one.
    """

    name: str
    proof: str = ""
    team: str = ""
    kind: str = HUMAN
    run_by: str = ""
    lot: int = 0
    since: int = 1
    active: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """Heads that a player has entered, by seat, which nobody has confirmed."""

    heads: tuple[int, ...]
    by: Player


@dataclass(frozen=True, slots=True)
class Result:
    """What is known of the result of a table.

    `heads` are by seat: those that hold, else those that were entered last, `by` a player, `HOST` or `GAME`,
    and `confirmed_by` another player. `contradictions` are other heads that players have entered since, and
    stand until a second player or the host agrees with one side. `costs` are those of the choices by seat, ()
    until the coach has judged them; for the seats in `stood_in` a bot chose at times.
    """

    heads: tuple[int, ...]
    by: str
    holds: bool
    confirmed_by: Player = ""
    contradictions: tuple[Claim, ...] = ()
    costs: tuple[float | None, ...] = ()
    stood_in: tuple[int, ...] = ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The heads that players have entered and that do not hold, the last one last."""
        return self.contradictions if self.holds else (*self.contradictions, Claim(self.heads, self.by))


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is drawn, or has begun: `began_at` is a time in ISO 8601 or "".

    `results` has what is known of the results, by the number of the table, from 1. `played` has the ids of
    the games that have ended at tables of the site, whatever the host has entered for them.
    """

    number: int
    stage: Stage
    tables: Tables
    began_at: str = ""
    results: Mapping[int, Result] = field(default_factory=dict)
    played: Mapping[int, str] = field(default_factory=dict)

    @property
    def is_played(self) -> bool:
        """Whether the games of all tables have ended, at the site."""
        return all(number in self.played for number in range(1, len(self.tables) + 1))

    @property
    def is_complete(self) -> bool:
        """Whether the round has begun and each table has a result that holds."""
        return bool(self.began_at) and not self.missing

    @property
    def missing(self) -> tuple[int, ...]:
        """The numbers of the tables without a result that holds."""
        results = self.results
        numbers = range(1, len(self.tables) + 1)
        return tuple([each for each in numbers if each not in results or not results[each].holds])

    def table_of(self, player: Player) -> int:
        """Return the number of the table at which a player sits, 0 for none."""
        return next((number for number, table in enumerate(self.tables, 1) if player in table), 0)

    def holding(self) -> Iterator[tuple[tuple[Player, ...], tuple[int, ...]]]:
        """Yield the players and the heads of each table with a result that holds."""
        for number, result in self.results.items():
            if result.holds:
                yield self.tables[number - 1], result.heads


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An event of the log with its number, and the entry before it."""

    number: int
    event: TournamentEvent
    before: "LogEntry | None"


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after the first `version` events of its log.

    `host` is the hash of the host's token. `log` has the events that were not undone, the last one first.
    """

    plan: Plan
    seed: str
    host: str
    opened_at: str = ""
    players: Mapping[Player, Entrant] = field(default_factory=dict)
    rounds: tuple[Round, ...] = ()
    ended_at: str = ""
    version: int = 1
    log: LogEntry | None = field(default=None, compare=False, repr=False)

    @property
    def begun(self) -> tuple[Round, ...]:
        """The rounds that have begun."""
        return self.rounds if self.drawn is None else self.rounds[:-1]

    @property
    def current(self) -> Round | None:
        """The round that has begun last; None before the first."""
        begun = self.begun
        return begun[-1] if begun else None

    @property
    def drawn(self) -> Round | None:
        """The round whose tables are drawn and that has not begun, if any."""
        return self.rounds[-1] if self.rounds and not self.rounds[-1].began_at else None

    @property
    def unjudged(self) -> tuple[tuple[int, int], ...]:
        """The round and number of each table whose result holds and whose choices are still to be judged."""
        if not self.plan.is_judged:
            return ()
        return tuple(
            [
                (round.number, table)
                for round in self.begun
                for table, result in round.results.items()
                if result.holds and not result.costs
            ]
        )

    @property
    def next_number(self) -> int:
        """The number of the round that begins next."""
        return len(self.begun) + 1

    @property
    def active(self) -> tuple[Player, ...]:
        """Those who have joined and not left."""
        return tuple([player for player, each in self.players.items() if each.active])

    def is_held(self, round: Round) -> bool:
        """Return whether the games of a round are held back, as others still play the same deals."""
        return self.plan.duplicate and not round.is_played

    def player_with(self, proof: str) -> Player:
        """Return the player whose token has this hash, "" for nobody."""
        if not proof:
            return ""
        return next((player for player, each in self.players.items() if each.proof == proof), "")

    def events(self) -> Iterator[LogEntry]:
        """Yield the events that were not undone with their numbers, the last one first."""
        entry = self.log
        while entry is not None:
            yield entry
            entry = entry.before

    def with_player(self, player: Player, entrant: Entrant) -> "Tournament":
        """Return the tournament with this entrant as a player."""
        return replace(self, players={**self.players, player: entrant})

    def with_round(self, round: Round) -> "Tournament":
        """Return the tournament with this round in the place of that with its number, or as the next one."""
        at = round.number - 1
        return replace(self, rounds=(*self.rounds[:at], round, *self.rounds[at + 1 :]))


def lot_of(seed: str, player: Player) -> int:
    """Return the lot of a player, a number below 2 to the 48th; the lowest is first."""
    return int.from_bytes(sha256(f"lot {seed} {player}".encode()).digest()[:6])
