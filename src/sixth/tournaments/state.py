"""STUB."""
from collections.abc import Mapping
from dataclasses import dataclass, field
from sixth.tournaments.events import Player, Tables
from sixth.tournaments.plan import Plan

@dataclass(frozen=True, slots=True)
class Entrant:
    name: str
    proof: str
    team: str = ""
    kind: str = "human"
    run_by: str = ""
    active: bool = True

@dataclass(frozen=True, slots=True)
class Result:
    heads: tuple[int, ...]
    by: str
    game: str = ""
    holds: bool = True

@dataclass(frozen=True, slots=True)
class Round:
    number: int
    tables: Tables
    resting: tuple[Player, ...] = ()
    began_at: str = ""
    results: Mapping[int, Result] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        return bool(self.began_at) and len(self.results) == len(self.tables)

@dataclass(frozen=True, slots=True)
class Tournament:
    plan: Plan
    seed: str
    host: str
    players: Mapping[Player, Entrant]
    rounds: tuple[Round, ...] = ()
    ended_at: str = ""
    version: int = 1
