"""The definition of the benchmark, which never changes: another one gets another name."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Final

from sixth.arena.contest import Contest, Entrant
from sixth.rules.codec import Json, dumps, rules_to_json
from sixth.rules.games import GAMES


@dataclass(frozen=True)
class Part:
    """A part of a benchmark: single rounds of a named game, against the bots of `pool` on the other seats."""

    game: str
    pool: tuple[str, ...]
    seed: int

    @property
    def seats(self) -> int:
        """The number of seats, and of the rotations in which each deal is played."""
        return len(self.pool) + 1

    def contest(self, bot: Entrant) -> Contest:
        """Return the contest of `bot` against the pool."""
        entrants = (bot, *map(Entrant, self.pool))
        rules = GAMES[self.game].replace(seats=self.seats)
        return Contest(self.game, rules, entrants, self.seed, keeps_records=True)


@dataclass(frozen=True)
class Benchmark:
    """A benchmark: its name, its parts, and the number of deals of each part."""

    name: str
    parts: tuple[Part, ...]
    deals: int

    def deals_of(self, share: float) -> int:
        """Return the number of deals of each part if only a share is played."""
        return max(1, round(self.deals * share))

    def rounds(self, share: float) -> Iterator[tuple[Part, int, int]]:
        """Yield the part, the deal and the rotation of each round, in the order of the records."""
        for part in self.parts:
            for deal in range(self.deals_of(share)):
                for rotation in range(part.seats):
                    yield part, deal, rotation

    def digest(self) -> str:
        """Return the SHA-256 of all that the definition fixes, in hexadecimal."""
        parts: list[Json] = [
            {"game": part.game, "seed": part.seed, "pool": part.pool}
            | {"rules": rules_to_json(part.contest(Entrant("BOT")).played)}
            for part in self.parts
        ]
        value = {"benchmark": self.name, "deals": self.deals, "parts": parts}
        return hashlib.sha256(dumps(value).encode()).hexdigest()


_POOL: Final = ("montecarlo", "careful", "montecarlo:1000")
"""The bots of the other seats, in turn. They have no weights, so that no training changes them."""

_SEED: Final = 610_601
"""The seed of the first part, the next of the second, which no training and no other measurement use."""

_TABLES: Final = (
    *(("classic", seats) for seats in range(2, 11)),
    *((game, 4) for game in ("tactical", "logic", "halves", "both-ends", "kids", "elimination")),
)

BENCHMARK: Final = Benchmark(
    "sixth-benchmark/1",
    tuple(
        Part(game, tuple(islice(cycle(_POOL), seats - 1)), seed)
        for seed, (game, seats) in enumerate(_TABLES, _SEED)
    ),
    deals=100,
)
